declare const leadsTo: unique symbol;

/** A link as resources have it. */
export interface Link {
  readonly href: string;
  readonly type?: string;
  readonly 'resource-type'?: string;
}

/** A link by which a resource of a known type is read. The type alone knows it: nothing of it is sent. */
export interface LinkTo<Resource> extends Link {
  readonly [leadsTo]?: Resource;
}

/** What a link of a type leads to. */
export type Linked<L> = L extends LinkTo<infer Resource> ? Resource : never;

/** What a POST has created or begun. */
export interface Created<Resource> {
  /** The last part of its address. */
  readonly id: string;
  readonly location: string;
  /** Whether the answer is that to an earlier request with the same key. */
  readonly replayed: boolean;
  readonly requestId: string | undefined;
  /** Read after the answer, where that was asked for. */
  readonly resource?: Resource;
}

/** Anything that has links. */
export interface Hal {
  readonly _links: { readonly [relation: string]: unknown };
}
