/** The length from which a name may differ by two edits. Shorter names may differ by one. */
const LONG = 8;

const letters = (name: string): string => name.replaceAll(/[-_]/g, '').toLowerCase();

/**
 * Names that a client may misspell. Looking up a name takes little time, because a client may send thousands of others.
 */
export class KnownNames {
  private readonly all: readonly { readonly name: string; readonly letters: string }[];
  private readonly longest: number;

  constructor(names: readonly string[]) {
    this.all = names.map((name) => ({ name, letters: letters(name) }));
    this.longest = Math.max(0, ...names.map(({ length }) => length));
  }

  /**
   * Finds the known name that a given one most likely misspells. Such names are equal except for case, `-` and `_`, or
   * differ by a few edits.
   * @param canBeMeant whether a known name is possible in this place
   */
  meantBy(given: string, canBeMeant: (name: string) => boolean): string | undefined {
    if (given.length > 2 * this.longest) return undefined;
    const own = letters(given);
    return this.all.find(
      (known) => (known.letters === own || isWithin(editsOf(known.name), given, known.name)) && canBeMeant(known.name),
    )?.name;
  }
}

const editsOf = ({ length }: string): number => (length >= LONG ? 2 : 1);

/**
 * Whether few edits turn one name into the other. An edit adds, removes or replaces a letter, or swaps two. It compares
 * from the given places on.
 */
function isWithin(edits: number, name: string, other: string, from = 0, otherFrom = 0): boolean {
  let [at, otherAt] = [from, otherFrom];
  while (at < name.length && name[at] === other[otherAt]) {
    at += 1;
    otherAt += 1;
  }
  const [left, otherLeft] = [name.length - at, other.length - otherAt];
  if (Math.abs(left - otherLeft) > edits) return false;
  if (left === 0 || otherLeft === 0) return true;
  if (edits === 0) return false;
  const isSwapped = name[at] === other[otherAt + 1] && name[at + 1] === other[otherAt];
  return (
    isWithin(edits - 1, name, other, at + 1, otherAt + 1) ||
    isWithin(edits - 1, name, other, at + 1, otherAt) ||
    isWithin(edits - 1, name, other, at, otherAt + 1) ||
    (isSwapped && isWithin(edits - 1, name, other, at + 2, otherAt + 2))
  );
}
