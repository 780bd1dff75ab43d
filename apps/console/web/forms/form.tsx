import type { Hal, Property, Template } from '@halyard/client';
import { type ReactElement, useEffect, useRef } from 'react';
import { useCopy } from '../parts/copy-button.js';
import { Refusal } from '../parts/messages.js';
import { Field, type FieldProps } from './fields.js';
import { fieldLabels } from './field-labels.js';
import { ListField } from './list-field.js';
import { listOf } from './list-items.js';
import { useForm } from './use-form.js';

export interface TemplateFormProps {
  readonly resource: Hal;
  readonly name: string;
  readonly template: Template;
  /** The label of the form's button. */
  readonly submit: string;
  /** Labels by field name, for fields whose own label says too little. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** Values that the page sets itself. The form shows no field for them. */
  readonly preset?: Readonly<Record<string, string>>;
  /** Fields that the page draws itself, by field name. */
  readonly fields?: Readonly<Record<string, (props: FieldProps) => ReactElement>>;
  /** People who come back to the page find what they sent, under its idempotency key. Not for forms about persons. */
  readonly staysInHistory?: true;
  readonly onDone: (answer: unknown) => void;
  readonly question?: string | undefined;
}

/** A form made from the API's description of it. */
export function TemplateForm(props: TemplateFormProps): ReactElement {
  const { resource, name, template, submit, labels = {}, preset = {}, fields: own = {}, onDone, question } = props;
  const { staysInHistory = false } = props;
  const form = useForm(resource, name, template, { preset, staysInHistory });
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(form.faults).length > 0)
      element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [form.faults]);
  const asked = nameFirst(template.properties ?? []).filter((property) => !(property.name in preset));
  const copy = useCopy();
  const send = async (): Promise<void> => {
    const answer = await form.send();
    if (answer !== undefined) onDone(answer);
  };
  return (
    <form
      ref={element}
      noValidate
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {question !== undefined && <p>{question}</p>}
      {groupsOf(asked).map(([list, properties]) => {
        if (list !== undefined)
          return <ListField key={list} list={list} properties={properties} form={form} labels={labels} fields={own} />;
        return properties.map((property) => {
          const OneField = own[property.name] ?? Field;
          return (
            <OneField
              key={property.name}
              property={property}
              label={labels[property.name] ?? fieldLabels[property.name]}
              value={form.values[property.name]}
              fault={form.faults[property.name]}
              onChange={(value) => form.set(property.name, value)}
            />
          );
        });
      })}
      <Refusal error={form.error} />
      <div className="actions">
        <button type="submit" aria-disabled={form.isBusy}>
          {submit}
        </button>
        {!asked.some(({ type }) => type === 'file') && (
          <button type="button" className="plain" onClick={() => copy('Command', form.curl())}>
            Copy as curl
          </button>
        )}
      </div>
    </form>
  );
}

/** The form asks for a name before anything else. */
const nameFirst = (properties: readonly Property[]): readonly Property[] =>
  properties.toSorted((one, other) => Number(other.name === 'name') - Number(one.name === 'name'));

/** The fields of a list's items stand together. */
function groupsOf(properties: readonly Property[]): readonly (readonly [string | undefined, readonly Property[]])[] {
  const groups = new Map<string | undefined, Property[]>();
  for (const property of properties) {
    const list = listOf(property.name);
    groups.set(list, [...(groups.get(list) ?? []), property]);
  }
  return [...groups];
}
