import { composed } from '@halyard/core';

/** The form in which names and addresses are compared, without case and without differences of composed letters. */
export const folded = (text: string): string => composed(text.toLowerCase());

/** The words of a folded text, which blanks separate. */
export const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

/** Whether the text finds a name: each of `wanted` must begin another word of the name. */
export function beginsWords(name: string, wanted: readonly string[]): boolean {
  const words = [...wordsOf(folded(name))];
  // A word that begins with a longer text begins with its own beginnings too, so the longest has the fewest choices.
  return [...wanted]
    .sort((a, b) => b.length - a.length)
    .every((one) => {
      const at = words.findIndex((word) => word.startsWith(one));
      if (at >= 0) words.splice(at, 1);
      return at >= 0;
    });
}

const NAME_LENGTH_MIN = 2;

/** The words of a search for names; none if it is too short, or no name. */
export function nameWords(text: string): readonly string[] {
  const words = wordsOf(text);
  return words.some((word) => [...word].length >= NAME_LENGTH_MIN) ? words : [];
}
