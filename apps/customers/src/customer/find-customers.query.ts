import { isId } from '@halyard/core';
import type { EntityManager } from 'typeorm';
import { Customer, type CustomerStatus } from './customer.entity.js';
import { emailKey, searchPattern } from './search-keys.js';

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
  const { where, parameters } = await conditionsOf(manager, wanted);
  const asked = [...parameters, page.offset, page.limit];
  const [offset, limit] = [`$${asked.length - 1}`, `$${asked.length}`];
  const pageOf = (table: string) =>
    `SELECT position FROM ${table} ORDER BY position ${page.order} OFFSET ${offset} LIMIT ${limit}`;
  const [found] = await manager.query<[Matches]>(
    `WITH matches AS MATERIALIZED (SELECT position FROM listed_customers WHERE ${where} LIMIT ${COUNT_MAX + 1})
     SELECT ARRAY(${pageOf('matches')}) AS positions, (SELECT count(*)::int FROM matches) AS count`,
    asked,
  );
  if (found.count <= COUNT_MAX) return found;
  const rows = await manager.query<{ position: number }[]>(pageOf(`listed_customers WHERE ${where}`), asked);
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

async function conditionsOf(manager: EntityManager, wanted: Wanted) {
  const { accountId, after, through, search, byIds, email, status } = wanted;
  const parameters: unknown[] = [accountId, after, through];
  const parameter = (value: unknown): string => `$${parameters.push(value)}`;
  const conditions = ['account_id = $1', 'position > $2', 'position <= $3'];
  if (email !== undefined) {
    const owners = `SELECT id FROM customers WHERE email_key = ${parameter(emailKey(email))}`;
    conditions.push(`customer_id IN (${owners})`);
  }
  if (status !== undefined) conditions.push(`status = ANY (${parameter(status)})`);
  if (search !== undefined) {
    const ids = byIds ? await idsOf(manager, accountId, search) : [];
    const found = `search_text LIKE ${parameter(searchPattern(search))}`;
    conditions.push(ids.length > 0 ? `(${found} OR customer_id = ANY (${parameter(ids)}::uuid[]))` : found);
  }
  return { where: conditions.join(' AND '), parameters };
}

/** The ids of customers for which the text is a whole id. */
async function idsOf(manager: EntityManager, accountId: string, text: string): Promise<string[]> {
  const sameCorrelationId = await manager.findOne(Customer, {
    select: { id: true },
    where: { accountId, correlationId: text },
  });
  return [...(isId(text) ? [text] : []), ...(sameCorrelationId ? [sameCorrelationId.id] : [])];
}
