import type { Change } from '@halyard/changes';
import type { Actor } from '@halyard/http';
import { Customer } from './customer.entity.js';
import type { CustomerHistory } from './customer-history.js';
import { type Command, statusAfter } from './states/customer-states.js';

interface CommandDetails {
  readonly command: Command;
  readonly at: Date;
  readonly history: CustomerHistory;
  /** The operator, for an operator's command. */
  readonly by?: Actor;
  /** Further columns to change. */
  readonly with?: Partial<Omit<Customer, 'id' | 'status' | 'statusBefore' | 'version'>>;
}

/**
 * Carries out a command on a locked customer, if its state allows that.
 *
 * @returns the customer as it is afterwards; undefined if its state does not allow the command
 */
export async function applyCommand(
  change: Change,
  customer: Customer,
  { command, at, history, by, with: also = {} }: CommandDetails,
): Promise<Customer | undefined> {
  const next = statusAfter(command, customer);
  if (!next) return undefined;
  const { event: type, ...standing } = next;
  const columns = { ...also, ...standing, version: customer.version + 1 };
  await change.tx.update(Customer, { id: customer.id }, columns);
  const result = { ...customer, ...columns };
  await history.record(change, result, { type, at, from: customer.status, by });
  return result;
}
