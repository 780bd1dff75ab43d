import type { Change } from '@halyard/changes';
import { Customer } from '../customer/customer.entity.js';
import type { CustomerHistory } from '../customer/customer-history.js';
import { statusAfter } from '../customer/states/customer-states.js';
import { applyCommand } from '../customer/apply-command.js';
import type { Erasure } from './erasure.entity.js';

interface Closure {
  readonly at: Date;
  readonly history: CustomerHistory;
}

/** Whether closing the customer includes deactivating it. */
export const isOpen = (customer: Customer): boolean => statusAfter('deactivate', customer) !== undefined;

/** Closes a locked customer: nothing changes it after the commit. */
export async function close(change: Change, customer: Customer, erasureId: string, closing: Closure): Promise<void> {
  const closed = await applyCommand(change, customer, { command: 'deactivate', ...closing, with: { erasureId } });
  if (!closed) await mark(change, customer, erasureId, closing);
}

export async function reopen(
  change: Change,
  customer: Customer,
  { deactivates }: Erasure,
  closing: Closure,
): Promise<void> {
  const opened = await mark(change, customer, null, closing);
  if (deactivates) await applyCommand(change, opened, { command: 'reactivate', ...closing });
}

async function mark(
  { tx, record }: Change,
  customer: Customer,
  erasureId: string | null,
  { at, history }: Closure,
): Promise<Customer> {
  const marked = { ...customer, erasureId, version: customer.version + 1 };
  await tx.update(Customer, { id: customer.id }, { erasureId, version: marked.version });
  await history.record({ tx, record }, marked, { type: 'customers.customer-updated.v1', at });
  return marked;
}
