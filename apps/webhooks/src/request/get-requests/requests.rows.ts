import { idsBeginning } from '@halyard/core';
import type { RequestDatabase } from '../request-database.rows.js';
import type { RequestFilters } from './request-filters.js';

export interface RequestRow {
  readonly id: string;
  readonly number: string;
  readonly batch: string;
  readonly recorded_at: Date;
  readonly status: number;
  readonly method: string;
  readonly route: string | null;
  readonly code: string | null;
  readonly application_id: string;
  readonly person_id: string | null;
  readonly trace: string;
}

const COLUMNS = 'id, number, batch, recorded_at, status, method, route, code, application_id, person_id, trace';

/** Which requests are read, apart from the filters. */
export interface RequestRange {
  readonly accountId: string;
  /** The least id. It leaves out the requests that are no longer stored. */
  readonly idsFrom: string;
  /** Only requests with ids below this one. */
  readonly idsBefore?: string | undefined;
  /** The first and the last number, both included. */
  readonly numbers?: readonly [from: bigint, to: bigint];
  readonly keyHash?: Buffer | undefined;
}

const FIRST_REFUSAL = 400;

class Conditions {
  readonly values: unknown[] = [];
  private readonly all: string[] = [];

  add(...texts: readonly string[]): void {
    this.all.push(...texts);
  }

  value(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  get text(): string {
    return this.all.join(' AND ');
  }
}

function addStatus(where: Conditions, asked: readonly string[]): void {
  const classes = asked.filter((one) => one.endsWith('xx')).map((one) => Number(one[0]));
  const exact = asked.filter((one) => !one.endsWith('xx')).map(Number);
  const least = Math.min(...exact, ...classes.map((one) => one * 100));
  if (least >= FIRST_REFUSAL) where.add(`status >= ${FIRST_REFUSAL}`);
  const [one] = classes;
  if (one === undefined) where.add(`status = ANY (${where.value(exact)})`);
  else if (asked.length === 1) where.add(`status BETWEEN ${one * 100} AND ${one * 100 + 99}`);
  else where.add(`(status = ANY (${where.value(exact)}) OR status / 100 = ANY (${where.value(classes)}))`);
}

/** The methods of nearly all requests. Requests with other methods have an index. */
const FREQUENT_METHODS = ['GET', 'POST'];
/** Equals the condition of the index; otherwise Postgres would not use it. */
const IS_RARE = `method NOT IN (${FREQUENT_METHODS.map((method) => `'${method}'`).join(', ')})`;

function addMethod(where: Conditions, asked: readonly string[]): void {
  if (!asked.some((method) => FREQUENT_METHODS.includes(method))) where.add(IS_RARE);
  where.add(`method = ANY (${where.value(asked)})`);
}

/** Equals the condition of the index; otherwise Postgres would not use it. */
const IS_BY_PERSON = 'coalesce(is_first_party, person_id IS NOT NULL)';

function conditionsOf(range: RequestRange, filters: RequestFilters): Conditions {
  const where = new Conditions();
  where.add(`account_id = ${where.value(range.accountId)}`, `id >= ${where.value(range.idsFrom)}`);
  if (range.idsBefore !== undefined) where.add(`id < ${where.value(range.idsBefore)}`);
  if (range.numbers) {
    const [from, to] = range.numbers.map(String);
    where.add(`number BETWEEN ${where.value(from)} AND ${where.value(to)}`);
  }
  const { by, status, method, route, code, application, person } = filters;
  if (by === 'person') where.add(IS_BY_PERSON);
  if (by === 'application') where.add(`NOT ${IS_BY_PERSON}`);
  if (status) addStatus(where, status);
  if (method) addMethod(where, method);
  if (route) where.add(`route = ANY (${where.value(route)})`);
  // Only refusals have a code. The second condition equals that of the index.
  if (code) where.add(`code = ANY (${where.value(code)})`, `status >= ${FIRST_REFUSAL}`);
  if (application !== undefined) where.add(`application_id = ${where.value(application)}`);
  if (person !== undefined) where.add(`person_id = ${where.value(person)}`);
  if (range.keyHash) where.add(`key_hash = ${where.value(range.keyHash)}`);
  return where;
}

/** The condition of the index of traces: a trace that equals its request's id is not in it. */
const IS_FOREIGN = 'trace <> id';

/** The conditions of which a request has to meet at least one. Postgres has an index for each. */
function alternativesOf(where: Conditions, { resource, search, trace }: RequestFilters): readonly string[] {
  const choices: string[][] = [];
  if (resource !== undefined) {
    const value = where.value(resource);
    choices.push([`resource_id = ${value}`, `path_id = ${value}`]);
  }
  if (trace !== undefined) {
    const value = `${where.value(trace)}::uuid`;
    choices.push([`id = ${value} AND trace = id`, `trace = ${value} AND ${IS_FOREIGN}`]);
  }
  if (search !== undefined) {
    const [least, greatest] = idsBeginning(search).map((bound) => where.value(bound));
    const within = (column: string): string => `${column} BETWEEN ${least} AND ${greatest}`;
    choices.push([within('id'), within('resource_id'), `${within('trace')} AND ${IS_FOREIGN}`]);
  }
  return choices.reduce(
    (all, more) => (all.length === 0 ? more : all.flatMap((one) => more.map((other) => `${one} AND ${other}`))),
    [],
  );
}

/** Reads the matching requests of an account, newest first. If numbers are given, reads in the order of the numbers. */
export function matchingRequests(
  database: RequestDatabase,
  range: RequestRange,
  filters: RequestFilters,
  limit: number,
): Promise<RequestRow[]> {
  const where = conditionsOf(range, filters);
  const order = range.numbers ? 'ORDER BY number' : 'ORDER BY id DESC';
  const alternatives = alternativesOf(where, filters);
  const count = where.value(limit);
  const arm = (more: string): string =>
    `SELECT ${COLUMNS} FROM requests WHERE ${where.text}${more} ${order} LIMIT ${count}`;
  const sql =
    alternatives.length === 0
      ? arm('')
      : `${alternatives.map((one) => `(${arm(` AND ${one}`)})`).join(' UNION ')} ${order} LIMIT ${count}`;
  return database.read<RequestRow>(sql, where.values);
}

/** How many requests of an account were ever recorded. */
export async function countOf(database: RequestDatabase, accountId: string): Promise<bigint> {
  const [row] = await database.read<{ count: string }>('SELECT count FROM request_counts WHERE account_id = $1', [
    accountId,
  ]);
  return BigInt(row?.count ?? 0);
}

export async function findRequest(
  database: RequestDatabase,
  accountId: string,
  id: string,
): Promise<RequestRow | undefined> {
  const [row] = await database.read<RequestRow>(`SELECT ${COLUMNS} FROM requests WHERE account_id = $1 AND id = $2`, [
    accountId,
    id,
  ]);
  return row;
}

/**
 * Reads the sealed summaries or contents of the batches that hold these rows, by the number of each batch's first
 * request.
 */
export async function sealedBatches(
  database: RequestDatabase,
  accountId: string,
  rows: readonly RequestRow[],
  part: 'summaries' | 'contents',
): Promise<ReadonlyMap<string, Buffer>> {
  const times = new Map(rows.map(({ batch, recorded_at: at }) => [batch, at]));
  const found = await database.read<{ first: string; sealed: Buffer }>(
    `SELECT batch.first, sealed_${part} AS sealed
     FROM unnest($2::bigint[], $3::timestamptz[]) AS wanted (first, recorded_at)
     JOIN request_batches AS batch
       ON batch.account_id = $1 AND batch.first = wanted.first AND batch.recorded_at = wanted.recorded_at`,
    [accountId, [...times.keys()], [...times.values()]],
  );
  return new Map(found.map(({ first, sealed }) => [first, sealed]));
}
