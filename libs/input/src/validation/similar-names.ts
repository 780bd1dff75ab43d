/** Names of so many letters may differ by two edits; shorter ones by one. */
const LONG = 8;

const letters = (name: string): string => name.replaceAll(/[-_]/g, '').toLowerCase();

/** Whether a name is most likely a misspelling of another: equal but for case, `-` and `_`, or within a few edits. */
export const isMisspelling = (name: string, meant: string): boolean =>
  letters(name) === letters(meant) || isWithin(name, meant, meant.length >= LONG ? 2 : 1);

/** Whether so many edits make one name the other: a letter more, less, another one, or two that are swapped. */
function isWithin(name: string, other: string, editsMax: number): boolean {
  if (Math.abs(name.length - other.length) > editsMax) return false;
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let row = 1; row <= name.length; row += 1) {
    const edits = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = name[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 && column > 1 && name[row - 1] === other[column - 2] && name[row - 2] === other[column - 1];
      edits.push(
        Math.min(
          at(last, column) + 1,
          at(edits, column - 1) + 1,
          at(last, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(beforeLast, column - 2) + 1 : Infinity,
        ),
      );
    }
    [beforeLast, last] = [last, edits];
  }
  return at(last, other.length) <= editsMax;
}

const at = (edits: readonly number[], place: number): number => edits[place] ?? Infinity;
