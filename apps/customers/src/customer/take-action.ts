import type { Change } from '@halyard/messaging';
import { Customer } from './customer.entity.js';
import { customerFact } from './customer.fact.js';
import { type StatusAction, statusAfter } from './customer-status.js';

/**
 * Changes the status of a customer that is locked.
 *
 * @returns the customer as it is then; undefined when the action is not allowed in its status
 */
export async function takeAction(
  change: Change,
  customer: Customer,
  action: StatusAction,
  at: Date,
): Promise<Customer | undefined> {
  const next = statusAfter(action, customer);
  if (!next) return undefined;
  const { event, ...standing } = next;
  const { id, accountId } = customer;
  const changed = { ...customer, ...standing, version: customer.version + 1 };
  await change.tx.update(Customer, { id }, { ...standing, version: changed.version });
  await change.record({
    key: id,
    accountId,
    type: event,
    data: { ...customerFact(changed), from: customer.status },
    at,
  });
  return changed;
}
