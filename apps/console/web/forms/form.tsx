import type { Hal, Property, Template } from '@halyard/client';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { useCopy } from '../parts/copy-button.js';
import { Refusal } from '../parts/messages.js';
import { Field, type FieldProps } from './fields.js';
import { fieldLabels, groupLegends, seldomNeeded } from './field-labels.js';
import { onlyChoiceOf, unitOf } from './given.js';
import { ListField } from './list-field.js';
import { listOf } from './list-items.js';
import { type FormState, useForm } from './use-form.js';

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
  readonly fields?: Readonly<Record<string, (props: FieldProps) => ReactElement>> | undefined;
  /** People who come back to the page find what they sent, under its idempotency key. Not for forms about persons. */
  readonly staysInHistory?: true;
  readonly onDone: (answer: unknown) => void;
  readonly question?: string | undefined;
  /**
   * Shows what was filled in, so that people confirm it before it is sent. A value that the form's rules refuse is sent
   * at once: the API refuses it as well, and says why in its own words.
   */
  readonly Review?: (props: ReviewProps) => ReactElement;
  /** Whether the form takes something away. Its button says so by its colour. */
  readonly isDangerous?: boolean;
  /** Further fields that are folded away at the end, by name. */
  readonly seldom?: readonly string[];
  /** Lets the fields stand in two columns, if there is room. */
  readonly isWide?: true;
}

export interface ReviewProps {
  readonly form: FormState;
  readonly onSend: () => void;
  readonly onClose: () => void;
}

/** A form made from the API's description of it. */
export function TemplateForm(props: TemplateFormProps): ReactElement {
  const { resource, name, template, submit, labels = {}, preset = {}, fields = {}, onDone, question } = props;
  const { staysInHistory = false, isDangerous = false, isWide = false, seldom: also = [], Review } = props;
  const [isReviewed, setReviewed] = useState(false);
  const form = useForm(resource, name, template, { preset, staysInHistory });
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(form.faults).length > 0)
      element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [form.faults]);
  const all = template.properties ?? [];
  const asked = nameFirst(all).filter((property) => !(property.name in preset) && isAsked(property));
  const seldom = asked.filter((one) => isSeldom(one, also));
  const usual = asked.filter((one) => !seldom.includes(one));
  const drawn = { all, form, labels, fields };
  const send = async (): Promise<void> => {
    const answer = await form.send();
    setReviewed(false);
    if (answer !== undefined) onDone(answer);
  };
  const submitted = (): void => {
    if (Review && form.keepsRules()) setReviewed(true);
    else void send();
  };
  return (
    <form
      ref={element}
      noValidate
      className={isWide ? 'stack wide' : 'stack'}
      onSubmit={(event) => {
        event.preventDefault();
        submitted();
      }}
    >
      {question !== undefined && <p>{question}</p>}
      <FieldGroups {...drawn} asked={usual} />
      {seldom.length > 0 && <More {...drawn} asked={seldom} />}
      <Refusal error={form.error} />
      <FormButtons
        form={form}
        submit={submit}
        isDangerous={isDangerous}
        hasFile={asked.some(({ type }) => type === 'file')}
      />
      {Review && isReviewed && <Review form={form} onSend={() => void send()} onClose={() => setReviewed(false)} />}
    </form>
  );
}

interface FormButtonsProps {
  readonly form: FormState;
  readonly submit: string;
  readonly isDangerous: boolean;
  readonly hasFile: boolean;
}

/** A file can't be part of a command that is copied. */
function FormButtons({ form, submit, isDangerous, hasFile }: FormButtonsProps): ReactElement {
  const copy = useCopy();
  return (
    <div className="actions">
      <button type="submit" className={isDangerous ? 'danger' : undefined} aria-disabled={form.isBusy}>
        {submit}
      </button>
      {!hasFile && (
        <button type="button" className="plain" onClick={() => copy('Command', form.curl())}>
          Copy as curl
        </button>
      )}
    </div>
  );
}

/** Nobody is asked for something that has only one choice. */
const isAsked = (property: Property): boolean => listOf(property.name) !== undefined || !onlyChoiceOf(property);

/** A field without which the form can't be sent is not folded away. */
const isSeldom = ({ name, required, type }: Property, also: readonly string[]): boolean =>
  (seldomNeeded.has(name) || also.includes(name)) && required !== true && type !== 'hidden';

/** The form asks for a name before anything else: for a company's, too, if it must have one. */
const nameFirst = (properties: readonly Property[]): readonly Property[] => {
  const isName = ({ name, required }: Property): boolean =>
    name === 'name' || (name === 'businessName' && required === true);
  return properties.toSorted((one, other) => Number(isName(other)) - Number(isName(one)));
};

interface FieldGroupsProps {
  readonly fields: NonNullable<TemplateFormProps['fields']>;
  readonly asked: readonly Property[];
  /** All properties of the form, also those that are not asked. */
  readonly all: readonly Property[];
  readonly form: FormState;
  readonly labels: Readonly<Record<string, string>>;
}

/** Fields in their order. The fields of a list, or of an object with a legend, stand together. */
const FieldGroups = ({ asked, ...others }: FieldGroupsProps): ReactElement => (
  <>
    {groupsOf(asked).map(({ key, list, legend, properties }) => {
      if (list !== undefined) return <ListField key={key} list={list} properties={properties} {...others} />;
      const drawn = properties.map((property) => <OneField key={property.name} property={property} {...others} />);
      if (legend === undefined) return drawn;
      return (
        <fieldset key={key}>
          <legend>{legend}</legend>
          {drawn}
        </fieldset>
      );
    })}
  </>
);

/** Fields that are folded away, unless one of them has a fault. */
const More = (props: FieldGroupsProps): ReactElement => (
  <details open={props.asked.some(({ name }) => props.form.faults[name] !== undefined)}>
    <summary>More</summary>
    <FieldGroups {...props} />
  </details>
);

interface OneFieldProps extends Omit<FieldGroupsProps, 'asked'> {
  readonly property: Property;
}

function OneField({ property, all, form, labels, fields }: OneFieldProps): ReactElement {
  const { name } = property;
  const Own = fields[name] ?? Field;
  return (
    <Own
      property={property}
      label={labels[name] ?? fieldLabels[name]}
      value={form.values[name]}
      fault={form.faults[name]}
      unit={unitOf(property, all)}
      onChange={(value) => form.set(name, value)}
    />
  );
}

interface FieldGroup {
  readonly key: string;
  readonly list: string | undefined;
  readonly legend: string | undefined;
  readonly properties: readonly Property[];
}

function groupsOf(properties: readonly Property[]): readonly FieldGroup[] {
  const groups = new Map<string, Property[]>();
  for (const property of properties) {
    const object = property.name.split('.', 1)[0] ?? '';
    const key = listOf(property.name) ?? (object in groupLegends && object !== property.name ? object : '');
    groups.set(key, [...(groups.get(key) ?? []), property]);
  }
  return [...groups].map(([key, own]) => ({
    key,
    list: own.map(({ name }) => listOf(name))[0],
    legend: groupLegends[key],
    properties: own,
  }));
}
