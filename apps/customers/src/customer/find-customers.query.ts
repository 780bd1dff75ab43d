import { isId } from '@halyard/core';
import type { EntityManager } from 'typeorm';
import { Customer, type CustomerStatus } from './customer.entity.js';
import { emailKey, searchPattern } from './search-keys.js';
import { partsOf, tellingParts } from './search-parts.js';
import { SAMPLED_MIN, sampleList } from './search-sample.query.js';

/** Matches are counted up to this number. */
export const COUNT_MAX = 10_000;

/** A range of an account's list, and the filters within it. */
export interface Wanted {
  readonly accountId: string;
  /** The range of positions, without `after` and with `through`. */
  readonly after: number;
  readonly through: number;
  readonly search?: string;
  /** Whether `search` may also be a whole id: the customer's own, or its correlation id. */
  readonly byIds?: boolean;
  readonly email?: string;
  readonly status?: readonly CustomerStatus[];
}

interface Page {
  readonly offset: number;
  readonly limit: number;
  readonly order: 'ASC' | 'DESC';
}

export interface Matches {
  /** The positions of this page, in its order. */
  readonly positions: readonly number[];
  /** Matches on all pages; `COUNT_MAX + 1` when there are more than are counted. */
  readonly count: number;
}

/**
 * Finds customers in their account's list. All matches are read by the most selective index. When there are more than
 * are counted they are frequent, so that walking the list finds the page quickly.
 */
export async function findCustomers(manager: EntityManager, wanted: Wanted, page: Page): Promise<Matches> {
  const { accountId, search, byIds } = wanted;
  const ids = search !== undefined && byIds ? await idsOf(manager, accountId, search) : [];
  const parts = ids.length === 0 ? await partsToAskFor(manager, wanted) : undefined;
  const pageOf = (table: string, [offset, limit]: readonly string[]) =>
    `SELECT position FROM ${table} ORDER BY position ${page.order} OFFSET ${offset} LIMIT ${limit}`;
  const indexed = conditionsOf(wanted, ids, parts);
  const skipped = [indexed.parameter(page.offset), indexed.parameter(page.limit)];
  const [found] = await manager.query<[Matches]>(
    `WITH matches AS MATERIALIZED (SELECT position FROM listed_customers WHERE ${indexed.where} LIMIT ${COUNT_MAX + 1})
     SELECT ARRAY(${pageOf('matches', skipped)}) AS positions, (SELECT count(*)::int FROM matches) AS count`,
    indexed.parameters,
  );
  if (found.count <= COUNT_MAX) return found;
  const walked = conditionsOf(wanted, ids);
  const place = [walked.parameter(page.offset), walked.parameter(page.limit)];
  const rows = await manager.query<{ position: number }[]>(
    pageOf(`listed_customers WHERE ${walked.where}`, place),
    walked.parameters,
  );
  return { positions: rows.map(({ position }) => position), count: found.count };
}

/** Ids in the order of the list. */
export async function idsAt(
  manager: EntityManager,
  accountId: string,
  positions: readonly number[],
): Promise<string[]> {
  const rows = await manager.query<{ id: string }[]>(
    'SELECT customer_id AS id FROM listed_customers WHERE account_id = $1 AND position = ANY ($2) ORDER BY position',
    [accountId, positions],
  );
  return rows.map(({ id }) => id);
}

/** @param parts of the search, to ask the index for in its stead */
function conditionsOf(
  { accountId, after, through, search, email, status }: Wanted,
  ids: readonly string[],
  parts?: readonly string[],
) {
  const parameters: unknown[] = [accountId, after, through];
  const parameter = (value: unknown): string => `$${parameters.push(value)}`;
  const conditions = ['account_id = $1', 'position > $2', 'position <= $3'];
  if (email !== undefined) {
    const owners = `SELECT id FROM customers WHERE email_key = ${parameter(emailKey(email))}`;
    conditions.push(`customer_id IN (${owners})`);
  }
  if (status !== undefined) conditions.push(`status = ANY (${parameter(status)})`);
  if (search !== undefined) {
    const contains = (text: string, compared = 'search_text') => `${compared} LIKE ${parameter(searchPattern(text))}`;
    // In another collation, which compares the same way, the condition is none for the index.
    const found = parts
      ? [...parts.map((part) => contains(part)), contains(search, 'search_text COLLATE "C"')].join(' AND ')
      : contains(search);
    conditions.push(ids.length > 0 ? `(${found} OR customer_id = ANY (${parameter(ids)}::uuid[]))` : found);
  }
  return { where: conditions.join(' AND '), parameters, parameter };
}

/** The parts of the search to ask the index for, if the list is long and only some of them tell its customers apart. */
async function partsToAskFor(manager: EntityManager, { accountId, through, search, email }: Wanted) {
  if (search === undefined || email !== undefined || through < SAMPLED_MIN) return undefined;
  const parts = partsOf(search);
  if (parts.length < 2) return undefined;
  return tellingParts(parts, await sampleList(manager, { accountId, through }, { search, parts }));
}

/** The ids of customers for which the text is a whole id. */
async function idsOf(manager: EntityManager, accountId: string, text: string): Promise<string[]> {
  const sameCorrelationId = await manager.findOne(Customer, {
    select: { id: true },
    where: { accountId, correlationId: text },
  });
  return [...(isId(text) ? [text] : []), ...(sameCorrelationId ? [sameCorrelationId.id] : [])];
}
