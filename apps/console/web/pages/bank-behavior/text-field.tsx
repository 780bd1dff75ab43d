import type { Property } from '@halyard/client';
import type { ReactElement } from 'react';
import { Field } from '../../forms/fields.js';
import { type JsonObject, memberOf, withMember } from './behavior.js';

type Choices = readonly (readonly [value: string, text: string])[];

export interface MemberFieldProps<Of extends JsonObject> {
  readonly of: Of;
  /** The path of the member in the object, with dots. */
  readonly path: string;
  /** The name of the field: its path in the body. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly isRequired?: boolean;
  /** Values to choose from, each with its text. */
  readonly choices?: Choices;
  /** Whether the field hides what people type. */
  readonly isHidden?: boolean;
  /** Whether whole numbers are sent as numbers. */
  readonly isCount?: boolean;
  readonly fault: string | undefined;
  readonly onChange: (next: Of) => void;
}

const WHOLE = /^\d{1,15}$/;

/** A field for one member of an object. A field without a text leaves its member out. */
export function TextField<Of extends JsonObject>(props: MemberFieldProps<Of>): ReactElement {
  const { of, path, name, label, hint, placeholder, choices, fault } = props;
  const { isRequired = false, isHidden = false, isCount = false } = props;
  const property: Property = {
    name,
    required: isRequired,
    ...(placeholder !== undefined && { placeholder }),
    ...(isCount && { type: 'number' }),
    ...(isHidden && { type: 'password' }),
    ...(choices && { options: { inline: choices.map(([value, prompt]) => ({ value, prompt })) } }),
  };
  const change = (given: unknown): void => {
    const text = typeof given === 'string' ? given : '';
    const value = isCount && WHOLE.test(text) ? Number(text) : text;
    props.onChange(withMember(of, path, text === '' && !isRequired ? undefined : value) as Of);
  };
  return (
    <Field property={property} label={label} hint={hint} value={memberOf(of, path)} fault={fault} onChange={change} />
  );
}
