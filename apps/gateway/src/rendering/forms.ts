import type { Form, FormField, FormOption, Forms, ResourceRef } from '@halyard/contracts';
import type { AnswerType } from '../media/answer-type.js';
import { nameOf } from './templates.js';

type RenderedTemplates = Readonly<Record<string, object>>;

interface FormView {
  readonly type: AnswerType;
  readonly hrefOf: (target: ResourceRef) => string;
}

export function renderForms(forms: Forms, view: FormView): RenderedTemplates {
  if (view.type.forms !== 'profile') return {};
  const rendered = Object.entries(forms).map(([name, form]) => [name, profileForm(form, view)] as const);
  return { _forms: Object.fromEntries(rendered) };
}

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
