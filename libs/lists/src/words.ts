import { composed } from '@halyard/core';

/** The form in which names and addresses are compared: without case, and with one way to write composed letters. */
export const folded = (text: string): string => composed(text.toLowerCase());

/** The words of a folded text, which blanks separate. */
export const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

/**
 * Whether a search finds a name: each of the words `wanted` begins a word of the name, and no two begin the same one.
 */
export function beginsWords(name: string, wanted: readonly string[]): boolean {
  const words = [...wordsOf(folded(name))];
  // The longest word first, because it has the fewest choices: where it fits, its own beginnings fit too.
  return [...wanted]
    .sort((a, b) => b.length - a.length)
    .every((one) => {
      const at = words.findIndex((word) => word.startsWith(one));
      if (at >= 0) words.splice(at, 1);
      return at >= 0;
    });
}

const NAME_LENGTH_MIN = 2;

/** The words of a search for names; none if no word is long enough. */
export function nameWords(text: string): readonly string[] {
  const words = wordsOf(text);
  return words.some((word) => [...word].length >= NAME_LENGTH_MIN) ? words : [];
}
