import type { CustomersFact } from '@halyard/contracts';
import type { Customer, CustomerStatus } from './customer.entity.js';

/** What a client may send as `status`. */
export const statusActions = ['deactivated', 'reactivated', 'suspended'] as const;
export type StatusAction = (typeof statusActions)[number];

interface Transition {
  readonly from: readonly CustomerStatus[];
  readonly event: CustomersFact['type'];
}

/** Every change of status that a client can ask for (reference facts, section 2.5). Only the operator lifts a suspension. */
const transitions: Readonly<Record<StatusAction, Transition>> = {
  deactivated: {
    from: ['unverified', 'retry', 'document', 'verified'],
    event: 'customers.customer-deactivated.v1',
  },
  reactivated: {
    from: ['deactivated'],
    event: 'customers.customer-activated.v1',
  },
  suspended: {
    from: ['unverified', 'retry', 'document', 'verified', 'deactivated'],
    event: 'customers.customer-suspended.v1',
  },
};

type Standing = Pick<Customer, 'status' | 'statusBefore'>;

export interface StatusChange extends Standing {
  readonly event: CustomersFact['type'];
}

/**
 * What an action makes of a customer's status; reactivation restores what was held before.
 *
 * @returns undefined when the action is not allowed in this status
 */
export function statusAfter(action: StatusAction, { status, statusBefore }: Standing): StatusChange | undefined {
  const { from, event } = transitions[action];
  if (!from.includes(status)) return undefined;
  if (action === 'deactivated') return { status: 'deactivated', statusBefore: status, event };
  if (action === 'suspended') return { status: 'suspended', statusBefore: null, event };
  return statusBefore === null ? undefined : { status: statusBefore, statusBefore: null, event };
}
