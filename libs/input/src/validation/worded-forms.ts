import type { Type } from '@nestjs/common';
import type { FormField } from '@halyard/contracts';
import { type FormScope, formsOf } from './form-model.js';
import { classesOf } from './schema.js';

/**
 * A form, with the words that tell it from the other forms for the same body: first its fixed values, then the words
 * for how it differs.
 */
export interface WordedForm {
  readonly words: readonly string[];
  readonly fields: readonly FormField[];
}

/** Whether a field is at the top level, such as `/type`. */
const isOfBody = ({ path }: FormField): boolean => path.lastIndexOf('/') === 0;

/** The top-level fields whose values the client can't choose. */
export const fixedIn = (fields: readonly FormField[]): readonly FormField[] =>
  fields.filter((field) => field.type === 'hidden' && isOfBody(field));

const worded = (fields: readonly FormField[], differsBy: readonly string[]): WordedForm => ({
  words: [...fixedIn(fields).map(({ value = '' }) => value), ...differsBy],
  fields,
});

/** Repeats a form for each value of its first choice, if no words tell it from the others. */
function chosen(form: WordedForm): readonly WordedForm[] {
  const choice = form.fields.find(({ options, isRequired }) => options !== undefined && isRequired);
  if (form.words.length > 0 || !choice?.options) return [form];
  const { options, ...rest } = choice;
  return options.map(({ key }) => {
    const fixed: FormField = { ...rest, type: 'hidden', value: key };
    return worded(
      form.fields.map((field) => (field === choice ? fixed : field)),
      [],
    );
  });
}

const made = new WeakMap<Type<object>, Map<FormScope | undefined, readonly WordedForm[]>>();

/** All forms for bodies of a DTO class and its variants. They are made once. The first one is the usual one. */
export function wordedForms(dto: Type<object>, scope?: FormScope): readonly WordedForm[] {
  const ofClass = made.get(dto) ?? new Map<FormScope | undefined, readonly WordedForm[]>();
  made.set(dto, ofClass);
  const forms = ofClass.get(scope) ?? formsFrom(dto, scope);
  ofClass.set(scope, forms);
  return forms;
}

function formsFrom(dto: Type<object>, scope: FormScope | undefined): readonly WordedForm[] {
  const [first, ...others] = classesOf(dto)
    .flatMap((each) => formsOf(each, scope))
    .map(({ fields, differsBy }) => worded(fields, differsBy));
  return first ? [first, ...others.flatMap(chosen)] : [];
}
