import type { CollectionDocument } from '@halyard/contracts';
import { ref } from '@halyard/contracts';
import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { customerDocument } from '../customer.document.js';
import { Customer } from '../customer.entity.js';
import { emailKey, searchPattern } from '../search-keys.js';
import type { CustomerFilters } from './read-filters.js';

/** Matches of a filter are counted up to here. */
const COUNT_MAX = 10_000;

type Total = Pick<CollectionDocument, 'total' | 'totalIsAtLeast'>;

/** The account's customers, newest first, whichever of its applications made them. */
export async function listCustomers(
  manager: EntityManager,
  accountId: string,
  filters: CustomerFilters,
): Promise<CollectionDocument> {
  const { limit, offset } = filters;
  const count = await countOf(manager, accountId);
  const anchor = Math.min(filters.anchor ?? count, count);
  const matches = () => filtered(manager, accountId, anchor, filters);

  const customers = await matches().orderBy('customer.position', 'DESC').offset(offset).limit(limit).getMany();
  return {
    document: 'collection',
    self: ref('customers'),
    of: 'customer',
    items: customers.map(customerDocument),
    // Customers are never deleted, so that without a filter their number is the newest one's position.
    ...(isFiltered(filters) ? await totalOf(manager, matches()) : { total: anchor }),
    page: { limit, offset, anchor: String(anchor) },
  };
}

async function countOf(manager: EntityManager, accountId: string): Promise<number> {
  const [row] = await manager.query<{ count: number }[]>('SELECT count FROM customer_counts WHERE account_id = $1', [
    accountId,
  ]);
  return row?.count ?? 0;
}

const isFiltered = ({ search, email, statuses }: CustomerFilters): boolean =>
  search !== undefined || email !== undefined || statuses.length > 0;

function filtered(
  manager: EntityManager,
  accountId: string,
  anchor: number,
  { search, email, statuses }: CustomerFilters,
): SelectQueryBuilder<Customer> {
  const query = manager
    .createQueryBuilder(Customer, 'customer')
    .where('customer.accountId = :accountId AND customer.position <= :anchor', { accountId, anchor });
  if (email !== undefined) query.andWhere('customer.emailKey = :email', { email: emailKey(email) });
  if (statuses.length > 0) query.andWhere('customer.status IN (:...statuses)', { statuses });
  if (search !== undefined) query.andWhere('customer.searchText LIKE :pattern', { pattern: searchPattern(search) });
  return query;
}

async function totalOf(manager: EntityManager, matches: SelectQueryBuilder<Customer>): Promise<Total> {
  const [sql, parameters] = matches
    .select('1')
    .limit(COUNT_MAX + 1)
    .getQueryAndParameters();
  const [row] = await manager.query<[{ count: number }]>(
    `SELECT count(*)::int AS count FROM (${sql}) AS matches`,
    parameters,
  );
  return row.count > COUNT_MAX ? { total: COUNT_MAX, totalIsAtLeast: true } : { total: row.count };
}
