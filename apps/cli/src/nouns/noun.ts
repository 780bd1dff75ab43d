/** A query parameter of a GET. */
export interface Filter {
  readonly name: string;
  readonly about?: string;
  readonly values?: readonly string[];
  /** It may be given several times. */
  readonly isRepeated?: true;
}

/** A list of resources of a kind: of the account, or of a resource whose id is in its path. */
export interface ListRoute {
  readonly path: string;
  /** The kind of that resource: `customer` in `/customers/{id}/documents`. */
  readonly of?: string;
  readonly about: string;
  readonly filters: readonly Filter[];
  /** How many items a page may have. */
  readonly pageMax?: number;
}

/** A kind of resource as the command line names it, and where the API has it. */
export interface Noun {
  /** `transfers`, or `operations documents`. */
  readonly name: string;
  readonly item?: { readonly path: string; readonly about: string; readonly filters: readonly Filter[] };
  readonly lists: readonly ListRoute[];
  /** The links that such a resource may have: what can be read from there, and what can be done. */
  readonly relations: readonly string[];
}
