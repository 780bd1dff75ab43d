import type { Type } from '@nestjs/common';
import type { Form, Forms, ResourceRef } from '@halyard/contracts';
import { wordedForms } from '@halyard/input';

export interface Purpose {
  readonly title: string;
  readonly target: ResourceRef;
}

/** The words distinguish the form from others of the same purpose. */
interface WordedForm {
  readonly words: readonly string[];
  readonly form: Form;
}

/** All forms of a DTO class, for each of its variants. */
export const formsFor = (dto: Type<object>, purpose: Purpose): WordedForm[] =>
  wordedForms(dto).map(({ words, fields }) => ({ words, form: { ...purpose, fields } }));

/** Names the first form `default`, since it is the usual one. */
export const named = (forms: readonly WordedForm[]): Forms =>
  Object.fromEntries(forms.map(({ words, form }, index) => [index === 0 ? 'default' : words.join('-'), form]));
