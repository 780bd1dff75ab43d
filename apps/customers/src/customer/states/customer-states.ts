import type { CustomersFact } from '@halyard/contracts/customers';
import type { Customer, CustomerStatus, CustomerType } from '../customer.entity.js';

/** `review`: the checker has not decided yet. */
export const checkOutcomes = ['pass', 'ask again', 'ask for papers', 'refuse', 'review'] as const;
export type CheckOutcome = (typeof checkOutcomes)[number];

/** If a command begins a check, the new status depends on the outcome. */
export const clientCommands = [
  'edit',
  'become unverified',
  'upgrade',
  'retry',
  'deactivate',
  'reactivate',
  'suspend',
] as const;
export type ClientCommand = (typeof clientCommands)[number];

export const operatorCommands = ['reinstate'] as const;
type OperatorCommand = (typeof operatorCommands)[number];

export type Command = ClientCommand | OperatorCommand | CheckOutcome;

/** The new status, and the event that announces it. */
export type StatusStep =
  | { readonly to: CustomerStatus | 'the status before'; readonly event: CustomersFact['type'] }
  | { readonly begins: 'check' };

type Steps = Readonly<Partial<Record<Command, StatusStep>>>;

const verified: StatusStep = { to: 'verified', event: 'customers.customer-verified.v1' };
const retry: StatusStep = { to: 'retry', event: 'customers.customer-reverification-needed.v1' };
const document: StatusStep = { to: 'document', event: 'customers.customer-verification-document-needed.v1' };
const review: StatusStep = { to: 'document', event: 'customers.customer-verification-pending-review.v1' };
const suspended: StatusStep = { to: 'suspended', event: 'customers.customer-suspended.v1' };
const deactivated: StatusStep = { to: 'deactivated', event: 'customers.customer-deactivated.v1' };
const restored: StatusStep = { to: 'the status before', event: 'customers.customer-activated.v1' };
const edited = (to: CustomerStatus): StatusStep => ({ to, event: 'customers.customer-updated.v1' });
const check: StatusStep = { begins: 'check' };

const firstCheck: Steps = {
  pass: verified,
  'ask again': retry,
  'ask for papers': document,
  refuse: suspended,
  review,
};
const closable: Steps = { deactivate: deactivated, suspend: suspended };

/**
 * The states of a customer (reference facts, sections 2.4 and 2.5): status × command → status and event. A command that
 * is not listed is not allowed. Only the operator lifts a suspension; if a check had refused the customer, it then has
 * to show documents. A customer whose erasure has begun does not change.
 */
export const customerStates: Readonly<Record<CustomerStatus, Steps>> = {
  unverified: {
    edit: edited('unverified'),
    'become unverified': edited('unverified'),
    upgrade: check,
    ...firstCheck,
    ...closable,
  },
  /** Data is asked for again only once. */
  retry: { retry: check, ...firstCheck, 'ask again': document, ...closable },
  /** A review may still end in a second try; documents end in `pass`, or leave the customer as it is. */
  document: { ...firstCheck, ...closable },
  verified: { edit: edited('verified'), ...closable },
  deactivated: { reactivate: restored, suspend: suspended },
  suspended: { reinstate: restored },
};

/** Commands not listed here are for all types. */
const typesOf: Readonly<Partial<Record<Command, readonly CustomerType[]>>> = {
  'become unverified': ['receive-only'],
  upgrade: ['unverified'],
};

export type CustomerStanding = Pick<Customer, 'type' | 'status' | 'statusBefore' | 'erasureId'>;

/** @returns undefined if the command is not allowed in this state */
export function stepOf(
  command: Command,
  { type, status, erasureId }: Pick<CustomerStanding, 'type' | 'status' | 'erasureId'>,
): StatusStep | undefined {
  if (erasureId) return undefined;
  const types = typesOf[command];
  return types && !types.includes(type) ? undefined : customerStates[status][command];
}

interface StatusChange extends Pick<Customer, 'status' | 'statusBefore'> {
  readonly event: CustomersFact['type'];
}

/**
 * Reactivation and reinstatement restore the former status. If a check ends while the customer is closed, even to be
 * erased, its outcome becomes the status to restore.
 *
 * @returns undefined if the command is not allowed in this state, or only begins a check
 */
export function statusAfter(command: Command, standing: CustomerStanding): StatusChange | undefined {
  const { type, status, statusBefore } = standing;
  if (statusBefore !== null && isOutcome(command)) {
    const meanwhile = statusAfter(command, { type, status: statusBefore, statusBefore: null });
    if (!meanwhile || meanwhile.status === 'suspended') return meanwhile;
    return { status, statusBefore: meanwhile.status, event: 'customers.customer-updated.v1' };
  }
  const step = stepOf(command, standing);
  if (!step || 'begins' in step) return undefined;
  const { to, event } = step;
  if (to !== 'the status before') return { status: to, statusBefore: keptBefore(to, command, standing), event };
  return statusBefore === null ? undefined : { status: statusBefore, statusBefore: null, event };
}

function keptBefore(
  to: CustomerStatus,
  command: Command,
  { status, statusBefore }: CustomerStanding,
): CustomerStatus | null {
  if (command === 'refuse') return 'document';
  return to === 'deactivated' || to === 'suspended' ? (statusBefore ?? status) : null;
}

const isOutcome = (command: Command): command is CheckOutcome => checkOutcomes.some((outcome) => outcome === command);
