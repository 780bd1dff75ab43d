import { anywhere, atWordStart, folded } from '@halyard/lists';
import type { PersonalData } from './personal-data.js';

/* Folded here and not by the database, whose folding depends on its locale. */

export const emailKey = folded;

export type SearchableData = Pick<PersonalData, 'firstName' | 'lastName' | 'email' | 'businessName'>;

/**
 * The text for searches. Each part has a line of its own, so that no match spans two parts, and a blank in front, like
 * every word.
 */
export const searchText = ({ firstName, lastName, email, businessName }: SearchableData): string =>
  folded([`${firstName} ${lastName}`, email, businessName ?? ''].map((part) => ` ${part}`).join('\n'));

/** The names for searches, each word behind a blank. */
export const nameText = ({ firstName, lastName }: Pick<PersonalData, 'firstName' | 'lastName'>): string =>
  folded(` ${firstName} ${lastName}`);

/** Shorter texts are part of too many words for an index to help. */
const PART_LENGTH_MIN = 3;

/** A LIKE pattern that finds the text anywhere, or a short text at the beginning of a word. */
export function searchPattern(text: string): string {
  const searched = folded(text);
  return searched.length < PART_LENGTH_MIN ? atWordStart(searched) : anywhere(searched);
}
