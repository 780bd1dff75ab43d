import type { CollectionDocument } from '@halyard/contracts';
import type { EntityManager } from 'typeorm';
import { LIST_HEAD, LIST_HEAD_ROWS } from '../party-list.rows.js';
import type { TransferFilters } from './transfer-filters.js';

/** Matches of a filter are counted up to here. */
const COUNT_MAX = 10_000;

/** A party's list up to the anchor. */
export interface PartyList {
  readonly partyId: string;
  /** Number of the newest transfer. */
  readonly anchor: bigint;
}

/** An entry of the list that matches the filters. */
interface Match {
  readonly id: string;
  /** As the driver gives a bigint. */
  readonly number: string;
  readonly created: Date;
}

export interface Found {
  /** In the order of the list; only those of the page. */
  readonly matches: readonly Match[];
  readonly total: Pick<CollectionDocument, 'total' | 'totalIsAtLeast'>;
}

type Filter = Exclude<keyof TransferFilters, 'limit' | 'offset' | 'anchor' | 'search'>;

/** The condition of each filter; every column has an index that begins with the party. */
const conditions: Readonly<Record<Filter, string>> = {
  startAmount: 'amount_minor >=',
  endAmount: 'amount_minor <=',
  startDate: 'created >=',
  endDate: 'created <',
  status: 'status =',
  correlationId: 'correlation_id =',
};
const names = Object.keys(conditions) as readonly Filter[];

export const isFiltered = (filters: TransferFilters): boolean => names.some((name) => filters[name] !== undefined);

/** Transfers of a day lie together in the index by time, whose order differs from the list only within a moment. */
const isByTime = ({ startDate, endDate }: TransferFilters): boolean => Boolean(startDate ?? endDate);
/** The columns of the order. */
const keyOf = (filters: TransferFilters): readonly string[] => (isByTime(filters) ? ['created', 'number'] : ['number']);
const newestFirst = (key: readonly string[]): string => key.map((column) => `${column} DESC`).join(', ');

/** The order of the index that has what is asked: without it Postgres may go through all rows of all parties. */
function indexOrder({ startAmount, endAmount, ...filters }: TransferFilters, others?: readonly string[]): string {
  if (others) return 'other_party_id, number';
  return startAmount !== undefined || endAmount !== undefined ? 'amount_minor, number' : keyOf(filters).join(', ');
}

/** The rows that match, without an order. */
interface Query {
  readonly head: string;
  /** Absent for a list that ends in its head. */
  readonly beyond: string | undefined;
  readonly values: readonly unknown[];
}

function matchingRows({ partyId, anchor }: PartyList, filters: TransferFilters, others?: readonly string[]): Query {
  const values: unknown[] = [partyId, `${anchor}`];
  const wanted = ['party_id = $1', 'number <= $2'];
  const ask = (condition: string, value: unknown) => wanted.push(`${condition} $${values.push(value)}`);
  for (const name of names) {
    const value = filters[name];
    if (value !== undefined) ask(conditions[name], typeof value === 'bigint' ? `${value}` : value);
  }
  if (others) wanted.push(`other_party_id = ANY($${values.push(others)}::uuid[])`);
  const matching = wanted.join(' AND ');
  return {
    head: `FROM ${LIST_HEAD_ROWS} AS head WHERE ${matching}`,
    beyond: anchor > LIST_HEAD ? `FROM party_transfers WHERE ${matching} AND number > ${LIST_HEAD}` : undefined,
    values,
  };
}

/** @param stretch the order and the limit of what is beyond the head */
const columnsOf = (columns: string, { head, beyond }: Query, stretch: string): string =>
  `SELECT ${columns} ${head}${beyond === undefined ? '' : ` UNION ALL (SELECT ${columns} ${beyond} ${stretch})`}`;

const MATCH = 'transfer_id AS id, number, created';

/**
 * A filter that few transfers match is found and counted in an index, then sorted, and only the rows of the page are
 * read. One that more match than are counted is found soon on the way along the list.
 *
 * @param others parties on the other side; undefined for any
 */
export async function findMatches(
  database: EntityManager,
  list: PartyList,
  filters: TransferFilters,
  others?: readonly string[],
): Promise<Found> {
  const query = matchingRows(list, filters, others);
  const key = keyOf(filters);
  const order = `ORDER BY ${newestFirst(key)}`;
  const page = `${order} OFFSET ${filters.offset} LIMIT ${filters.limit}`;
  type Row = { readonly count: number } & (Match | { readonly id: null });
  const rows = await database.query<Row[]>(
    `WITH matches AS MATERIALIZED (
       ${columnsOf(key.join(', '), query, `ORDER BY ${indexOrder(filters, others)} LIMIT ${COUNT_MAX + 1}`)}
     )
     SELECT page.*, counted.count FROM (SELECT count(*)::int AS count FROM matches) AS counted
     LEFT JOIN LATERAL (
       SELECT ${MATCH} FROM (SELECT number FROM matches ${page}) AS place JOIN party_transfers USING (number)
       WHERE party_id = $1
     ) AS page ON true
     ${order}`,
    [...query.values],
  );
  const count = rows[0]?.count ?? 0;
  if (count <= COUNT_MAX) return { matches: rows.filter((row) => row.id !== null), total: { total: count } };
  const newest = columnsOf(MATCH, query, `${order} LIMIT ${filters.offset + filters.limit}`);
  return {
    matches: await database.query<Match[]>(`SELECT * FROM (${newest}) AS match ${page}`, [...query.values]),
    total: { total: COUNT_MAX, totalIsAtLeast: true },
  };
}

/** Merges several queries into one order: of all matches only those that the page may show stay in memory. */
export class FoundAcross {
  private matches: readonly Match[] = [];
  private count = 0;

  constructor(private readonly filters: TransferFilters) {}

  /** The matches of each query that may be on the page. */
  get window(): Pick<TransferFilters, 'limit' | 'offset'> {
    return { offset: 0, limit: this.filters.offset + this.filters.limit };
  }

  add({ matches, total }: Found): void {
    this.count += total.total + (total.totalIsAtLeast ? 1 : 0);
    this.matches = [...this.matches, ...matches].sort((a, b) => this.compare(a, b)).slice(0, this.window.limit);
  }

  page(): Found {
    const total = this.count > COUNT_MAX ? { total: COUNT_MAX, totalIsAtLeast: true as const } : { total: this.count };
    return { matches: this.matches.slice(this.filters.offset), total };
  }

  private compare(a: Match, b: Match): number {
    const byTime = isByTime(this.filters) ? b.created.getTime() - a.created.getTime() : 0;
    return byTime || Number(b.number) - Number(a.number);
  }
}
