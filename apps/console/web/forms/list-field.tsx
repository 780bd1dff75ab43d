import type { Property } from '@halyard/client';
import { type ReactElement, useId } from 'react';
import { wordsOf } from '../parts/text.js';
import { fieldLabels } from './field-labels.js';
import type { Form } from './use-form.js';

const ITEM = /^(\w+)\.\d+$/;

/** The list that a field is an item of: of `redirectUrls.0`, `redirectUrls`. */
export const listOf = (field: string): string | undefined => ITEM.exec(field)?.[1];

interface ListFieldProps {
  readonly list: string;
  /** Of the items that there are, or of the first one. */
  readonly properties: readonly Property[];
  readonly form: Form;
}

/** A list of texts: one that is left empty is not in the list. */
export function ListField({ list, properties, form }: ListFieldProps): ReactElement {
  const id = useId();
  const label = fieldLabels[list] ?? wordsOf(list);
  const count = Math.max(
    properties.length,
    ...Object.keys(form.values).map((name) => (listOf(name) === list ? Number(name.split('.')[1]) + 1 : 0)),
  );
  const most = properties[0]?.max ?? Number.POSITIVE_INFINITY;
  return (
    <fieldset>
      <legend>{label}</legend>
      {Array.from({ length: count }, (_, place) => {
        const name = `${list}.${String(place)}`;
        const value = form.values[name];
        const fault = form.faults[name];
        return (
          <div key={name} className="field">
            <label htmlFor={id + name}>{place === 0 ? label : `${label} ${String(place + 1)}`}</label>
            <input
              id={id + name}
              name={name}
              value={typeof value === 'string' ? value : ''}
              {...(fault !== undefined && { 'aria-invalid': true, 'aria-describedby': `${id}${name}-fault` })}
              onChange={(event) => form.set(name, event.target.value)}
            />
            {fault !== undefined && (
              <p className="fault" id={`${id}${name}-fault`}>
                {fault}
              </p>
            )}
          </div>
        );
      })}
      <div className="actions">
        <button
          type="button"
          className="plain"
          aria-label={`Add to ${label}`}
          disabled={count >= most}
          onClick={() => form.set(`${list}.${String(count)}`, '')}
        >
          Add
        </button>
      </div>
    </fieldset>
  );
}
