import type { Form, FormField, FormInput, FormOption, Forms, ResourceRef } from '@halyard/contracts';
import type { AnswerType, FormsDialect } from '../media/answer-type.js';

type Rendered = Readonly<Record<string, object>>;

/** What a form has to know about its client. */
interface FormView {
  readonly type: AnswerType;
  readonly hrefOf: (target: ResourceRef) => string;
}

/**
 * The forms of a resource or list in the format that the client asked for. Undefined for a client that asked for none.
 */
export function renderForms(forms: Forms, view: FormView): Rendered {
  const { forms: dialect } = view.type;
  return dialect === undefined ? {} : dialects[dialect](forms, view);
}

const each = (forms: Forms, render: (form: Form) => object): Rendered =>
  Object.fromEntries(Object.entries(forms).map(([name, form]) => [name, render(form)]));

const dialects: Readonly<Record<FormsDialect, (forms: Forms, view: FormView) => Rendered>> = {
  profile: (forms, view) => ({ _forms: each(forms, (form) => profileForm(form, view)) }),
  templates: (forms, view) => ({ _templates: each(forms, (form) => template(form, view)) }),
};

/** `/controller/address/city` -> `controller.address.city`: the unique name of a field in its form. */
const nameOf = ({ path }: FormField): string => path.slice(1).replaceAll('/', '.');

/** A form of the vendor's profile (reference facts, section 15). */
const profileForm = ({ target, fields }: Form, view: FormView) => ({
  _links: { target: { href: view.hrefOf(target) } },
  method: 'POST',
  contentType: view.type.link,
  fields: fields.map((field) => ({
    name: nameOf(field),
    path: field.path,
    type: field.type,
    displayText: field.label,
    ...(field.value !== undefined && { value: field.value }),
    ...((field.isRequired || field.pattern !== undefined) && { validations: validationsOf(field) }),
    ...(field.example !== undefined && { placeholder: field.example }),
    ...(field.options && { accepted: acceptedOf(field.options) }),
  })),
});

/** In the profile only plain text has a pattern. */
const validationsOf = ({ isRequired, pattern, type }: FormField) => ({
  required: isRequired,
  ...(pattern !== undefined && type === 'string' && { regex: pattern }),
});

const acceptedValue = ({ key, label }: FormOption) => ({ key, value: key, displayText: label });

function acceptedOf(options: readonly FormOption[]) {
  const groups = Map.groupBy(options, ({ group }) => group);
  if (groups.size <= 1) return { values: options.map(acceptedValue) };
  return {
    groupedValues: [...groups].map(([group = '', members]) => ({
      key: group,
      displayText: group,
      values: members.map(acceptedValue),
    })),
  };
}

/** The HTML types of these fields. */
const inputs: Readonly<Record<FormInput, string>> = {
  boolean: 'checkbox',
  date: 'date',
  email: 'email',
  hidden: 'hidden',
  number: 'number',
  sensitive: 'password',
  string: 'text',
  tel: 'tel',
};

/** A template of HAL-FORMS. */
const template = ({ title, target, fields }: Form, view: FormView) => ({
  title,
  method: 'POST',
  contentType: 'application/json',
  target: view.hrefOf(target),
  properties: fields.map((field) => ({
    name: nameOf(field),
    prompt: field.label,
    type: inputs[field.type],
    required: field.isRequired,
    ...(field.value !== undefined && { value: field.value }),
    ...(field.type === 'hidden' && { readOnly: true }),
    ...(field.pattern !== undefined && { regex: field.pattern }),
    ...(field.example !== undefined && { placeholder: field.example }),
    ...(field.options && {
      options: { inline: field.options.map(({ key, label }) => ({ prompt: label, value: key })) },
    }),
  })),
});
