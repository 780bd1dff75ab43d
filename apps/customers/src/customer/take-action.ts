import type { Change } from '@halyard/messaging';
import { Customer } from './customer.entity.js';
import type { CustomerHistory } from './customer-history.js';
import { type StatusAction, statusAfter } from './customer-status.js';

/**
 * Changes the status of a customer that is locked.
 *
 * @returns the customer as it is then; undefined when the action is not allowed in its status
 */
export async function takeAction(
  change: Change,
  customer: Customer,
  { action, at, history }: { readonly action: StatusAction; readonly at: Date; readonly history: CustomerHistory },
): Promise<Customer | undefined> {
  const next = statusAfter(action, customer);
  if (!next) return undefined;
  const { event: type, ...standing } = next;
  const changed = { ...customer, ...standing, version: customer.version + 1 };
  await change.tx.update(Customer, { id: customer.id }, { ...standing, version: changed.version });
  await history.record(change, changed, { type, at, from: customer.status });
  return changed;
}
