import { type CollectionAnswer, ref } from '@halyard/contracts';
import { anchored } from '@halyard/lists';
import type { EntityManager } from 'typeorm';
import { customerAnswer } from '../customer.answer.js';
import { customerList, searchByTextOrId } from '../customer-list.query.js';
import type { CustomerFilters } from './customer-filters.js';

interface AccountList {
  readonly accountId: string;
  /** Position of the newest customer, and so the number of customers, since none is ever deleted. */
  readonly length: number;
  /** By the account's clock. */
  readonly at: Date;
}

/** Newest first, whichever application created them. */
export async function listCustomers(
  manager: EntityManager,
  { accountId, length, at }: AccountList,
  { search: text, ...query }: CustomerFilters,
): Promise<CollectionAnswer> {
  const list = { ownerId: accountId, range: anchored({ oldest: 1, newest: length }, query.anchor) };
  const { email } = query;
  const search = text === undefined ? undefined : await searchByTextOrId(manager, list, { text, email });
  const { rows, ...page } = await customerList.page(manager, list, { ...query, search });
  return {
    type: 'collection',
    self: ref('listCustomers'),
    of: 'customer',
    items: rows.map((customer) => customerAnswer(customer, at)),
    ...page,
  };
}
