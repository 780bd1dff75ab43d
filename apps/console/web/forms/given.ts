import type { Property, Template } from '@halyard/client';
import type { FieldValue } from './fields.js';
import { fieldIn, itemOf, ruleNameOf, sentItems } from './list-items.js';

export type FormValues = Readonly<Record<string, FieldValue>>;

/** The value of a property that has only one choice, for which nobody is asked. */
export function onlyChoiceOf({ options }: Property): string | undefined {
  const [only, ...others] = options?.inline ?? [];
  if (only === undefined || others.length > 0) return undefined;
  return typeof only === 'string' ? only : only.value;
}

/** The currency of an amount's field, if the form leaves no choice; undefined for other fields. */
export function unitOf({ name }: Property, properties: readonly Property[]): string | undefined {
  if (!name.endsWith('.value')) return undefined;
  const currency = properties.find((one) => one.name === name.replace(/value$/, 'currency'));
  if (currency?.type === 'hidden') return typeof currency.value === 'string' ? currency.value : undefined;
  return currency && onlyChoiceOf(currency);
}

/** The values that a form sends. It leaves out empty fields, and list items in which nothing was filled in. */
export function givenIn(values: FormValues, template: Template): Readonly<Record<string, FieldValue | number>> {
  const given = filledIn(values, template);
  const sent = sentItems(given.map(([name]) => name));
  const named = given.map(([name, value]) => {
    const item = sent.get(itemOf(name) ?? '');
    return [item === undefined ? name : fieldIn(item, name), value] as const;
  });
  const all = Object.fromEntries(named);
  return { ...onlyChoicesIn([...sent.values()], template), ...onlyChoicesBeside(Object.keys(all), template), ...all };
}

/**
 * Finds the form's field for a field of the sent body. List items may have other places in the body than in the form.
 */
export function fieldOfSent(field: string, values: FormValues, template: Template): string {
  const sent = sentItems(filledIn(values, template).map(([name]) => name));
  const [item] = [...sent].find(([, place]) => place === itemOf(field)) ?? [];
  return item === undefined ? field : fieldIn(item, field);
}

function filledIn(values: FormValues, { properties = [] }: Template) {
  const rules = new Map(properties.map((property) => [property.name, property]));
  return Object.entries(values).flatMap(([name, value]) => {
    const field = rules.get(name) ?? rules.get(ruleNameOf(name));
    const isFixed = field?.type === 'hidden' || field?.readOnly === true;
    const isMeant = value !== false || field?.required === true || field?.value === 'true';
    const isSent = value !== undefined && value !== '' && !isFixed && isMeant;
    return isSent ? [[name, field && isWhole(field) ? numberIn(value) : value] as const] : [];
  });
}

/** The form has no fields for properties of list items that have only one choice. Each sent item gets that choice. */
const onlyChoicesIn = (items: readonly string[], { properties = [] }: Template): Record<string, string> =>
  Object.fromEntries(
    items.flatMap((item) =>
      properties
        .filter(({ name }) => itemOf(name) === ruleNameOf(item))
        .flatMap((property) => {
          const only = onlyChoiceOf(property);
          return only === undefined ? [] : [[fieldIn(item, property.name), only] as const];
        }),
    ),
  );

/** Nobody is asked for a property with only one choice. It is sent if another property of the same object is. */
const onlyChoicesBeside = (given: readonly string[], { properties = [] }: Template): Record<string, string> =>
  Object.fromEntries(
    properties.flatMap((property) => {
      const { name } = property;
      const [only, object] = [onlyChoiceOf(property), name.slice(0, name.lastIndexOf('.') + 1)];
      const isBeside = object !== '' && itemOf(name) === undefined && given.some((one) => one.startsWith(object));
      return only !== undefined && isBeside ? [[name, only] as const] : [];
    }),
  );

/** Whether the field takes whole numbers. An amount, in steps of a cent, is a number as well, but is sent as text. */
const isWhole = ({ type, step = 1 }: Property): boolean => type === 'number' && Number.isInteger(step);

const numberIn = (value: FieldValue): FieldValue | number =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
