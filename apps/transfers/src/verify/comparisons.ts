import { readBooks } from '../ledger/ledger-books.query.js';
import {
  type ComparedRows,
  type Difference,
  type ComparedDatabases,
  firstDifference,
  type Key,
  keyOf,
  type PageOfBoth,
  readPage,
} from './compared-rows.query.js';
import type { KeptMetadata } from './kept-metadata.query.js';
import { clearingDifference, limitDifference, rawDifference, rawRows } from './raw-comparisons.query.js';
import { derivedTables } from './tables.js';

interface ComparisonStep {
  readonly difference?: Difference | undefined;
  /** The key up to which rows were compared; absent at the end. */
  readonly last?: Key | undefined;
  readonly rows: number;
}

/** Compares at most `size` rows after a key. */
export type Comparison = (ends: ComparedDatabases, after: Key | undefined, size: number) => Promise<ComparisonStep>;

/** In their order. Plain sums come first: a fault in the folds shows in the computed data too. */
export const comparisonsWith = (metadata: KeptMetadata): readonly Comparison[] => [
  ...rawRows.map((rows) => comparisonOf({ ...rows }, { said: rawDifference })),
  once(clearingDifference),
  limits,
  ...derivedTables.map((table) =>
    comparisonOf(
      { ...table, stored: table.name, computed: table.name },
      table.name === 'transfers' ? { opened: (ends, page) => metadata.opened(ends.database, page) } : {},
    ),
  ),
  once(booksDifference),
];

interface Peculiarities {
  readonly said?: (difference: Difference) => Difference;
  readonly opened?: (ends: ComparedDatabases, page: PageOfBoth) => Promise<PageOfBoth>;
}

const comparisonOf =
  (rows: ComparedRows, { said = (same) => same, opened = (_, same) => Promise.resolve(same) }: Peculiarities) =>
  async (ends: ComparedDatabases, after: Key | undefined, size: number): Promise<ComparisonStep> => {
    const page = await opened(ends, await readPage(ends, rows, after, size));
    const difference = await firstDifference(ends.database, rows, page);
    const end = page.stored.length < size ? undefined : page.stored.at(-1);
    return {
      difference: difference && said(difference),
      last: end && keyOf(rows, end),
      rows: page.stored.length,
    };
  };

const once =
  (find: (ends: ComparedDatabases) => Promise<Difference | undefined>): Comparison =>
  async (ends) => ({ difference: await find(ends), rows: 0 });

const limits: Comparison = async (ends, after, size) => {
  const { names, difference } = await limitDifference(ends, after, size);
  const end = names.length < size ? undefined : names.at(-1);
  return { difference, last: end === undefined ? undefined : [end], rows: names.length };
};

async function booksDifference({ scratch }: ComparedDatabases): Promise<Difference | undefined> {
  const { balanced, unsettledPayments } = await readBooks(scratch);
  const what = `the ledger is not balanced: ${unsettledPayments} payments that have ended are in transit`;
  return balanced ? undefined : { table: 'ledger', key: {}, what };
}
