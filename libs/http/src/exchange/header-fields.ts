import type { HeaderFields } from '@halyard/contracts';
import { DomainError } from '@halyard/core';

/**
 * The most characters in all names and values together. They travel as base64 within the 16 KiB of header that services
 * accept.
 */
const PASSED_LENGTH_MAX = 8_192;

type GivenFields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Picks the fields that may pass. @throws DomainError BadRequest if together they are too long */
export function passing(fields: GivenFields, allowed: readonly string[]): HeaderFields {
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

export const fieldOf = (fields: HeaderFields, name: string): string | undefined => [fields[name] ?? []].flat()[0];

/** The length in bytes that `content-length` declares, if any. */
export function declaredLength(fields: HeaderFields): number | undefined {
  const length = fieldOf(fields, 'content-length');
  return length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : undefined;
}

/** The media type in lower case and without parameters. */
export const essenceOf = (contentType: string): string => (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
