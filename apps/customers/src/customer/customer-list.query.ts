import { isId } from '@halyard/core';
import { atWordStart, type FilterCondition, NumberedList, type OwnerList } from '@halyard/lists';
import type { EntityManager } from 'typeorm';
import { Customer, type CustomerStatus } from './customer.entity.js';
import { emailKey, searchPattern } from './search-keys.js';
import { partsOf, tellingParts } from './search-parts.js';
import { SAMPLED_MIN, sampleList } from './search-sample.query.js';

interface Search {
  readonly text: string;
  /** Further customers to find. */
  readonly ids: readonly string[];
  /** Parts of the text to ask the index for; undefined to ask for the whole text. */
  readonly parts?: readonly string[];
}

interface CustomerConditions {
  readonly id?: readonly string[];
  /** A position. */
  readonly after?: number;
  readonly email?: string;
  readonly status?: readonly CustomerStatus[];
  readonly search?: Search;
  /** Beginnings of words, folded. */
  readonly words?: readonly string[];
}

const contains: FilterCondition<Search> = ({ text, ids, parts }, parameter, way) => {
  const containing = (part: string, compared = 'search_text') => `${compared} LIKE ${parameter(searchPattern(part))}`;
  // Collation C compares in the same way, and keeps the planner from using the index for this condition.
  const found =
    way === 'index' && parts
      ? [...parts.map((part) => containing(part)), containing(text, 'search_text COLLATE "C"')].join(' AND ')
      : containing(text);
  return ids.length > 0 ? `(${found} OR customer_id = ANY (${parameter(ids)}::uuid[]))` : found;
};

/** Newest first. */
export const customersAt = (
  manager: EntityManager,
  accountId: string,
  positions: readonly number[],
): Promise<Customer[]> =>
  manager
    .createQueryBuilder(Customer, 'customer')
    .innerJoin('listed_customers', 'listed', 'listed.customer_id = customer.id')
    .where('listed.account_id = :accountId AND listed.position = ANY (:positions)', { accountId, positions })
    .orderBy('listed.position', 'DESC')
    .getMany();

/** The newest customers that hold a balance. */
export async function positionsOfHolders(
  manager: EntityManager,
  accountId: string,
  { limit, before }: { readonly limit: number; readonly before: number | undefined },
): Promise<number[]> {
  const rows = await manager.query<{ position: number }[]>(
    `SELECT position FROM listed_customers
     WHERE account_id = $1 AND status = 'verified' AND ($2::integer IS NULL OR position < $2)
     ORDER BY position DESC LIMIT $3`,
    [accountId, before, limit],
  );
  return rows.map(({ position }) => position);
}

/** Lists customers by position (ADR 57). */
export const customerList = new NumberedList<Customer, CustomerConditions>({
  rows: 'listed_customers',
  owner: 'account_id',
  number: 'position',
  filters: {
    id: 'customer_id = ANY',
    after: 'position >',
    email: (email, parameter) =>
      `customer_id IN (SELECT id FROM customers WHERE email_key = ${parameter(emailKey(email))})`,
    status: 'status = ANY',
    search: contains,
    words: (words, parameter) => words.map((word) => `search_text LIKE ${parameter(atWordStart(word))}`).join(' AND '),
  },
  read: (manager, accountId, positions) => customersAt(manager, accountId, positions),
  isReadToItsEnd: true,
});

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

/** Searches in names, e-mail addresses and business names. */
export async function searchByText(manager: EntityManager, list: OwnerList, text: string): Promise<Search> {
  return { text, ids: [], parts: await partsToAskFor(manager, list, text) };
}

/**
 * Searches for part of a text like `searchByText`, and for a whole id or correlation id.
 *
 * @param email the e-mail address that is asked for as well: few customers have it, so the index need not be asked for
 * parts of the text
 */
export async function searchByTextOrId(
  manager: EntityManager,
  list: OwnerList,
  { text, email }: { text: string; email?: string },
): Promise<Search> {
  const ids = await idsOf(manager, list.ownerId, text);
  return ids.length > 0 || email !== undefined ? { text, ids } : searchByText(manager, list, text);
}

/** If the list is long and only some parts of the search tell its customers apart, the index is asked for those. */
async function partsToAskFor(manager: EntityManager, { ownerId, range }: OwnerList, search: string) {
  if (range.newest < SAMPLED_MIN) return undefined;
  const parts = partsOf(search);
  if (parts.length < 2) return undefined;
  const sample = await sampleList(manager, { accountId: ownerId, through: range.newest }, { search, parts });
  return tellingParts(parts, sample);
}

/** The ids of customers whose id or correlation id is the whole text. */
async function idsOf(manager: EntityManager, accountId: string, text: string): Promise<string[]> {
  const sameCorrelationId = await manager.findOne(Customer, {
    select: { id: true },
    where: { accountId, correlationId: text },
  });
  return [...(isId(text) ? [text] : []), ...(sameCorrelationId ? [sameCorrelationId.id] : [])];
}
