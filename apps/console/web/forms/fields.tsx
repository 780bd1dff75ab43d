import type { Property } from '@halyard/client';
import { type ReactElement, useId } from 'react';
import { useResource } from '../api/use-resource.js';
import { allAt, itemsOf } from '../api/resource.js';
import { wordsOf } from '../parts/text.js';
import { type Choice, ChoiceGroup } from './choice-group.js';
import { FieldFault } from './field-fault.js';
import { choiceNotes, fieldHints } from './field-labels.js';
import { RequiredMark } from './required-mark.js';

export type FieldValue = string | boolean | File | readonly string[] | undefined;

export interface FieldProps {
  readonly property: Property;
  readonly label?: string | undefined;
  readonly value: FieldValue;
  readonly fault: string | undefined;
  /** Says what to type. By default the hint for the field's name. */
  readonly hint?: string | undefined;
  /** The unit of an amount, for which nobody is asked. */
  readonly unit?: string | undefined;
  /** Whether the label already stands above the field, as the legend of its list. */
  readonly isLabelUnseen?: boolean;
  readonly onChange: (value: FieldValue) => void;
}

/** One field of a form, as the API describes it. */
export function Field(props: FieldProps): ReactElement | null {
  const { property, label, value, fault, unit, isLabelUnseen = false, onChange } = props;
  const id = useId();
  const choices = useChoices(property);
  const { name, prompt, type = 'text', required = false } = property;
  if (type === 'hidden' || property.readOnly) return null;
  const shown = label ?? prompt ?? wordsOf(name.split('.').at(-1) ?? name);
  if (choices && (property.multiple || name === 'permissions'))
    return <ChoiceGroup label={shown} {...{ property, choices, value, fault, onChange }} />;
  const [hint, notes] = [props.hint ?? fieldHints[name], choices && choiceNotes[name]];
  const described = [
    ...(unit === undefined ? [] : [`${id}-unit`]),
    ...(hint === undefined && !notes ? [] : [`${id}-hint`]),
    ...(fault === undefined ? [] : [`${id}-fault`]),
  ].join(' ');
  const control = <Control {...props} {...{ id, choices, described }} />;
  return (
    <div className={type === 'checkbox' ? 'field check' : 'field'}>
      <label htmlFor={id} className={isLabelUnseen ? 'unseen' : undefined}>
        <span>{shown}</span>
        {required && <RequiredMark />}
      </label>
      {unit === undefined ? (
        control
      ) : (
        <span className="with-unit">
          {control}
          <span id={`${id}-unit`} className="unit">
            {unit}
          </span>
        </span>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      {notes && <Notes id={`${id}-hint`} choices={choices} notes={notes} />}
      <FieldFault id={`${id}-fault`} name={name} label={shown} fault={fault} />
    </div>
  );
}

interface ControlProps extends FieldProps {
  readonly id: string;
  readonly choices: readonly Choice[] | undefined;
  /** The ids of the elements that describe the field. */
  readonly described: string;
}

function Control({ id, property, choices, described, value, fault, onChange }: ControlProps): ReactElement {
  const { name, type = 'text', required = false, placeholder } = property;
  const common = {
    ...{ id, name, required: false, 'aria-required': required },
    ...(described !== '' && { 'aria-describedby': described }),
    ...(fault !== undefined && { 'aria-invalid': true }),
  };
  const given = typeof value === 'string' ? value : '';
  if (choices)
    return (
      <select {...common} value={given} onChange={(event) => onChange(event.target.value)}>
        <option value="">{required ? 'Choose…' : '–'}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.prompt}
          </option>
        ))}
      </select>
    );
  if (type === 'checkbox')
    return (
      <input
        {...common}
        type="checkbox"
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
    );
  if (type === 'file') return <input {...common} type="file" onChange={(event) => onChange(event.target.files?.[0])} />;
  return (
    <input
      {...common}
      type={inputTypes.has(type) ? type : 'text'}
      // A secret in this field is not the password of the person who types it. The browser must not fill one in or
      // keep it.
      autoComplete={type === 'password' ? 'off' : undefined}
      inputMode={type === 'number' ? 'decimal' : undefined}
      placeholder={placeholder === undefined ? undefined : `For example ${placeholder}`}
      value={given}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface NotesProps {
  readonly id: string;
  readonly choices: readonly Choice[] | undefined;
  readonly notes: Readonly<Record<string, string>>;
}

/** Says of each choice what it means. */
const Notes = ({ id, choices = [], notes }: NotesProps): ReactElement => (
  <ul id={id} className="hint notes">
    {choices
      .filter(({ value }) => value in notes)
      .map(({ value, prompt }) => (
        <li key={value}>
          <strong>{prompt}</strong> <span>{notes[value]}</span>
        </li>
      ))}
  </ul>
);

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
