import type { Type } from '@nestjs/common';
import type { Form, Forms, ResourceRef } from '@halyard/contracts';
import { wordedForms } from '@halyard/input';

/** What a form is for, and where it is sent. */
export interface Purpose {
  readonly title: string;
  readonly target: ResourceRef;
}

/** A form, and the words that distinguish it from others of the same purpose. */
interface Worded {
  readonly words: readonly string[];
  readonly form: Form;
}

/** All forms for bodies of a DTO class, for each of its variants. */
export const formsFor = (dto: Type<object>, purpose: Purpose): Worded[] =>
  wordedForms(dto).map(({ words, fields }) => ({ words, form: { ...purpose, fields } }));

/** The first form is the usual one, and is named `default`. */
export const named = (forms: readonly Worded[]): Forms =>
  Object.fromEntries(forms.map(({ words, form }, index) => [index === 0 ? 'default' : words.join('-'), form]));
