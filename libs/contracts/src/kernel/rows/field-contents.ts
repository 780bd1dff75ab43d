import { z } from 'zod';

/**
 * Contents of a field that only its owner may see. The log of requests shows `[name]` in place of a name, and so on
 * (ADR 94).
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

/** `link`: the address of a resource of this API. `kept`: any other value that may be shown as it was sent. */
export type FieldContent = RedactedContent | 'link' | 'kept';

const contents = z.registry<{ readonly content: FieldContent }>();

/** Declares the content of a schema's values. */
export const holding = <Schema extends z.ZodType>(content: FieldContent, schema: Schema): Schema => {
  contents.add(schema, { content });
  return schema;
};

/** A text schema with declared content. */
export const text = (content: FieldContent): z.ZodString => holding(content, z.string());

/** The declared content of a schema; undefined if nothing was declared. */
export const contentOfSchema = (schema: z.core.$ZodType): FieldContent | undefined => contents.get(schema)?.content;
