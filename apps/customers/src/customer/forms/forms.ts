import type { Type } from '@nestjs/common';
import type { Form, FormField, Forms, ResourceRef } from '@halyard/contracts';
import { classesOf, formsOf } from '@halyard/http';

/** Where forms lead, and what they are for. */
export interface Purpose {
  readonly title: string;
  readonly target: ResourceRef;
}

/** A form, and the words that tell it from the others of its purpose: what it says by itself, then how it differs. */
interface Worded {
  readonly words: readonly string[];
  readonly form: Form;
}

/** `/type`, and nothing within another object. */
const isOfBody = ({ path }: FormField): boolean => path.lastIndexOf('/') === 0;

/** What the client has no choice in. */
export const fixedIn = ({ fields }: Form): readonly FormField[] =>
  fields.filter((field) => field.type === 'hidden' && isOfBody(field));

/** All forms for bodies of a DTO class, each class that they may be of in turn. */
export const wordedForms = (dto: Type<object>, purpose: Purpose): Worded[] =>
  classesOf(dto).flatMap((each) =>
    formsOf(each).map(({ fields, differsBy }) => {
      const form = { ...purpose, fields };
      return { form, words: [...fixedIn(form).map(({ value = '' }) => value), ...differsBy] };
    }),
  );

/** The first is the usual one, and is called so. */
export const named = (forms: readonly Worded[]): Forms =>
  Object.fromEntries(forms.map(({ words, form }, index) => [index === 0 ? 'default' : words.join('-'), form]));
