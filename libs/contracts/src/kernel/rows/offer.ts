/** The list from which people choose a field's value. It belongs to the account, or to the resource itself. */
export interface OfferedChoices {
  /** The name of the list's route. */
  readonly list: string;
  /** Whose id the list's path contains. Absent if the path has no id. */
  readonly of?: 'account' | 'resource';
  /** The places of the text and the value in each item of the list. */
  readonly prompt: string;
  readonly value: string;
}

/** Options by field name. */
export type OfferedOptions = Readonly<Record<string, readonly string[]>>;

/** Placeholders in an offer for the URL of the resource that makes it, or of its owner's balance. */
export const ends = { resource: '{resource}', balance: '{balance}' } as const;

/** Stands in an offer for the value of one of the resource's attributes. */
export interface ShownAttribute {
  readonly shown: string;
}

/** How a resource or list offers a write. A field's name is its place in the body, with dots. */
export interface Offer {
  /** Fixed values that are sent unchanged. */
  readonly sends?: Readonly<Record<string, string | boolean | ShownAttribute>>;
  /**
   * Fields that are filled in from the resource, each with the first of these attributes that the resource has. Without
   * attributes, a field is left empty though the resource shows a value of its name.
   */
  readonly fills?: Readonly<Record<string, readonly string[]>>;
  /** The fields that the client fills in, each with the fields below it. Absent for all fields. */
  readonly asks?: readonly string[];
  /** The shapes of the body that are offered, by name. Absent for all shapes. The usual shape has no name. */
  readonly shapes?: readonly string[];
  /** Further fields that the client fills in while an attribute of the resource has this value. */
  readonly asksWhile?: { readonly attribute: string; readonly is: string; readonly fields: readonly string[] };
  /** Whether all asked fields are required, although the body of the route may leave them out. */
  readonly requiresAll?: true;
  readonly choices?: Readonly<Record<string, OfferedChoices>>;
  /** The offered options of a field, if not all of its options are offered. */
  readonly options?: OfferedOptions;
}

/** The resources and lists that offer a write to clients. */
export interface Offers {
  /** Offers by the kind of resource, and by the relation of the link that leads to the write. */
  readonly resources?: Readonly<Record<string, Readonly<Record<string, Offer>>>>;
  /** Offers by the route of the list. A list at the write's own path offers it without being named. */
  readonly lists?: Readonly<Record<string, Offer>>;
}
