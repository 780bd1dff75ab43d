import type { Property } from '@halyard/client';
import { type ReactElement, useId } from 'react';
import { useResource } from '../api/use-resource.js';
import { allAt, itemsOf } from '../api/resource.js';
import { wordsOf } from '../parts/text.js';
import { type Choice, ChoiceGroup } from './choice-group.js';
import { FieldFault } from './field-fault.js';

export type FieldValue = string | boolean | File | readonly string[] | undefined;

export interface FieldProps {
  readonly property: Property;
  readonly label?: string | undefined;
  readonly value: FieldValue;
  readonly fault: string | undefined;
  readonly onChange: (value: FieldValue) => void;
}

/** One field of a form, as the API describes it. */
export function Field({ property, label, value, fault, onChange }: FieldProps): ReactElement | null {
  const id = useId();
  const choices = useChoices(property);
  const { name, prompt, type = 'text', required = false } = property;
  if (type === 'hidden' || property.readOnly) return null;
  const shown = label ?? prompt ?? wordsOf(name.split('.').at(-1) ?? name);
  const described = fault === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-fault` };
  const given = typeof value === 'string' ? value : '';
  if (choices && (property.multiple || name === 'permissions'))
    return <ChoiceGroup label={shown} {...{ property, choices, value, fault, onChange }} />;
  const common = { id, name, required: false, 'aria-required': required, ...described };
  return (
    <div className={type === 'checkbox' ? 'field check' : 'field'}>
      <label htmlFor={id}>
        {shown}
        {required && (
          <span className="required" aria-hidden="true" title="Required">
            {' '}
            *
          </span>
        )}
      </label>
      {choices ? (
        <select {...common} value={given} onChange={(event) => onChange(event.target.value)}>
          <option value="">{required ? 'Choose…' : '–'}</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.prompt}
            </option>
          ))}
        </select>
      ) : type === 'checkbox' ? (
        <input
          {...common}
          type="checkbox"
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
      ) : type === 'file' ? (
        <input {...common} type="file" onChange={(event) => onChange(event.target.files?.[0])} />
      ) : (
        <input
          {...common}
          type={inputTypes.has(type) ? type : 'text'}
          // A secret in this field is not the password of the person who types it. The browser must not fill one in or
          // keep it.
          autoComplete={type === 'password' ? 'off' : undefined}
          inputMode={type === 'number' ? 'decimal' : undefined}
          placeholder={property.placeholder === undefined ? undefined : `For example ${property.placeholder}`}
          value={given}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      <FieldFault id={`${id}-fault`} name={name} label={shown} fault={fault} />
    </div>
  );
}

/** Amounts stay text: an input of type `number` would make a float of them. */
const inputTypes: ReadonlySet<string> = new Set(['text', 'email', 'tel', 'url', 'date', 'month', 'password']);

function useChoices({ options }: Property): readonly Choice[] | undefined {
  const href = options?.link?.href;
  const { data } = useResource(options?.link);
  if (options?.inline)
    return options.inline.map((option) =>
      typeof option === 'string'
        ? { value: option, prompt: option }
        : { value: option.value, prompt: option.prompt ?? option.value },
    );
  if (href === undefined) return undefined;
  const { promptField = 'name', valueField = 'id' } = options ?? {};
  return itemsOf(data).flatMap((item) => {
    const prompts = allAt(item, promptField);
    return allAt(item, valueField).map((value, place) => ({ value: asText(value), prompt: asText(prompts[place]) }));
  });
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
