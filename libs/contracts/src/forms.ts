import type { OfferedChoices } from './public-api/offer.js';
import type { PublicRoute } from './public-routes.js';
import type { ResourceRef } from './refs.js';

/** Kinds of fields in forms (reference facts, section 15), as far as any form has them. */
export type FormInput = 'boolean' | 'date' | 'email' | 'file' | 'hidden' | 'number' | 'sensitive' | 'string' | 'tel';

export interface FormOption {
  readonly key: string;
  readonly label: string;
  /** What it stands under, where options are in groups. */
  readonly group?: string;
}

/** The list of ours that a field's value is chosen from. */
export type FieldChoices = OfferedChoices & { readonly list: PublicRoute };

/** A field that a client may fill in, and what of its rules a form can tell. */
export interface FormField {
  readonly name: string;
  /** Where in the body it goes (JSON pointer). */
  readonly path: string;
  readonly type: FormInput;
  readonly label: string;
  readonly isRequired: boolean;
  readonly pattern?: string;
  /** Of numbers. */
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  /** Of texts, in characters. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Several of its options may be sent, as a list. */
  readonly isMultiple?: true;
  /** It is of the first item of a list, which may have this many. */
  readonly itemsMax?: number;
  /** How it may look. */
  readonly example?: string;
  readonly options?: readonly FormOption[];
  /** The list that has them. */
  readonly choices?: FieldChoices;
  /** What it is filled in with; a hidden one is sent so. */
  readonly value?: string;
}

/** What may be sent where: a body of JSON, by POST. Which rendering it gets is the gateway's business. */
export interface Form {
  readonly title: string;
  readonly target: ResourceRef;
  readonly fields: readonly FormField[];
}

/** The forms of a resource or list by their names; `default` is among them. */
export interface Forms {
  readonly [name: string]: Form;
}
