import { type Form, type FormField, type Forms, ref } from '@halyard/contracts';
import type { Customer } from '../customer.entity.js';
import { customerAnswer } from '../customer.answer.js';
import { stepOf } from '../states/customer-states.js';
import { bodies, type DataCommand } from '../update-customer/update-customer.dto.js';
import { fixedIn } from '@halyard/input';
import { named, type Purpose, formsFor } from './forms.js';

/** In order of preference: the first allowed command is the usual one. */
const titles: Readonly<Record<DataCommand, string>> = {
  retry: 'Verify the customer again',
  edit: 'Edit the customer',
  'become unverified': 'Let the customer send',
  upgrade: 'Verify the customer',
};
const commands = Object.keys(titles) as DataCommand[];

const checking: readonly DataCommand[] = ['retry', 'upgrade'];

interface ShownAttributes {
  readonly [name: string]: unknown;
}

/** Allowed forms for this type and status, filled in with the current data. @returns undefined if nothing may change */
export function editForms(customer: Customer, at: Date, areChecksAvailable: boolean): Forms | undefined {
  const target = ref('customer', customer.id);
  const { attributes } = customerAnswer(customer, at);
  const forms = commands.flatMap((command) => {
    const dto = bodies[command][customer.type];
    const isOffered = stepOf(command, customer) && (areChecksAvailable || !checking.includes(command));
    return isOffered && dto ? ownFirst(formsFor(dto, { title: titles[command], target }), attributes) : [];
  });
  return forms.length === 0
    ? undefined
    : named(forms.map(({ words, form }) => ({ words, form: filled(form, attributes) })));
}

/** Puts the forms first that fit the customer best: a sole proprietor gets its own form before that of companies. */
function ownFirst(forms: ReturnType<typeof formsFor>, attributes: ShownAttributes): ReturnType<typeof formsFor> {
  const likeness = (form: Form): number =>
    fixedIn(form.fields).filter(({ name, value }) => attributes[name] === value).length;
  return forms.toSorted((one, other) => likeness(other.form) - likeness(one.form));
}

const filled = (form: Form & Purpose, attributes: ShownAttributes): Form => ({
  ...form,
  fields: form.fields.map((field) => filledField(field, attributes)),
});

/** Fills in only public data: numbers and dates of birth have to be entered again. */
function filledField(field: FormField, attributes: ShownAttributes): FormField {
  let value: unknown = attributes;
  for (const key of field.path.slice(1).split('/')) {
    value = typeof value === 'object' && value !== null ? (value as ShownAttributes)[key] : undefined;
  }
  const isChoice = field.options === undefined || field.options.some(({ key }) => key === value);
  return field.value !== undefined || typeof value !== 'string' || !isChoice ? field : { ...field, value };
}
