/** Characters that take two columns of a terminal (Unicode, East Asian Width), and characters that take none. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const NONE = /[\p{Mn}\p{Me}\p{Cf}]/u;
const widthOfCharacter = (character: string): number => (NONE.test(character) ? 0 : WIDE.test(character) ? 2 : 1);
const widthOf = (text: string): number => [...text].reduce((width, each) => width + widthOfCharacter(each), 0);
const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)));

const GAP = '  ';
const CUT = '…';
/** A column may shrink to this width before the last column is left out. */
const NARROW = 10;
/** A part of an id says nothing. */
const ID = /^(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|)$/i;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:[\d.]+Z$/;
const [TO_THE_MINUTE, TO_THE_DAY] = [16, 10];

/** The beginning of a text that fits into a column; a time to the minute or the day. */
function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  if (TIME.test(text)) return text.slice(0, width >= TO_THE_MINUTE ? TO_THE_MINUTE : TO_THE_DAY);
  let left = width - widthOf(CUT);
  let fitting = '';
  for (const each of text) {
    left -= widthOfCharacter(each);
    if (left < 0) break;
    fitting += each;
  }
  return `${fitting}${CUT}`;
}

const sumOf = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width, GAP.length * Math.max(0, widths.length - 1));

/** How wide each column is on a terminal; columns that have no room are left out, the last first. */
function fitted(natural: readonly number[], least: readonly number[], room: number): readonly number[] {
  let shown = natural.length;
  while (shown > 1 && sumOf(least.slice(0, shown)) > room) shown -= 1;
  const widths = natural.slice(0, shown);
  for (let excess = sumOf(widths) - room; excess > 0; excess -= 1) {
    const spare = widths.map((width, at) => (width > (least[at] ?? 0) ? width : 0));
    const widest = spare.indexOf(Math.max(...spare));
    if ((spare[widest] ?? 0) === 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

/** The widths of a table's columns, by its first rows. On a terminal, longer texts are cut. */
export class TableLayout {
  private readonly widths: readonly number[];

  /** @param room the width of the terminal; without one, nothing is cut or left out */
  constructor(
    rows: readonly (readonly string[])[],
    private readonly room: number | undefined,
  ) {
    const [header = [], ...items] = rows;
    const natural = header.map((_, at) => Math.max(...rows.map((row) => widthOf(row[at] ?? ''))));
    const least = natural.map((width, at) =>
      items.every((row) => ID.test(row[at] ?? '')) ? width : Math.min(width, NARROW),
    );
    this.widths = room === undefined ? natural : fitted(natural, least, room);
  }

  linesOf(rows: readonly (readonly string[])[]): string {
    return rows.map((row) => this.lineOf(row)).join('\n');
  }

  private lineOf(row: readonly string[]): string {
    return this.widths
      .map((width, at) => {
        const cell = row[at] ?? '';
        return padded(this.room === undefined ? cell : cut(cell, width), width);
      })
      .join(GAP)
      .trimEnd();
  }
}

export const tableText = (rows: readonly (readonly string[])[], room: number | undefined): string =>
  new TableLayout(rows, room).linesOf(rows);
