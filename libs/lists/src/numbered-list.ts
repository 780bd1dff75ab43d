import type { CollectionAnswer, Page } from '@halyard/contracts';
import type { EntityManager } from 'typeorm';
import { Conditions, type FilterCondition, type FilterConditions, isFiltered, type Way } from './conditions.js';
import { COUNT_MAX, refuseUncounted, totalOf } from './count.js';
import { refuseLost } from './lost-numbers.js';
import { anchored, lengthOf, type NumberGap, numbersOf, type Range } from './range.js';

interface Definition<Row, Filters> {
  /**
   * The SQL after FROM, with the owner as `$1`. Each owner's rows are numbered without gaps, unless some were lost. The
   * newest row has the highest number.
   */
  readonly rows: string;
  /** The column of the owner. */
  readonly owner: string;
  readonly number: string;
  /** Finds the gaps in an owner's numbers, lowest first. Only for numbers that may have gaps. */
  readonly gaps?: (db: EntityManager, ownerId: string) => Promise<readonly NumberGap[]>;
  readonly filters: FilterConditions<Filters>;
  /** Reads the items with these numbers, in the order of the numbers. */
  readonly read: (db: EntityManager, ownerId: string, numbers: readonly number[]) => Promise<readonly Row[]>;
  /** Makes the statement that finds matching rows, if a plain SELECT from `rows` does not do. */
  readonly select?: (selection: Selection<Filters>) => string;
  /**
   * Gives the column of the time by which matches are sorted before their number; undefined if only the number counts.
   */
  readonly timeOf?: (filters: Filters) => string | undefined;
  /** Gives the order of the index that finds the matches. Needed if Postgres would choose a worse index. */
  readonly indexOrder?: (filters: Filters) => string;
  /** Whether pages may begin beyond the matches that are counted. */
  readonly isReadToItsEnd?: true;
}

interface Selection<Filters> {
  readonly filters: Filters;
  readonly columns: string;
  readonly where: string;
  /** The end of the statement: ORDER BY and LIMIT. */
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

export interface Match {
  readonly number: number;
  /** The time of the match, if matches are sorted by time. */
  readonly at?: Date;
}

export interface Matches {
  /** The matches on the page, in order. */
  readonly matches: readonly Match[];
  /** The number of matches on all pages, or `COUNT_MAX + 1` if there are more. */
  readonly count: number;
}

export interface ListPage<Row> extends Pick<CollectionAnswer, 'total' | 'totalIsAtLeast'> {
  readonly rows: readonly Row[];
  readonly page: Page;
}

/** Sorts matches: newest first and, at the same time, the highest number first. */
export const newestFirst = (a: Match, b: Match): number =>
  (b.at?.getTime() ?? 0) - (a.at?.getTime() ?? 0) || b.number - a.number;

/**
 * Numbered items of owners, newest first (ADR 76). An anchor keeps all pages as they were when the first page was read.
 */
export class NumberedList<Row, Filters> {
  constructor(private readonly definition: Definition<Row, Filters>) {}

  /**
   * @param anchor the number of the newest item to show; undefined for the list as it is now
   * @throws DomainError ValidationError if the anchor is in a gap
   */
  async of(db: EntityManager, ownerId: string, anchor?: number): Promise<OwnerList> {
    const { rows, owner, number, gaps: gapsOf } = this.definition;
    const gaps = await gapsOf?.(db, ownerId);
    if (anchor !== undefined) refuseLost(anchor, gaps, '/query/anchor');
    const [stored] = await db.query<[{ oldest: string | null; newest: string | null }]>(
      `SELECT min(${number})::text AS oldest, max(${number})::text AS newest FROM ${rows} WHERE ${owner} = $1`,
      [ownerId],
    );
    const range = { oldest: Number(stored.oldest ?? 1), newest: Number(stored.newest ?? 0), ...(gaps && { gaps }) };
    return { ownerId, range: anchored(range, anchor) };
  }

  /** @throws DomainError ValidationError if the page begins beyond the matches that are counted */
  async page(db: EntityManager, list: OwnerList, query: Stretch & Filters): Promise<ListPage<Row>> {
    const { filters, isReadToItsEnd } = this.definition;
    if (!isFiltered(filters, query)) {
      const rows = await this.plainPage(db, list, query);
      return { rows, total: lengthOf(list.range), page: pageAt(list, query) };
    }
    if (!isReadToItsEnd) refuseUncounted(query.offset);
    return this.pageOfMatches(db, list, query, await this.find(db, list, query, query));
  }

  /**
   * A page, and what a statement reads from all matches; from the newest ones if there are more than are counted.
   *
   * @param select the SQL that reads from `matches`, which has the column `number`. The owner is `$1`
   */
  async pageOver<Found>(
    db: EntityManager,
    list: OwnerList,
    query: Stretch & Filters,
    select: string,
  ): Promise<ListPage<Row> & { readonly over: readonly Found[] }> {
    const { number, filters, timeOf, isReadToItsEnd } = this.definition;
    if (!isReadToItsEnd && isFiltered(filters, query)) refuseUncounted(query.offset);
    const { limit, offset } = query;
    const time = timeOf?.(query);
    const newest = `ORDER BY ${time === undefined ? '' : 'at DESC, '}number DESC`;
    const columns = `${time === undefined ? '' : `${time} AS at, `}${number} AS number`;
    const found = this.select(list, query, 'index', columns, `${newest} LIMIT ${COUNT_MAX + 1}`);
    const rows = await db.query<(MatchRow & { readonly count: number; readonly over: readonly Found[] | null })[]>(
      `WITH found AS MATERIALIZED (${found.sql}), matches AS (SELECT * FROM found ${newest} LIMIT ${COUNT_MAX})
       SELECT counted.*, page.* FROM (
         SELECT (SELECT count(*)::int FROM found) AS count, (SELECT json_agg(read) FROM (${select}) AS read) AS over
       ) AS counted
       LEFT JOIN (SELECT * FROM found ${newest} OFFSET ${offset} LIMIT ${limit}) AS page ON true
       ${newest}`,
      found.values,
    );
    const [{ count, over } = { count: 0, over: null }] = rows;
    const isFound = isFiltered(filters, query) && (count <= COUNT_MAX || offset + limit <= COUNT_MAX);
    const page = isFound
      ? await this.pageOfMatches(db, list, query, { matches: rows.flatMap(matchOf), count })
      : await this.page(db, list, query);
    return { ...page, over: over ?? [] };
  }

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
   * Finds the matches of a page, and counts all matches. If there are few, an index finds them all, and they are
   * sorted. If there are more than are counted, they are frequent, and walking along the list finds the page.
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
   * Gives all matches in the order of the list, in pages of `limit`. Each page begins after the last item of the one
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

  /**
   * Reads a page without filters. If items were lost, their numbers are missing, and the next items fill up the page.
   */
  private async plainPage(db: EntityManager, list: OwnerList, query: Stretch): Promise<readonly Row[]> {
    const numbers = numbersOf(list.range, query);
    const rows = await this.read(db, list, numbers);
    if (rows.length === numbers.length) return rows;
    const { rows: stored, owner, number } = this.definition;
    const found = await db.query<MatchRow[]>(
      `SELECT ${number} AS number FROM ${stored} WHERE ${owner} = $1 AND ${number} <= $2 ORDER BY number DESC LIMIT $3`,
      [list.ownerId, numbers[0], query.limit],
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

  /** @param last the item after which the stretch begins */
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

/** Selects the items that come after a match in the order of the list. */
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
  /** The number of the item; null in the only row of an empty page. */
  readonly number: number | string | null;
  readonly at?: Date;
}

const matchOf = ({ number, at }: MatchRow): Match[] =>
  number === null ? [] : [{ number: Number(number), ...(at && { at }) }];
