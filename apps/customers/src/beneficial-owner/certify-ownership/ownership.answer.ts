import { ref, type ResourceAnswer } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import type { Customer } from '../../customer/customer.entity.js';
import { mayChangeOwners, ownershipAt } from '../../customer/ownership.js';

/**
 * @param at by the account's clock: a grace period ends without an event
 * @throws DomainError NotFound for a customer that needs no certification
 */
export function ownershipAnswer(customer: Customer, at: Date): ResourceAnswer<'beneficial-ownership'> {
  const status = ownershipAt(customer, at);
  if (status === null) throw new DomainError('NotFound');
  const links =
    status !== 'certified' && mayChangeOwners(customer)
      ? { 'certify-beneficial-ownership': ref('beneficial-ownership', customer.id) }
      : {};
  return { type: 'resource', kind: 'beneficial-ownership', id: customer.id, attributes: { status }, links };
}
