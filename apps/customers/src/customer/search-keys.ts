import { anywhere, atWordStart, folded } from '@halyard/lists';
import type { PersonalData } from './personal-data.js';

/* Keys for searches, folded here and not by the database, whose folding depends on its locale. */

export const emailKey = folded;

export type Searched = Pick<PersonalData, 'firstName' | 'lastName' | 'email' | 'businessName'>;

/**
 * The text that searches look into. The parts are on separate lines, so that no match spans two of them, and each is
 * preceded by a blank, as every word is.
 */
export const searchText = ({ firstName, lastName, email, businessName }: Searched): string =>
  folded([`${firstName} ${lastName}`, email, businessName ?? ''].map((part) => ` ${part}`).join('\n'));

/** The name of a person, each word of it behind a blank. */
export const nameText = ({ firstName, lastName }: Pick<PersonalData, 'firstName' | 'lastName'>): string =>
  folded(` ${firstName} ${lastName}`);

/** Shorter texts are part of too many words for an index to help. */
const PART_LENGTH_MIN = 3;

/** The LIKE pattern of a search: the text anywhere, or a short text at the beginning of a word. */
export function searchPattern(text: string): string {
  const searched = folded(text);
  return searched.length < PART_LENGTH_MIN ? atWordStart(searched) : anywhere(searched);
}
