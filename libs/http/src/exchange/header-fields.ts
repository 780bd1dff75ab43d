import type { HeaderFields } from '@halyard/contracts';
import { DomainError } from '@halyard/core';

/** Characters of names and values together: services take 16 KiB of header, of which this is a part, in base64. */
const PASSED_LENGTH_MAX = 8_192;

type Given = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The fields that may pass, of those that are there.
 *
 * @throws DomainError BadRequest when they are too long together
 */
export function passing(fields: Given, allowed: readonly string[]): HeaderFields {
  const passed: Record<string, string | readonly string[]> = {};
  let length = 0;
  for (const name of allowed) {
    const value = fields[name];
    if (value === undefined) continue;
    passed[name] = value;
    for (const one of [value].flat()) length += name.length + one.length;
  }
  if (length > PASSED_LENGTH_MAX) throw new DomainError('BadRequest', { message: 'The header fields are too large.' });
  return passed;
}

/** The one value of a field. */
export const fieldOf = (fields: HeaderFields, name: string): string | undefined => [fields[name] ?? []].flat()[0];

/** What a body is said to have, where that is said. */
export function declaredLength(fields: HeaderFields): number | undefined {
  const length = fieldOf(fields, 'content-length');
  return length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : undefined;
}

/** Type and subtype, in lower case. */
export const essenceOf = (contentType: string): string => (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
