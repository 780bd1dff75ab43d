import type { OfferedChoices } from '../rows/offer.js';
import type { RouteName } from '../rows/registry.js';
import type { ResourceRef } from './refs.js';

/** Kinds of fields in forms (reference facts, section 15). Only kinds that occur in some form are here. */
export type FormInput = 'boolean' | 'date' | 'email' | 'file' | 'hidden' | 'number' | 'sensitive' | 'string' | 'tel';

export interface FormOption {
  readonly key: string;
  readonly label: string;
  /** The heading of the option, if options are in groups. */
  readonly group?: string;
}

/** The list of the API from which people choose a field's value. */
export type FieldChoices = OfferedChoices & { readonly list: RouteName };

/** A field that a client may fill in, with those of its rules that a form can tell. */
export interface FormField {
  readonly name: string;
  /** The field's place in the body (JSON pointer). */
  readonly path: string;
  readonly type: FormInput;
  readonly label: string;
  readonly isRequired: boolean;
  readonly pattern?: string;
  /** Limits of numbers. */
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  /** Limits of texts, in characters. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Several of the options may be sent, as a list. */
  readonly isMultiple?: true;
  /** The field belongs to the first item of a list, which may have this many items. */
  readonly itemsMax?: number;
  /** An example of a value. */
  readonly example?: string;
  readonly options?: readonly FormOption[];
  /** The list that has the options. */
  readonly choices?: FieldChoices;
  /** The value with which the field is filled in. A hidden field is sent with it. */
  readonly value?: string;
}

/** A request that may be sent, and its target: a body of JSON, by POST. The gateway decides how to render the form. */
export interface Form {
  readonly title: string;
  readonly target: ResourceRef;
  readonly fields: readonly FormField[];
}

/** The forms of a resource or list, by name. One of them is `default`. */
export interface Forms {
  readonly [name: string]: Form;
}
