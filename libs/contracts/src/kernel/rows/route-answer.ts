/** Names for a list whose items are in the body itself as well as in `_embedded`. */
export interface ListNames {
  readonly embedded: string;
  readonly inBody: string;
}

/** A document whose fields another standard defines. */
export type StandardDocument =
  'token' | 'introspection' | 'userinfo' | 'device-authorization' | 'openid-configuration' | 'json-web-key-set';

/**
 * The success answer of a route: a resource, a list with or without pages, the location of a created resource, a
 * document of another standard, or bytes.
 */
export type Answer<Kind extends string = string> =
  | { readonly answers: 'resource'; readonly of: Kind; readonly status: 200 | 202 }
  | {
      readonly answers: 'list';
      readonly of: Kind;
      readonly isPaged: boolean;
      /** The list tells neither how many items there are nor where its last page is. */
      readonly isUncounted?: true;
      readonly listedAs?: ListNames;
      readonly status: 200;
    }
  | { readonly answers: 'created'; readonly of: Kind; readonly status: 201 | 202 }
  | { readonly answers: StandardDocument | 'nothing'; readonly status: 200 }
  /** The browser continues elsewhere. */
  | { readonly answers: 'redirect'; readonly status: 303 }
  /** Bytes of the route's media types. */
  | { readonly answers: 'bytes'; readonly status: 200 };

/** The whole resource, unchanged. */
export const resource = <const Kind extends string>(of: Kind): Answer<Kind> => ({
  answers: 'resource',
  of,
  status: 200,
});

/** The known parts of a resource that is still being made. */
export const unfinished = <const Kind extends string>(of: Kind): Answer<Kind> => ({
  answers: 'resource',
  of,
  status: 202,
});

/** One page of a list. */
export const pages = <const Kind extends string>(of: Kind): Answer<Kind> => ({
  answers: 'list',
  of,
  isPaged: true,
  status: 200,
});

/** One page of a list that nobody counts, because too many items are added while it is read. */
export const uncountedPages = <const Kind extends string>(of: Kind): Answer<Kind> => ({
  answers: 'list',
  of,
  isPaged: true,
  isUncounted: true,
  status: 200,
});

/** A list that is always complete. */
export const whole = <const Kind extends string>(of: Kind, listedAs?: ListNames): Answer<Kind> => ({
  answers: 'list',
  of,
  isPaged: false,
  ...(listedAs && { listedAs }),
  status: 200,
});

/** The location of the created resource. */
export const made = <const Kind extends string>(of: Kind): Answer<Kind> => ({ answers: 'created', of, status: 201 });

/** The location of the resource on which work has begun. */
export const begun = <const Kind extends string>(of: Kind): Answer<Kind> => ({ answers: 'created', of, status: 202 });

export const standard = (document: StandardDocument): Answer<never> => ({ answers: document, status: 200 });

export const token = standard('token');

/** Facts about a token (RFC 7662). */
export const introspection = standard('introspection');

export const redirect: Answer<never> = { answers: 'redirect', status: 303 };

export const nothing: Answer<never> = { answers: 'nothing', status: 200 };

export const bytes: Answer<never> = { answers: 'bytes', status: 200 };
