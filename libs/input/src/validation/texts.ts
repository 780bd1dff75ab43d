import type { FieldContent } from '@halyard/contracts';
import { composed } from '@halyard/core';
import { isEmail, type ValidationOptions } from 'class-validator';
import { declare, patternSchema, sourceOf, type Term } from './declared.js';
import { isJsonObject } from './plain-body.js';
import { fault } from './rules.js';

/*
 * Rules for text in any script. A text is brought into the form for comparison, and then examined and counted in
 * characters.
 */

/** The length beyond which no rule looks at a text. Composing a text may take quadratic time. */
const UNITS_MAX = 2_048;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= UNITS_MAX ? composed(value) : undefined;

function test(value: unknown, holds: (text: string) => boolean): boolean {
  const text = textOf(value);
  return text !== undefined && holds(text);
}

const lengthOf = (text: string): number => [...text].length;

/**
 * A pattern that is the only rule of a text. It must be linear, which lint enforces. The description says what it
 * allows.
 */
export interface TextFormat {
  readonly pattern: RegExp;
  readonly description: string;
  readonly content: FieldContent;
}

/** Text that is used exactly as it was sent, such as a key, a token or a secret. */
export const IsToken = (
  { pattern, description, content }: TextFormat,
  options?: ValidationOptions,
): PropertyDecorator =>
  declare(
    {
      name: 'token',
      content,
      test: (value) => typeof value === 'string' && pattern.test(value),
      schema: { type: 'string', pattern: sourceOf(pattern), description },
    },
    options,
  );

/** Text for people, in any script. */
export const IsText = ({ pattern, description, content }: TextFormat, options?: ValidationOptions): PropertyDecorator =>
  declare(
    {
      name: 'text',
      content,
      test: (value) => test(value, (text) => pattern.test(text)),
      schema: { ...patternSchema(pattern), description },
    },
    options,
  );

/** Text of one to `max` characters that is not blank, and that Postgres can store. */
export const IsReadable = (max: number, options?: ValidationOptions): PropertyDecorator =>
  declare(
    {
      name: 'readable',
      content: 'text',
      test: (value) => test(value, (text) => text.trim() !== '' && lengthOf(text) <= max && !text.includes('\0')),
      schema: {
        type: 'string',
        minLength: 1,
        maxLength: max,
        pattern: '^[^\\u0000]*[^\\u0000\\s][^\\u0000]*$',
        description: `1 to ${max} characters, not all blank.`,
      },
    },
    options,
  );

/** A list of one to `count` texts, with one to `length` characters each. */
export function IsListOfTexts(count: number, length: number): PropertyDecorator {
  const item = (value: unknown): boolean => test(value, (text) => text !== '' && lengthOf(text) <= length);
  return declare({
    name: 'listOfTexts',
    content: 'text',
    test: (value) => Array.isArray(value) && value.length > 0 && value.length <= count && value.every(item),
    item,
    schema: {
      type: 'array',
      items: { type: 'string', minLength: 1, maxLength: length },
      minItems: 1,
      maxItems: count,
      description: `1 to ${count} texts of 1 to ${length} characters.`,
    },
  });
}

/** A text of metadata. It has no NUL and no half of a surrogate pair, because Postgres can't store these. */
const METADATA_TEXT = /^[^\0\p{Surrogate}]{0,254}$/u;
const METADATA_PAIRS_MAX = 10;

const metadata: Term = {
  name: 'metadata',
  content: 'text',
  test: (value) => {
    if (!isJsonObject(value)) return false;
    const pairs = Object.entries(value);
    const fits = (item: unknown): boolean => test(item, (text) => METADATA_TEXT.test(text));
    return pairs.length <= METADATA_PAIRS_MAX && pairs.every((pair) => pair.every(fits));
  },
  schema: {
    type: 'object',
    description: 'At most ten pairs of texts of at most 254 characters.',
    maxProperties: METADATA_PAIRS_MAX,
    propertyNames: { pattern: sourceOf(METADATA_TEXT) },
    additionalProperties: { type: 'string', pattern: sourceOf(METADATA_TEXT) },
    examples: [{ order: '1' }],
  },
};

/** Metadata: at most ten pairs of strings, each shorter than 255 characters (reference facts, 7.1). */
export const IsMetadata = (): PropertyDecorator => declare(metadata, fault('Invalid', 'Invalid metadata.'));

const EMAIL_LENGTH_MAX = 254;
/**
 * Text without control characters. A quoted local part may have any character (RFC 5321), but a line break would begin
 * another header of an e-mail.
 */
const NO_CONTROLS = /^[^\u0000-\u001f\u007f-\u009f]*$/;

export const isEmailAddress = (text: string): boolean =>
  lengthOf(text) <= EMAIL_LENGTH_MAX && NO_CONTROLS.test(text) && isEmail(text);

const email: Term = {
  name: 'emailAddress',
  content: 'email',
  test: (value) => test(value, isEmailAddress),
  schema: {
    type: 'string',
    format: 'email',
    pattern: sourceOf(NO_CONTROLS),
    maxLength: EMAIL_LENGTH_MAX,
    description: 'An e-mail address of at most 254 characters, none of them a control character.',
    examples: ['ada@example.com'],
  },
  input: 'email',
};

export const IsEmailAddress = (): PropertyDecorator => declare(email);
