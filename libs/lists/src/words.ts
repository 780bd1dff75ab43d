import { composed } from '@halyard/core';

/** The form in which names and addresses are compared: regardless of case, and of how a letter is composed. */
export const folded = (text: string): string => composed(text.toLowerCase());

/** The words of a folded text, as they stand behind blanks. */
export const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

/** A name that is found by the beginnings of its words: each of `wanted` begins another word of it. */
export function beginsWords(name: string, wanted: readonly string[]): boolean {
  const words = [...wordsOf(folded(name))];
  // What begins with a longer text begins with its own beginnings too: the longest has the fewest to choose from.
  return [...wanted]
    .sort((a, b) => b.length - a.length)
    .every((one) => {
      const at = words.findIndex((word) => word.startsWith(one));
      if (at >= 0) words.splice(at, 1);
      return at >= 0;
    });
}

const NAME_LENGTH_MIN = 2;

/** The words by which a text may find names; none for one that is too short, or no name. */
export function nameWords(text: string): readonly string[] {
  const words = wordsOf(text);
  return words.some((word) => [...word].length >= NAME_LENGTH_MIN) ? words : [];
}
