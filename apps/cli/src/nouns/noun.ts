/** The requests that cause events in the sandbox. */
export type RequestKind = 'customer' | 'owner' | 'bank' | 'transfer';

export interface Filter {
  readonly name: string;
  readonly about?: string;
  readonly values?: readonly string[];
  readonly isRepeated?: true;
}

/** A list of resources of a kind: of the account, or of a resource whose id is in its path. */
export interface ListRoute {
  readonly path: string;
  /** The kind of that resource: `customer` in `/customers/{id}/documents`. */
  readonly of?: string;
  readonly about: string;
  readonly filters: readonly Filter[];
  /** The largest number of items in a page. */
  readonly pageMax?: number;
  /** The description of the POST to the list; absent if the document has none. */
  readonly creates?: string;
  /** The POST takes a form with a file, and no JSON. */
  readonly takesFile?: true;
}

export interface Noun {
  /** `transfers`, or `operations documents`. */
  readonly name: string;
  readonly item?: { readonly path: string; readonly about: string; readonly filters: readonly Filter[] };
  readonly lists: readonly ListRoute[];
  /** The links that such a resource may have, for reading and for actions. */
  readonly relations: readonly string[];
}
