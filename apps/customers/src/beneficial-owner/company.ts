import { DomainError } from '@halyard/core';
import type { EntityManager } from 'typeorm';
import { Customer } from '../customer/customer.entity.js';
import { mayChangeOwners } from '../customer/ownership.js';

/**
 * Owners may change if the customer is a company that is not closed.
 *
 * @throws DomainError NotFound, InvalidResourceState
 */
export async function findCompany(
  db: EntityManager,
  where: { readonly id: string; readonly accountId: string },
  lock?: { readonly mode: 'pessimistic_write' },
): Promise<Customer> {
  const customer = await db.findOne(Customer, { where, ...(lock && { lock }) });
  if (!customer) throw new DomainError('NotFound');
  if (customer.ownership === null) {
    throw new DomainError('InvalidResourceState', { message: 'The customer has no beneficial owners.' });
  }
  if (!mayChangeOwners(customer)) throw new DomainError('InvalidResourceState');
  return customer;
}
