import type { Type } from '@nestjs/common';
import { escapePointer } from '../pointers.js';
import { type Input, labelOf, wordsOf } from './declared.js';
import { type DeclaredField, fieldsOf } from './fields.js';

export interface FormOption {
  readonly key: string;
  readonly label: string;
}

/** A field that a client may fill in, and what of its rules a form can tell. */
export interface FormField {
  readonly name: string;
  /** Where in the body it goes (JSON pointer). */
  readonly path: string;
  readonly type: Input;
  readonly label: string;
  readonly isRequired: boolean;
  readonly pattern?: string;
  readonly options?: readonly FormOption[];
  /** What a hidden field is sent with. */
  readonly value?: string;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

function fieldOf(dto: Type<object>, { name, rules, conditions }: DeclaredField, path: string): FormField {
  const find = (keyword: string): unknown =>
    rules.map(({ schema }) => schema[keyword]).find((value) => value !== undefined);
  const term = rules.find((rule) => rule.term?.input ?? rule.term?.options)?.term;
  const options = listOf(find('enum'))
    .filter((value) => typeof value === 'string')
    .map((key) => ({ key, label: term?.options?.[key] ?? wordsOf(key) }));
  const [first] = options;
  const fixed = options.length === 1 ? first?.key : undefined;
  const pattern = rules.find((rule) => rule.name !== 'required' && rule.schema['pattern'])?.schema['pattern'];
  const usual: Input = find('type') === 'boolean' ? 'boolean' : 'string';
  return {
    name,
    path,
    type: fixed === undefined ? (term?.input ?? usual) : 'hidden',
    label: labelOf(dto, name),
    isRequired: conditions.length === 0,
    ...(typeof pattern === 'string' && { pattern }),
    ...(options.length > 1 && { options }),
    ...(fixed !== undefined && { value: fixed }),
  };
}

/**
 * The fields of a form for bodies of a DTO class, from the declarations that validate them: what may not be sent is not
 * offered, what has one value alone is hidden, and fields of nested objects stand under their own pointers.
 */
export function formFieldsOf(dto: Type<object>, at = ''): FormField[] {
  return fieldsOf(dto)
    .filter(({ rules }) => !rules.some(({ name }) => name === 'notAllowed'))
    .flatMap((field) => {
      const path = `${at}/${escapePointer(field.name)}`;
      return field.nested ? formFieldsOf(field.nested, path) : [fieldOf(dto, field, path)];
    });
}
