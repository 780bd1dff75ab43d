import { DomainError } from '@halyard/core';
import { essenceOf } from '@halyard/http';
import { isJsonType, parseJsonBody, textOf } from './request-body.js';

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';
/** Far above any real token request; the token endpoint may repeat a parameter in its answer. */
const FIELDS_MAX = 32;
const FIELD_LENGTH_MAX = 4_096;

/** The media types that /token accepts besides JSON (reference facts, 14.1). */
export const isFormType = (essence: string): boolean => essence === FORM || essence === MULTIPART;

/**
 * Reads the parameters of a token request: a form, multipart without files, or JSON. JSON members that are not text are
 * dropped, so that the token endpoint itself reports what is missing.
 *
 * @throws DomainError BadRequest if it can't be read, holds a file, has too many or too long parameters, or repeats one
 * (RFC 6749, 3.2)
 */
export async function parseTokenForm(bytes: Buffer, contentType: string): Promise<Readonly<Record<string, string>>> {
  if (bytes.length === 0) return {};
  const essence = essenceOf(contentType);
  if (isJsonType(essence)) return once(textFields(Object.entries(parseJsonBody(bytes))));
  if (essence === FORM) return once([...new URLSearchParams(textOf(bytes))]);
  const parts = [...(await multipart(bytes, contentType))];
  const fields = textFields(parts);
  if (fields.length < parts.length) throw new DomainError('BadRequest');
  return once(fields);
}

async function multipart(bytes: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw new DomainError('BadRequest');
  }
}

type Field = readonly [name: string, value: string];

const textFields = (fields: readonly (readonly [string, unknown])[]): Field[] =>
  fields.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));

function once(fields: readonly Field[]): Readonly<Record<string, string>> {
  const isTooMuch =
    fields.length > FIELDS_MAX || fields.some(([name, value]) => name.length + value.length > FIELD_LENGTH_MAX);
  if (isTooMuch) throw new DomainError('BadRequest');
  if (new Set(fields.map(([name]) => name)).size < fields.length) throw new DomainError('BadRequest');
  return Object.fromEntries(fields);
}
