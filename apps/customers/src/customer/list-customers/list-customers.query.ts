import type { CollectionDocument } from '@halyard/contracts';
import { ref } from '@halyard/contracts';
import type { EntityManager } from 'typeorm';
import { customerDocument } from '../customer.document.js';
import { Customer } from '../customer.entity.js';
import { COUNT_MAX, findCustomers, type Matches } from '../find-customers.query.js';
import type { CustomerFilters } from './customer-filters.js';

interface AccountList {
  readonly accountId: string;
  /** Position of its newest customer, which is also their number: none is ever deleted. */
  readonly length: number;
  /** Now, by the account's clock. */
  readonly at: Date;
}

/** The account's customers, newest first, whichever of its applications created them. */
export async function listCustomers(
  manager: EntityManager,
  { accountId, length, at }: AccountList,
  filters: CustomerFilters,
): Promise<CollectionDocument> {
  const { search, email, status, limit, offset } = filters;
  const anchor = Math.min(filters.anchor ?? length, length);
  const isFiltered = search !== undefined || email !== undefined || status !== undefined;
  const wanted = { accountId, after: 0, through: anchor, search, byIds: true, email, status };
  const { positions, count } = isFiltered
    ? await findCustomers(manager, wanted, { offset, limit, order: 'DESC' })
    : wholePage(anchor, filters);
  const customers = await customersAt(manager, accountId, positions);
  const isCounted = !isFiltered || count <= COUNT_MAX;
  return {
    document: 'collection',
    self: ref('customers'),
    of: 'customer',
    items: customers.map((customer) => customerDocument(customer, at)),
    ...(isCounted ? { total: count } : { total: COUNT_MAX, totalIsAtLeast: true }),
    page: { limit, offset, anchor: String(anchor) },
  };
}

/** Without a filter the positions follow from the page alone, so that the last page costs no more than the first. */
function wholePage(anchor: number, { limit, offset }: CustomerFilters): Matches {
  const length = Math.max(0, Math.min(limit, anchor - offset));
  return { positions: Array.from({ length }, (_, at) => anchor - offset - at), count: anchor };
}

const customersAt = (manager: EntityManager, accountId: string, positions: readonly number[]): Promise<Customer[]> =>
  manager
    .createQueryBuilder(Customer, 'customer')
    .innerJoin('listed_customers', 'listed', 'listed.customer_id = customer.id')
    .where('listed.account_id = :accountId AND listed.position = ANY (:positions)', { accountId, positions })
    .orderBy('listed.position', 'DESC')
    .getMany();
