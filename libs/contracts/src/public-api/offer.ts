/** The list that a field's value is chosen from: one of the account, or one of the resource itself. */
export interface OfferedChoices {
  /** The name of its route. */
  readonly list: string;
  /** Whose id its path has; absent where it has none. */
  readonly of?: 'account' | 'resource';
  /** Where the text and the value are in each of its items. */
  readonly prompt: string;
  readonly value: string;
}

/** By the names of fields. */
export type OfferedOptions = Readonly<Record<string, readonly string[]>>;

/** Stands in an offer for the URL of the resource that makes it, or for that of the balance of its owner. */
export const ends = { resource: '{resource}', balance: '{balance}' } as const;

/** Stands in an offer for what the resource shows as an attribute. */
export interface ShownAttribute {
  readonly shown: string;
}

/** How a resource or list offers a write. Fields are named by their place in the body, with dots. */
export interface Offer {
  /** What is sent as it stands. */
  readonly sends?: Readonly<Record<string, string | boolean | ShownAttribute>>;
  /** Fields that are filled in with what the resource shows elsewhere: with the first of these attributes that it has. */
  readonly fills?: Readonly<Record<string, readonly string[]>>;
  /** The fields that the client fills in, each with those below it; all of them where it is absent. */
  readonly asks?: readonly string[];
  /** The shapes of the body that are offered, by their names; all of them where it is absent. The usual one has none. */
  readonly shapes?: readonly string[];
  /** Further ones, while the resource shows this value of an attribute. */
  readonly asksWhile?: { readonly attribute: string; readonly is: string; readonly fields: readonly string[] };
  /** Whether all that it asks for is required, though the body of its route may be without it. */
  readonly requiresAll?: true;
  readonly choices?: Readonly<Record<string, OfferedChoices>>;
  /** The options of a field that are offered, where not all of them are. */
  readonly options?: OfferedOptions;
}

/** Where clients are offered a write. */
export interface Offers {
  /** By kind of resource, the relations of the links that lead to it. */
  readonly resources?: Readonly<Record<string, Readonly<Record<string, Offer>>>>;
  /** By the routes of lists; a list at the path of the write itself offers it without being named. */
  readonly lists?: Readonly<Record<string, Offer>>;
}
