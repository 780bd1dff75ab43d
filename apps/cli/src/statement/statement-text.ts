import type { Hal } from '../api/api.js';
import { cellOf, linkedIdOf } from '../output/cells.js';
import { tableText } from '../output/table.js';
import { isObject, plain } from '../output/terminal-text.js';

const balanceAt = (end: unknown): string => cellOf(isObject(end) ? end['balance'] : undefined);

/** A statement for people: the balances at both ends, and between them a line for each posting. */
export function statementText(statement: Hal, room: number | undefined): string {
  const { from, to, opening, closing, postings } = statement;
  const rows = Array.isArray(postings) ? postings.filter(isObject) : [];
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => !name.startsWith('_'));
  const cells = rows.map((row) => names.map((name) => linkedIdOf(row[name]) ?? cellOf(row[name])));
  return [
    `${cellOf(from)}  opening balance ${balanceAt(opening)}`,
    ...(rows.length > 0 ? [tableText([names.map(plain), ...cells], room)] : []),
    `${cellOf(to)}  closing balance ${balanceAt(closing)}`,
  ].join('\n');
}
