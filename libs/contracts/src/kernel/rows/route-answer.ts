import type { ResourceRow } from './resource.js';

/** Names for a list whose items are in the body itself as well as in `_embedded`. */
export interface ListNames {
  readonly embedded: string;
  readonly inBody: string;
}

/** A document whose fields another standard defines. */
export type StandardDocument =
  'token' | 'introspection' | 'userinfo' | 'device-authorization' | 'openid-configuration' | 'json-web-key-set';

/** An answer about a kind of resource. */
interface KindAnswer<Kind extends string> {
  readonly of: Kind;
  readonly row: ResourceRow;
}

/**
 * The success answer of a route: a resource, a list with or without pages, the location of a created resource, a
 * document of another standard, or bytes.
 */
export type Answer<Kind extends string = string> =
  | (KindAnswer<Kind> & { readonly answers: 'resource'; readonly status: 200 | 202 })
  | (KindAnswer<Kind> & {
      readonly answers: 'list';
      readonly isPaged: boolean;
      /** The list tells neither how many items there are nor where its last page is. */
      readonly isUncounted?: true;
      readonly listedAs?: ListNames;
      readonly status: 200;
    })
  | (KindAnswer<Kind> & { readonly answers: 'created'; readonly status: 201 | 202 })
  | { readonly answers: StandardDocument | 'nothing'; readonly status: 200 }
  /** The browser continues elsewhere. */
  | { readonly answers: 'redirect'; readonly status: 303 }
  /** Bytes of the route's media types. */
  | { readonly answers: 'bytes'; readonly status: 200 };

/** The answers that routes give of the kinds of a noun. */
export function answersOf<Resources extends Readonly<Record<string, ResourceRow>>>(resources: Resources) {
  type Kinds = keyof Resources & string;
  const answering =
    <const Details extends Omit<Extract<Answer, KindAnswer<string>>, keyof KindAnswer<string>>>(details: Details) =>
    <const Kind extends Kinds>(of: Kind): KindAnswer<Kind> & Details => ({ of, row: resources[of], ...details });
  const whole = answering({ answers: 'list', isPaged: false, status: 200 });
  return {
    /** The whole resource, unchanged. */
    resource: answering({ answers: 'resource', status: 200 }),
    /** The known parts of a resource that is still being made. */
    unfinished: answering({ answers: 'resource', status: 202 }),
    /** One page of a list. */
    pages: answering({ answers: 'list', isPaged: true, status: 200 }),
    /** One page of a list that nobody counts, because too many items are added while it is read. */
    uncountedPages: answering({ answers: 'list', isPaged: true, isUncounted: true, status: 200 }),
    /** A list that is always complete. */
    whole: <const Kind extends Kinds>(of: Kind, listedAs?: ListNames) => ({
      ...whole(of),
      ...(listedAs && { listedAs }),
    }),
    /** The location of the created resource. */
    made: answering({ answers: 'created', status: 201 }),
    /** The location of the resource on which work has begun. */
    begun: answering({ answers: 'created', status: 202 }),
  };
}

export const standard = (document: StandardDocument): Answer<never> => ({ answers: document, status: 200 });

export const token = standard('token');

/** Facts about a token (RFC 7662). */
export const introspection = standard('introspection');

export const redirect: Answer<never> = { answers: 'redirect', status: 303 };

export const nothing: Answer<never> = { answers: 'nothing', status: 200 };

export const bytes: Answer<never> = { answers: 'bytes', status: 200 };
