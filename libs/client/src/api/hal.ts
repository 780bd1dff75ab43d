declare const leadsTo: unique symbol;

export interface Link {
  readonly href: string;
  readonly type?: string;
  readonly 'resource-type'?: string;
}

/** A link to a resource of a known type. Only the type knows this; nothing of it is sent. */
export interface LinkTo<Resource> extends Link {
  readonly [leadsTo]?: Resource;
}

export type Linked<L> = L extends LinkTo<infer Resource> ? Resource : never;

/** The answer to a POST that created or began something. */
export interface Created<Resource> {
  /** The last part of `location`. */
  readonly id: string;
  readonly location: string;
  /** The answer repeats the one to an earlier request with the same key. */
  readonly replayed: boolean;
  readonly requestId: string | undefined;
  /** Read after the answer if `read` was set. */
  readonly resource?: Resource;
}

export interface Hal {
  readonly _links: { readonly [relation: string]: unknown };
}
