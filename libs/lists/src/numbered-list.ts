import type { CollectionAnswer, Page } from '@halyard/contracts';
import type { EntityManager } from 'typeorm';
import { Conditions, type FilterCondition, type FilterConditions, isFiltered, type Way } from './conditions.js';
import { COUNT_MAX, refuseUncounted, totalOf } from './count.js';
import { anchored, lengthOf, numbersOf, type Range } from './range.js';

/** A list is its rows, its filters and its order. */
interface Definition<Row, Filters> {
  /**
   * As in FROM, with the owner as `$1`. Each owner's rows are numbered without gaps, unless some were lost. The newest row
   * has the highest number.
   */
  readonly rows: string;
  /** The column that says whose row it is. */
  readonly owner: string;
  /** The column of the number. */
  readonly number: string;
  readonly filters: FilterConditions<Filters>;
  /** Reads the items with these numbers, in this order. */
  readonly read: (db: EntityManager, ownerId: string, numbers: readonly number[]) => Promise<readonly Row[]>;
  /** The statement of the matching rows, where it is no plain SELECT from `rows`. */
  readonly select?: (selection: Selection<Filters>) => string;
  /** The column of the time by which matches are ordered before their number; undefined for the number alone. */
  readonly timeOf?: (filters: Filters) => string | undefined;
  /** The order of the index that finds the matches, where Postgres would choose a worse one. */
  readonly indexOrder?: (filters: Filters) => string;
  /** Whether a page of matches may begin beyond those that are counted. */
  readonly isReadToItsEnd?: true;
}

/** The parts of a statement that selects matching rows. */
interface Selection<Filters> {
  readonly filters: Filters;
  readonly columns: string;
  readonly where: string;
  /** ORDER BY and LIMIT. */
  readonly stretch: string;
  readonly way: Way;
  readonly range: Range;
}

/** An owner's list, up to the anchor. */
export interface OwnerList {
  readonly ownerId: string;
  readonly range: Range;
}

interface Stretch {
  readonly limit: number;
  readonly offset: number;
}

/** An item that matches the filters. */
export interface Match {
  readonly number: number;
  /** Only where matches are ordered by time. */
  readonly at?: Date;
}

export interface Matches {
  /** Those of the page, in its order. */
  readonly matches: readonly Match[];
  /** Of all pages; `COUNT_MAX + 1` where there are more than are counted. */
  readonly count: number;
}

export interface ListPage<Row> extends Pick<CollectionAnswer, 'total' | 'totalIsAtLeast'> {
  readonly rows: readonly Row[];
  readonly page: Page;
}

/** The order of matches: newest first, and among those of the same time the highest number first. */
export const newestFirst = (a: Match, b: Match): number =>
  (b.at?.getTime() ?? 0) - (a.at?.getTime() ?? 0) || b.number - a.number;

/** Numbered items of owners, newest first (ADR 76). An anchor keeps the pages as they were when the first was read. */
export class NumberedList<Row, Filters> {
  constructor(private readonly definition: Definition<Row, Filters>) {}

  /** @param anchor the number of the newest item to show; undefined for the list as it is now */
  async of(db: EntityManager, ownerId: string, anchor?: number): Promise<OwnerList> {
    const { rows, owner, number } = this.definition;
    const [stored] = await db.query<[{ oldest: string | null; newest: string | null }]>(
      `SELECT min(${number})::text AS oldest, max(${number})::text AS newest FROM ${rows} WHERE ${owner} = $1`,
      [ownerId],
    );
    const range = { oldest: Number(stored.oldest ?? 1), newest: Number(stored.newest ?? 0) };
    return { ownerId, range: anchored(range, anchor) };
  }

  /**
   * A page of the list. Without a filter the numbers of its items follow from its offset.
   *
   * @throws DomainError ValidationError for a page of matches beyond those that are counted
   */
  async page(db: EntityManager, list: OwnerList, query: Stretch & Filters): Promise<ListPage<Row>> {
    const { filters, isReadToItsEnd } = this.definition;
    if (!isFiltered(filters, query)) {
      const rows = await this.plainPage(db, list, query);
      return { rows, total: lengthOf(list.range), page: pageAt(list, query) };
    }
    if (!isReadToItsEnd) refuseUncounted(query.offset);
    return this.pageOfMatches(db, list, query, await this.find(db, list, query, query));
  }

  /** The page of matches that were found before. */
  async pageOfMatches(
    db: EntityManager,
    list: OwnerList,
    query: Stretch,
    { matches, count }: Matches,
  ): Promise<ListPage<Row>> {
    const numbers = matches.map(({ number }) => number);
    const page = { ...pageAt(list, query), ...(!this.definition.isReadToItsEnd && { offsetMax: COUNT_MAX }) };
    return { rows: await this.read(db, list, numbers), ...totalOf(count), page };
  }

  /**
   * Finds and counts what the filters match. Few matches are found by an index, then sorted. If there are more than are
   * counted they are frequent, and the page is found by walking the list.
   *
   * @param direction DESC for the newest first
   */
  async find(
    db: EntityManager,
    list: OwnerList,
    filters: Filters,
    { limit, offset }: Stretch,
    direction: 'ASC' | 'DESC' = 'DESC',
  ): Promise<Matches> {
    const { number, timeOf, indexOrder } = this.definition;
    const time = timeOf?.(filters);
    const columns = `${time === undefined ? '' : `${time} AS at, `}${number} AS number`;
    const order = `ORDER BY ${time === undefined ? '' : `at ${direction}, `}number ${direction}`;
    const page = `${order} OFFSET ${offset} LIMIT ${limit}`;

    const ordered = indexOrder ? `ORDER BY ${indexOrder(filters)} ` : '';
    const indexed = this.select(list, filters, 'index', columns, `${ordered}LIMIT ${COUNT_MAX + 1}`);
    const found = await db.query<(MatchRow & { readonly count: number })[]>(
      `WITH matches AS MATERIALIZED (${indexed.sql})
       SELECT counted.count, page.* FROM (SELECT count(*)::int AS count FROM matches) AS counted
       LEFT JOIN (SELECT * FROM matches ${page}) AS page ON true
       ${order}`,
      indexed.values,
    );
    const count = found[0]?.count ?? 0;
    if (count <= COUNT_MAX) return { matches: found.flatMap(matchOf), count };

    const walked = this.select(list, filters, 'walk', columns, `${order} LIMIT ${offset + limit}`);
    const rows = await db.query<MatchRow[]>(`SELECT * FROM (${walked.sql}) AS match ${page}`, walked.values);
    return { matches: rows.flatMap(matchOf), count };
  }

  /**
   * All items that match, in the order of the list, so many at a time. Each page begins behind the last item of the one
   * before.
   */
  async *walk(db: EntityManager, list: OwnerList, filters: Filters, limit: number): AsyncGenerator<readonly Row[]> {
    let last: Match | undefined;
    do {
      const matches = await this.behind(db, list, filters, last, limit);
      const numbers = matches.map(({ number }) => number);
      if (matches.length > 0) yield await this.read(db, list, numbers);
      last = matches.length < limit ? undefined : matches.at(-1);
    } while (last);
  }

  private async behind(
    db: EntityManager,
    list: OwnerList,
    filters: Filters,
    last: Match | undefined,
    limit: number,
  ): Promise<readonly Match[]> {
    const { number, timeOf } = this.definition;
    const time = timeOf?.(filters);
    const page = `ORDER BY ${time === undefined ? '' : 'at DESC, '}number DESC LIMIT ${limit}`;
    const columns = `${time === undefined ? '' : `${time} AS at, `}${number} AS number`;
    const { sql, values } = this.select(list, filters, 'walk', columns, page, last);
    return (await db.query<MatchRow[]>(`SELECT * FROM (${sql}) AS match ${page}`, values)).flatMap(matchOf);
  }

  /** Where items were lost, their numbers are missing: the page is filled up by the items that follow them. */
  private async plainPage(db: EntityManager, list: OwnerList, query: Stretch): Promise<readonly Row[]> {
    const numbers = numbersOf(list.range, query);
    const rows = await this.read(db, list, numbers);
    if (rows.length === numbers.length) return rows;
    const { rows: stored, owner, number } = this.definition;
    const found = await db.query<MatchRow[]>(
      `SELECT ${number} AS number FROM ${stored} WHERE ${owner} = $1 AND ${number} <= $2 ORDER BY number DESC LIMIT $3`,
      [list.ownerId, list.range.newest - query.offset, query.limit],
    );
    return this.read(
      db,
      list,
      found.flatMap(matchOf).map((match) => match.number),
    );
  }

  private read(db: EntityManager, { ownerId }: OwnerList, numbers: readonly number[]): Promise<readonly Row[]> {
    return numbers.length === 0 ? Promise.resolve([]) : this.definition.read(db, ownerId, numbers);
  }

  /** @param last the item behind which the stretch begins */
  private select(list: OwnerList, filters: Filters, way: Way, columns: string, stretch: string, last?: Match) {
    const { rows, owner, number, filters: conditions, select, timeOf } = this.definition;
    const asked = new Conditions(way)
      .add(`${owner} =`, list.ownerId)
      .add(`${number} <=`, list.range.newest)
      .addAll(conditions, filters)
      .add(isBehind(number, timeOf?.(filters)), last);
    const selection = { filters, columns, where: asked.where, stretch, way, range: list.range };
    const sql = select?.(selection) ?? `SELECT ${columns} FROM ${rows} WHERE ${asked.where} ${stretch}`;
    return { sql, values: asked.values };
  }
}

/** In the order of the list. */
const isBehind =
  (number: string, time: string | undefined): FilterCondition<Match> =>
  (last, parameter) =>
    time === undefined
      ? `${number} < ${parameter(last.number)}`
      : `(${time}, ${number}) < (${parameter(last.at)}, ${parameter(last.number)})`;

const pageAt = ({ range }: OwnerList, { limit, offset }: Stretch): Page => ({
  limit,
  offset,
  anchor: String(range.newest),
});

interface MatchRow {
  /** Null in the only row of an empty page. */
  readonly number: number | string | null;
  readonly at?: Date;
}

const matchOf = ({ number, at }: MatchRow): Match[] =>
  number === null ? [] : [{ number: Number(number), ...(at && { at }) }];
