import type { PersonalData } from './personal-data.js';

/* Keys for searches, folded to lower case here and not by the database, whose folding depends on its locale. */

/** E-mail addresses are compared regardless of case. */
export const emailKey = (email: string): string => email.toLowerCase();

export type Searched = Pick<PersonalData, 'firstName' | 'lastName' | 'email' | 'businessName'>;

/**
 * The text that searches look into. The parts are on separate lines, so that no match spans two of them, and each is
 * preceded by a blank, as every word is.
 */
export const searchText = ({ firstName, lastName, email, businessName }: Searched): string =>
  [`${firstName} ${lastName}`, email, businessName ?? '']
    .map((part) => ` ${part}`)
    .join('\n')
    .toLowerCase();

/** Shorter texts are part of too many words for an index to help. */
const PART_LENGTH_MIN = 3;

/**
 * The LIKE pattern of a search: the text anywhere, or a short text at the beginning of a word. Wildcards in it are
 * escaped.
 */
export function searchPattern(text: string): string {
  const escaped = text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&');
  return text.length < PART_LENGTH_MIN ? `% ${escaped}%` : `%${escaped}%`;
}
