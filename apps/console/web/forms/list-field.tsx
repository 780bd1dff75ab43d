import type { Property } from '@halyard/client';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { wordsOf } from '../parts/text.js';
import { fieldLabels } from './field-labels.js';
import { Field, type FieldProps } from './fields.js';
import { onlyChoiceOf, unitOf } from './given.js';
import { fieldIn, itemOf, itemsIn } from './list-items.js';
import type { FormState } from './use-form.js';

interface ListFieldProps {
  readonly list: string;
  /** The properties of the list's items. If the list is empty, the properties that its first item would have. */
  readonly properties: readonly Property[];
  readonly form: FormState;
  /** Labels by the names of the first item's fields. */
  readonly labels: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, (props: FieldProps) => ReactElement>>;
}

/** A list of texts or of objects. It does not contain items that are left empty. */
export function ListField({ list, properties, form, labels, fields }: ListFieldProps): ReactElement {
  const group = useRef<HTMLFieldSetElement>(null);
  const [added, setAdded] = useState<string>();
  useEffect(() => {
    if (added !== undefined) group.current?.querySelector<HTMLElement>(`[name^="${added}"]`)?.focus();
  }, [added]);
  const label = fieldLabels[list] ?? wordsOf(list);
  const first = `${list}.0`;
  const asked = properties.filter((property) => itemOf(property.name) === first && !onlyChoiceOf(property));
  const items = itemsIn(list, Object.keys(form.values));
  const most = asked.find(({ type }) => type !== 'number')?.max ?? Number.POSITIVE_INFINITY;
  const add = (): void => {
    const next = `${list}.${String(1 + Number(items.at(-1)?.split('.')[1] ?? -1))}`;
    for (const { name } of asked) form.set(fieldIn(next, name), '');
    setAdded(next);
  };
  const remove = (item: string): void => {
    form.drop(item);
    setAdded(undefined);
    group.current?.focus();
  };
  return (
    <fieldset ref={group} tabIndex={-1}>
      <legend>{label}</legend>
      {items.map((item, place) => (
        <div key={item} className="item">
          {asked.map((property) => {
            const own = property.name === first ? label : (labels[property.name] ?? fieldLabels[property.name]);
            const name = fieldIn(item, property.name);
            const named = own ?? property.prompt ?? name;
            const OneField = fields[property.name] ?? Field;
            return (
              <OneField
                key={name}
                property={{ ...property, name }}
                label={place === 0 ? named : `${named} ${String(place + 1)}`}
                isLabelUnseen={property.name === first}
                value={form.values[name]}
                fault={form.faults[name]}
                unit={unitOf(property, properties)}
                onChange={(value) => form.set(name, value)}
              />
            );
          })}
          {items.length > 1 && (
            <Plain label={`Remove ${String(place + 1)} from ${label}`} text="Remove" onClick={() => remove(item)} />
          )}
        </div>
      ))}
      <div className="actions">
        <Plain label={`Add to ${label}`} text="Add" disabled={items.length >= most} onClick={add} />
      </div>
    </fieldset>
  );
}

interface PlainProps {
  readonly label: string;
  readonly text: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

const Plain = ({ label, text, ...button }: PlainProps): ReactElement => (
  <button type="button" className="plain" aria-label={label} {...button}>
    {text}
  </button>
);
