import type { Type } from '@nestjs/common';
import type { FormField, FormInput, FormOption } from '@halyard/contracts';
import { escapePointer } from '../pointers.js';
import { type Choices, formNameOf, type JsonSchema, labelOf, wordsOf } from './declared.js';
import { type DeclaredField, fieldsOf } from './fields.js';
import { variantsOf } from './variants.js';

/** A form for bodies of a DTO class. If there are several forms, the words in `differsBy` tell each from the first. */
export interface FormModel {
  readonly differsBy: readonly string[];
  readonly fields: readonly FormField[];
}

/**
 * Whether forms also contain the fields of optional objects. An optional object that replaces another field is always
 * contained.
 */
export type FormScope = 'required objects' | 'all objects';

const NOTHING: FormModel = { differsBy: [], fields: [] };

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

const namedOptions = (choices: Choices): FormOption[] =>
  Object.entries(choices).flatMap(([key, label]) =>
    typeof label === 'string' ? [{ key, label }] : namedOptions(label).map((option) => ({ ...option, group: key })),
  );

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

/** The schemas of a field's rules. If the field is a list, those of its items come in addition. */
function schemasOf({ rules }: DeclaredField): readonly JsonSchema[] {
  const schemas = rules.flatMap(({ schema }) => [schema, ...listOf(schema['anyOf']).filter(isSchema)]);
  return [...schemas, ...schemas.map(({ items }) => items).filter(isSchema)];
}

const isOfType = (schemas: readonly JsonSchema[], ...types: readonly string[]): boolean =>
  schemas.some(({ type }) => types.includes(String(type)));

function usualInput(schemas: readonly JsonSchema[]): FormInput {
  if (isOfType(schemas, 'boolean') || schemas.some((schema) => schema['const'] === true)) return 'boolean';
  return isOfType(schemas, 'integer', 'number') ? 'number' : 'string';
}

/** The bounds of a number, or of a text's length. */
function boundsOf(type: FormInput, schemas: readonly JsonSchema[]): Partial<FormField> {
  const bounds: Readonly<Record<string, keyof FormField>> =
    type === 'number'
      ? { minimum: 'min', maximum: 'max', multipleOf: 'step' }
      : { minLength: 'minLength', maxLength: 'maxLength' };
  const found = Object.entries(bounds).flatMap(([keyword, bound]) => {
    const value = schemas.map((schema) => schema[keyword]).find((one) => typeof one === 'number');
    return value === undefined ? [] : [[bound, value] as const];
  });
  return { ...(isOfType(schemas, 'integer') && { step: 1 }), ...(Object.fromEntries(found) as Partial<FormField>) };
}

/**
 * Whether a field has a name that tells nothing, so that the object around it names it: `/_links/source/href`,
 * `/amount/value`.
 */
const isNamedByHolder = (field: string): boolean => field === 'href' || field === 'value';

function fieldOf(dto: Type<object>, field: DeclaredField, path: string): FormField {
  const { name, rules, conditions } = field;
  const schemas = schemasOf(field);
  const find = (keyword: string): unknown =>
    schemas.map((schema) => schema[keyword]).find((value) => value !== undefined);
  const term = rules.find((rule) => rule.term?.input ?? rule.term?.options)?.term;
  const values = listOf(find('enum')).filter((value) => typeof value === 'string');
  const options = term?.options ? namedOptions(term.options) : values.map((key) => ({ key, label: wordsOf(key) }));
  const isRequired = conditions.every(({ kind }) => kind === 'without');
  const patterned = rules
    .filter(({ name: rule }) => rule !== 'required')
    .flatMap(({ schema }) => [schema, schema['items']]);
  const pattern = patterned.filter(isSchema).find((schema) => schema['pattern'])?.['pattern'];
  const [example] = listOf(find('examples')).flat();
  const isList = isOfType(schemas, 'array');
  const isChosen = options.length > 1 || (options.length === 1 && !isRequired && !isList);
  const fixed = isChosen ? undefined : options[0]?.key;
  const type = fixed === undefined || isList ? (term?.input ?? usualInput(schemas)) : 'hidden';
  const itemsMax = isList ? find('maxItems') : undefined;
  return {
    name,
    path,
    type,
    label: labelOf(dto, isNamedByHolder(name) ? (path.split('/').at(-2) ?? name) : name),
    isRequired,
    ...(typeof pattern === 'string' && { pattern }),
    ...(typeof example === 'string' && { example }),
    ...boundsOf(type, schemas),
    ...(isChosen && { options }),
    ...(term?.choices && { choices: term.choices }),
    ...(options.length > 1 && isList && { isMultiple: true }),
    ...(options.length === 0 && typeof itemsMax === 'number' && { itemsMax }),
    ...(type === 'hidden' && fixed !== undefined && { value: fixed }),
  };
}

/** The fields that replace another one. They are sent instead of it, so no form has both. */
const standIns = (fields: readonly DeclaredField[]): ReadonlySet<string> =>
  new Set(fields.flatMap(({ conditions }) => conditions.flatMap((it) => (it.kind === 'without' ? it.fields : []))));

function variantForms(dto: Type<object>, at: string, scope: FormScope): FormModel[] {
  const variants = variantsOf(dto);
  if (!variants) return classForms(dto, at, scope);
  const { field, classes, otherwise } = variants;
  const named = new Set(Object.values(classes));
  const others = named.has(otherwise) ? [] : variantForms(otherwise, at, scope);
  return [
    ...[...named].flatMap((variant) => variantForms(variant, at, scope)),
    ...others.map((form) => differing(form, `other-${field}`)),
  ];
}

const differing = ({ differsBy, fields }: FormModel, word: string): FormModel => ({
  differsBy: [word, ...differsBy],
  fields,
});

function classForms(dto: Type<object>, at: string, scope: FormScope): FormModel[] {
  const fields = fieldsOf(dto).filter(
    ({ rules }) => !rules.some(({ name }) => name === 'notAllowed' || name === 'ignored'),
  );
  const substitutes = standIns(fields);
  const [first, ...others] = [undefined, ...substitutes].map((substitute) => {
    const offered = fields.filter(({ name, conditions }) => {
      const isReplaced = conditions.some((it) => it.kind === 'without' && it.fields.includes(substitute ?? ''));
      return substitutes.has(name) ? name === substitute : !isReplaced;
    });
    const forms = offered.map((field) => fieldForms({ dto, at, scope }, field, field.name === substitute));
    const whole = forms.reduce(combined, [NOTHING]);
    return substitute === undefined ? whole : whole.map((form) => differing(form, formNameOf(dto, substitute)));
  });
  return [...(first ?? []), ...others.flat()];
}

interface FormPlace {
  readonly dto: Type<object>;
  /** Pointer to the object that has these fields. */
  readonly at: string;
  readonly scope: FormScope;
}

/**
 * The form for an object that may be left out: none of its fields is required, and none is sent unless somebody chooses
 * it.
 */
const leftOut = ({ differsBy, fields }: FormModel): FormModel => ({
  differsBy,
  fields: fields.map(({ value, ...field }) => ({
    ...field,
    isRequired: false,
    ...(value !== undefined && { type: 'string', options: [{ key: value, label: wordsOf(value) }] }),
  })),
});

/** The form for a list of objects. It has the fields of the first object. */
const ofFirst = (itemsMax: unknown, { differsBy, fields }: FormModel): FormModel => ({
  differsBy,
  fields: fields.map((field) => ({ ...field, ...(typeof itemsMax === 'number' && { itemsMax }) })),
});

function fieldForms({ dto, at, scope }: FormPlace, field: DeclaredField, isSubstitute: boolean): FormModel[] {
  const path = `${at}/${escapePointer(field.name)}`;
  const isLeftOut = field.conditions.length > 0 && !isSubstitute;
  const { nested } = field;
  const schemas = schemasOf(field);
  const isList = isOfType(schemas, 'array');
  if (nested) {
    if (!isLeftOut) return variantForms(nested, path, scope);
    if (scope === 'required objects') return [NOTHING];
    const itemsMax = schemas.map((schema) => schema['maxItems']).find((max) => max !== undefined);
    return isList
      ? variantForms(nested, `${path}/0`, scope).map((form) => leftOut(ofFirst(itemsMax, form)))
      : variantForms(nested, path, scope).map(leftOut);
  }
  // The client chooses the names of the object's fields, so no form can have them.
  if (isOfType(schemas, 'object')) return [NOTHING];
  const model = fieldOf(dto, field, path);
  const placed = model.itemsMax === undefined ? model : { ...model, path: `${path}/0` };
  return [{ differsBy: [], fields: [isSubstitute ? { ...placed, isRequired: true } : placed] }];
}

const combined = (forms: readonly FormModel[], more: readonly FormModel[]): FormModel[] =>
  forms.flatMap((form) =>
    more.map(({ differsBy, fields }) => ({
      differsBy: [...form.differsBy, ...differsBy],
      fields: [...form.fields, ...fields],
    })),
  );

/**
 * The forms for bodies of a DTO class, made from the same declarations that validate the bodies. A field that may not
 * be sent is left out, one with a single value is hidden, and one of a nested object has its own pointer. A form can't
 * make a rule depend on another field. So each variant of an object, and each field that replaces another, has a form
 * of its own.
 */
export const formsOf = (dto: Type<object>, scope: FormScope = 'required objects'): FormModel[] =>
  variantForms(dto, '', scope);

export const formFieldsOf = (dto: Type<object>): readonly FormField[] => formsOf(dto)[0]?.fields ?? [];
