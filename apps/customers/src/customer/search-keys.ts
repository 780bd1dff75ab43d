import type { PersonalData } from './personal-data.js';

/*
 * What customers are found by, folded to lower case here and not by the database, whose folding depends on its locale.
 */

/** E-mail addresses are compared without regard to case. */
export const emailKey = (email: string): string => email.toLowerCase();

export type Searched = Pick<PersonalData, 'firstName' | 'lastName' | 'email' | 'businessName'>;

/**
 * What searches look into: the parts stand on lines of their own, so that no match spans two of them, each behind a blank,
 * as every word is.
 */
export const searchText = ({ firstName, lastName, email, businessName }: Searched): string =>
  [`${firstName} ${lastName}`, email, businessName ?? '']
    .map((part) => ` ${part}`)
    .join('\n')
    .toLowerCase();

/** Shorter texts are part of too many words for an index to tell where. */
const PART_LENGTH_MIN = 3;

/** The LIKE pattern of a search: the text anywhere, a short one where a word begins, wildcards meaning themselves. */
export function searchPattern(text: string): string {
  const escaped = text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&');
  return text.length < PART_LENGTH_MIN ? `% ${escaped}%` : `%${escaped}%`;
}
