import type { Type } from '@nestjs/common';
import type { FormField, FormInput, FormOption } from '@halyard/contracts';
import { escapePointer } from '../pointers.js';
import { type Choices, labelOf, wordsOf } from './declared.js';
import { type DeclaredField, fieldsOf } from './fields.js';
import { variantsOf } from './variants.js';

/** A form for bodies of a DTO class. When there are several, the words of `differsBy` tell each from the first. */
export interface FormModel {
  readonly differsBy: readonly string[];
  readonly fields: readonly FormField[];
}

const NOTHING: FormModel = { differsBy: [], fields: [] };

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

const namedOptions = (choices: Choices): FormOption[] =>
  Object.entries(choices).flatMap(([key, label]) =>
    typeof label === 'string' ? [{ key, label }] : namedOptions(label).map((option) => ({ ...option, group: key })),
  );

function fieldOf(dto: Type<object>, { name, rules, conditions }: DeclaredField, path: string): FormField {
  const find = (keyword: string): unknown =>
    rules.map(({ schema }) => schema[keyword]).find((value) => value !== undefined);
  const term = rules.find((rule) => rule.term?.input ?? rule.term?.options)?.term;
  const values = listOf(find('enum')).filter((value) => typeof value === 'string');
  const options = term?.options ? namedOptions(term.options) : values.map((key) => ({ key, label: wordsOf(key) }));
  const fixed = options.length === 1 ? options[0]?.key : undefined;
  const pattern = rules.find((rule) => rule.name !== 'required' && rule.schema['pattern'])?.schema['pattern'];
  const [example] = listOf(find('examples'));
  const usual: FormInput = find('type') === 'boolean' ? 'boolean' : 'string';
  return {
    name,
    path,
    type: fixed === undefined ? (term?.input ?? usual) : 'hidden',
    label: labelOf(dto, name),
    isRequired: conditions.every(({ kind }) => kind === 'without'),
    ...(typeof pattern === 'string' && { pattern }),
    ...(typeof example === 'string' && { example }),
    ...(options.length > 1 && { options }),
    ...(fixed !== undefined && { value: fixed }),
  };
}

/** Fields that replace another: they are sent instead of it, so not in the same form. */
const standIns = (fields: readonly DeclaredField[]): ReadonlySet<string> =>
  new Set(fields.flatMap(({ conditions }) => conditions.flatMap((it) => (it.kind === 'without' ? it.fields : []))));

/** The forms of each class that a body may have. */
function variantForms(dto: Type<object>, at: string): FormModel[] {
  const variants = variantsOf(dto);
  if (!variants) return classForms(dto, at);
  const { field, classes, otherwise } = variants;
  const named = new Set(Object.values(classes));
  const others = named.has(otherwise) ? [] : variantForms(otherwise, at);
  return [
    ...[...named].flatMap((variant) => variantForms(variant, at)),
    ...others.map((form) => differing(form, `other-${field}`)),
  ];
}

const differing = ({ differsBy, fields }: FormModel, word: string): FormModel => ({
  differsBy: [word, ...differsBy],
  fields,
});

function classForms(dto: Type<object>, at: string): FormModel[] {
  const fields = fieldsOf(dto).filter(({ rules }) => !rules.some(({ name }) => name === 'notAllowed'));
  const substitutes = standIns(fields);
  const [first, ...others] = [undefined, ...substitutes].map((substitute) => {
    const offered = fields.filter(({ name, conditions }) => {
      const isReplaced = conditions.some((it) => it.kind === 'without' && it.fields.includes(substitute ?? ''));
      return substitutes.has(name) ? name === substitute : !isReplaced;
    });
    const forms = offered.map((field) => fieldForms(dto, field, at, field.name === substitute));
    const whole = forms.reduce(combined, [NOTHING]);
    return substitute === undefined ? whole : whole.map((form) => differing(form, substitute));
  });
  return [...(first ?? []), ...others.flat()];
}

/** An optional nested object is left out as a whole, unless it replaces another field. */
function fieldForms(dto: Type<object>, field: DeclaredField, at: string, isSubstitute: boolean): FormModel[] {
  const path = `${at}/${escapePointer(field.name)}`;
  const isLeftOut = field.conditions.length > 0 && !isSubstitute;
  if (field.nested) return isLeftOut ? [NOTHING] : variantForms(field.nested, path);
  const model = fieldOf(dto, field, path);
  return [{ differsBy: [], fields: [isSubstitute ? { ...model, isRequired: true } : model] }];
}

const combined = (forms: readonly FormModel[], more: readonly FormModel[]): FormModel[] =>
  forms.flatMap((form) =>
    more.map(({ differsBy, fields }) => ({
      differsBy: [...form.differsBy, ...differsBy],
      fields: [...form.fields, ...fields],
    })),
  );

/**
 * The forms for bodies of a DTO class, from the declarations that validate them: fields that may not be sent are not
 * offered, fields with a single value are hidden, and fields of nested objects are listed under their own pointers. A
 * form can't make a rule depend on another field: an object with variants, and a field that replaces another, have a
 * form for each.
 */
export const formsOf = (dto: Type<object>): FormModel[] => variantForms(dto, '');

/** The fields of the first of the forms. */
export const formFieldsOf = (dto: Type<object>): readonly FormField[] => formsOf(dto)[0]?.fields ?? [];
