import { z } from 'zod';

/**
 * What a field contains that is nobody's business but its owner's: the log of requests has `[name]` in place of a name,
 * and so on (ADR 94).
 */
export const redactedContents = [
  'name',
  'email',
  'phone',
  'address',
  'birth-date',
  'ip-address',
  'website',
  'ssn',
  'passport',
  'ein',
  'account-number',
  'routing-number',
  'secret',
  'token',
  'password',
  'code',
  'idempotency-key',
  'amounts',
  'url',
  'text',
  'file',
] as const;
export type RedactedContent = (typeof redactedContents)[number];

/** `link`: one of our own. `kept`: anything else that may be shown as it was sent. */
export type FieldContent = RedactedContent | 'link' | 'kept';

const contents = z.registry<{ readonly content: FieldContent }>();

/** Says what the values of a schema contain. */
export const holding = <Schema extends z.ZodType>(content: FieldContent, schema: Schema): Schema => {
  contents.add(schema, { content });
  return schema;
};

/** A text, and what it contains. */
export const text = (content: FieldContent): z.ZodString => holding(content, z.string());

/** What was said of a schema; undefined for one of which nothing was. */
export const contentOfSchema = (schema: z.core.$ZodType): FieldContent | undefined => contents.get(schema)?.content;
