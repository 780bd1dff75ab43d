import type { EntityManager } from 'typeorm';
import type { DerivedTable } from './tables.js';

export interface Difference {
  readonly table: string;
  /** Key column -> value. */
  readonly key: Readonly<Record<string, unknown>>;
  readonly what: string;
}

/** Values of the key columns, as text. */
export type Key = readonly string[];

/** Column -> value, as text. */
export type Row = Readonly<Record<string, string | null>>;

/** Two ways to the same rows: as they are stored, and as they were computed from the events. */
export interface ComparedRows extends Omit<DerivedTable, 'model'> {
  readonly stored: string;
  readonly computed: string;
}

export interface PageOfBoth {
  readonly stored: readonly Row[];
  readonly computed: readonly Row[];
}

export interface ComparedDatabases {
  /** A transaction in which all is of one moment. */
  readonly database: EntityManager;
  /** Level with the read models at that moment. */
  readonly scratch: EntityManager;
}

/** Both pages begin after `after` and are ordered by the key. */
export async function readPage(
  { database, scratch }: ComparedDatabases,
  rows: ComparedRows,
  after: Key | undefined,
  size: number,
): Promise<PageOfBoth> {
  const [stored, computed] = await Promise.all([
    database.query<Row[]>(pageOf(rows.stored, rows, after, size), [...(after ?? [])]),
    scratch.query<Row[]>(pageOf(rows.computed, rows, after, size), [...(after ?? [])]),
  ]);
  return { stored, computed };
}

/** Texts are ordered by their bytes, whatever the order of each database is. */
function pageOf(
  from: string,
  { key, textKeys = [], columns, addedColumns = [] }: ComparedRows,
  after: Key | undefined,
  size: number,
): string {
  const order = key.map((column) => `one.${column}${textKeys.includes(column) ? ' COLLATE "C"' : ''}`).join(', ');
  const beyond = after ? `WHERE (${order}) > (${after.map((_, at) => `$${at + 1}`).join(', ')})` : '';
  const all = [...key, ...columns, ...addedColumns].map((column) => `one.${column}::text AS ${column}`).join(', ');
  return `SELECT ${all} FROM ${from} AS one ${beyond} ORDER BY ${order} LIMIT ${size}`;
}

export const keyOf = ({ key }: Pick<ComparedRows, 'key'>, row: Row): Key => key.map((column) => row[column] ?? '');

/** @returns what is different; undefined if the rows are equal but for columns that have no value yet */
export async function firstDifference(
  database: EntityManager,
  rows: ComparedRows,
  { stored, computed }: PageOfBoth,
): Promise<Difference | undefined> {
  for (let at = 0; at < Math.max(stored.length, computed.length); at += 1) {
    const [own, expected] = [stored[at], computed[at]];
    const order = orderOf(rows, own, expected);
    const row = order > 0 ? expected : own;
    const named = (what: string) => ({
      table: rows.name,
      key: Object.fromEntries(rows.key.map((column) => [column, row?.[column]])),
      what,
    });
    if (order < 0) return named('no event says that there is such a row');
    if (order > 0) return named('the row is missing');
    const columns = own && expected ? await differentColumns(database, rows, own, expected) : [];
    if (columns.length > 0) return named(`the events say otherwise of ${columns.join(', ')}`);
  }
  return undefined;
}

/** Below zero if there is no computed row, above zero if there is no stored one. */
function orderOf(rows: ComparedRows, stored: Row | undefined, computed: Row | undefined): number {
  if (!stored) return 1;
  if (!computed) return -1;
  return compareKeys(keyOf(rows, stored), keyOf(rows, computed));
}

const NUMBER = /^\d+$/;

function compareKeys(one: Key, other: Key): number {
  for (const [at, value] of one.entries()) {
    const against = other[at] ?? '';
    if (value === against) continue;
    const isLess = NUMBER.test(value) && NUMBER.test(against) ? BigInt(value) < BigInt(against) : value < against;
    return isLess ? -1 : 1;
  }
  return 0;
}

/** Names only the columns, because their values may come from clients. */
async function differentColumns(
  database: EntityManager,
  rows: ComparedRows,
  stored: Row,
  computed: Row,
): Promise<string[]> {
  const { columns, addedColumns = [] } = rows;
  const different = columns.filter((column) => stored[column] !== computed[column]);
  for (const column of addedColumns) {
    if (stored[column] === computed[column]) continue;
    const isExpected = stored[column] === null && (await isOlder(database, rows, column, keyOf(rows, stored)));
    if (!isExpected) different.push(column);
  }
  return different;
}

/** By table and column: the key of the first row that has a value. */
const firstWithValue = new WeakMap<ComparedRows, Map<string, Key | undefined>>();

/** Whether the row is older than all rows that have a value in a column that was added later. */
async function isOlder(database: EntityManager, rows: ComparedRows, column: string, key: Key): Promise<boolean> {
  const known = firstWithValue.get(rows) ?? new Map<string, Key | undefined>();
  firstWithValue.set(rows, known);
  if (!known.has(column)) {
    const having = `(SELECT * FROM ${rows.stored} AS one WHERE ${column} IS NOT NULL)`;
    const [first] = await database.query<Row[]>(pageOf(having, rows, undefined, 1));
    known.set(column, first && keyOf(rows, first));
  }
  const first = known.get(column);
  return first === undefined || compareKeys(key, first) <= 0;
}
