import type { Type } from '@nestjs/common';
import type { Form, FormField, Forms, ResourceRef } from '@halyard/contracts';
import { classesOf, formsOf } from '@halyard/input';

/** What a form is for, and where it is sent. */
export interface Purpose {
  readonly title: string;
  readonly target: ResourceRef;
}

/** A form, and the words that distinguish it from others of the same purpose: its fixed values, then how it differs. */
interface Worded {
  readonly words: readonly string[];
  readonly form: Form;
}

/** Whether a field is at the top level, such as `/type`. */
const isOfBody = ({ path }: FormField): boolean => path.lastIndexOf('/') === 0;

/** Fields whose value the client cannot choose. */
export const fixedIn = ({ fields }: Form): readonly FormField[] =>
  fields.filter((field) => field.type === 'hidden' && isOfBody(field));

/** All forms for bodies of a DTO class, for each of its variants. */
export const wordedForms = (dto: Type<object>, purpose: Purpose): Worded[] =>
  classesOf(dto).flatMap((each) =>
    formsOf(each).map(({ fields, differsBy }) => {
      const form = { ...purpose, fields };
      return { form, words: [...fixedIn(form).map(({ value = '' }) => value), ...differsBy] };
    }),
  );

/** The first form is the usual one, and is named `default`. */
export const named = (forms: readonly Worded[]): Forms =>
  Object.fromEntries(forms.map(({ words, form }, index) => [index === 0 ? 'default' : words.join('-'), form]));
