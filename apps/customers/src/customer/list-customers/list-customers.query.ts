import type { CollectionDocument } from '@halyard/contracts';
import { ref } from '@halyard/contracts';
import { isId } from '@halyard/core';
import { Brackets, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import { customerDocument } from '../customer.document.js';
import { Customer } from '../customer.entity.js';
import { emailKey, searchPattern } from '../search-keys.js';
import type { CustomerFilters } from './customer-filters.js';

/** Matches of a filter are counted up to here. */
const COUNT_MAX = 10_000;

type Total = Pick<CollectionDocument, 'total' | 'totalIsAtLeast'>;

interface AccountList {
  readonly accountId: string;
  /** Position of its newest customer, which is how many there are: none is ever deleted. */
  readonly length: number;
  /** Now, by its clock. */
  readonly at: Date;
}

interface Found {
  readonly customers: readonly Customer[];
  readonly total: Total;
}

/** The account's customers, newest first, whichever of its applications made them. */
export async function listCustomers(
  manager: EntityManager,
  { accountId, length, at }: AccountList,
  filters: CustomerFilters,
): Promise<CollectionDocument> {
  const anchor = Math.min(filters.anchor ?? length, length);
  const find = isFiltered(filters) ? filteredPage : plainPage;
  const { customers, total } = await find(manager, accountId, anchor, filters);
  return {
    document: 'collection',
    self: ref('customers'),
    of: 'customer',
    items: customers.map((customer) => customerDocument(customer, at)),
    ...total,
    page: { limit: filters.limit, offset: filters.offset, anchor: String(anchor) },
  };
}

const isFiltered = ({ search, email, status }: CustomerFilters): boolean =>
  search !== undefined || email !== undefined || status !== undefined;

/**
 * Without a filter the positions say where a page begins: the last page costs what the first does. They are read before
 * anything is joined to them, however large the tables and old their statistics.
 */
async function plainPage(
  manager: EntityManager,
  accountId: string,
  anchor: number,
  { limit, offset }: CustomerFilters,
): Promise<Found> {
  const page = manager
    .createQueryBuilder()
    .select('customer_id, position')
    .from('listed_customers', 'listed')
    .where('account_id = :accountId AND position <= :through')
    .orderBy('position', 'DESC')
    .limit(limit);
  const customers = await manager
    .createQueryBuilder(Customer, 'customer')
    .innerJoin(`(${page.getQuery()})`, 'listed', 'listed.customer_id = customer.id')
    .setParameters({ accountId, through: anchor - offset })
    .orderBy('listed.position', 'DESC')
    .getMany();
  return { customers, total: { total: anchor } };
}

async function filteredPage(
  manager: EntityManager,
  accountId: string,
  anchor: number,
  filters: CustomerFilters,
): Promise<Found> {
  const listed = () =>
    manager
      .createQueryBuilder(Customer, 'customer')
      .innerJoin('listed_customers', 'listed', 'listed.customer_id = customer.id')
      .where('listed.account_id = :accountId AND listed.position <= :anchor', { accountId, anchor })
      .orderBy('listed.position', 'DESC');
  const matches = () => filtered(listed(), filters);
  const customers = await matches().offset(filters.offset).limit(filters.limit).getMany();
  return { customers, total: await totalOf(manager, matches()) };
}

function filtered(
  query: SelectQueryBuilder<Customer>,
  { search, email, status }: CustomerFilters,
): SelectQueryBuilder<Customer> {
  if (email !== undefined) query.andWhere('customer.emailKey = :email', { email: emailKey(email) });
  if (status !== undefined) query.andWhere('customer.status IN (:...statuses)', { statuses: status });
  if (search !== undefined) query.andWhere(found(search));
  return query;
}

/** Part of a name or address, or the whole of an id: the customer's own, or the one that the client gave it. */
const found = (search: string): Brackets =>
  new Brackets((where) => {
    where
      .where('customer.searchText LIKE :pattern', { pattern: searchPattern(search) })
      .orWhere('customer.correlationId = :search', { search });
    if (isId(search)) where.orWhere('customer.id = :id', { id: search });
  });

async function totalOf(manager: EntityManager, matches: SelectQueryBuilder<Customer>): Promise<Total> {
  const [sql, parameters] = matches
    .select('1')
    .orderBy()
    .limit(COUNT_MAX + 1)
    .getQueryAndParameters();
  const [row] = await manager.query<[{ count: number }]>(
    `SELECT count(*)::int AS count FROM (${sql}) AS matches`,
    parameters,
  );
  return row.count > COUNT_MAX ? { total: COUNT_MAX, totalIsAtLeast: true } : { total: row.count };
}
