import type { BankHours } from '../cut-off/bank-hours.js';
import type { Transfer, TransferStatus } from './transfer.entity.js';

/** In production only `cancel` is allowed. */
export const transferCommands = ['cancel', 'process', 'fail', 'lateReturn'] as const;
export type TransferCommand = (typeof transferCommands)[number];

/** Status × command → status (reference facts 7.4, 7.8). A command that is not listed is not allowed. */
export const transferStates: Readonly<
  Record<TransferStatus, Readonly<Partial<Record<TransferCommand, TransferStatus>>>>
> = {
  /** Not a resource yet. */
  initiated: {},
  pending: { cancel: 'cancelled', process: 'processed', fail: 'failed' },
  processed: { lateReturn: 'failed' },
  failed: {},
  cancelled: {},
};

export interface Now {
  /** The account's time, ISO 8601. */
  readonly at: string;
  readonly hours: BankHours;
}

/**
 * Whether no bank has the transfer yet: neither its own, nor that of the transfer that it waits for. A fee goes with
 * its main transfer.
 */
function isWithheld(transfer: Transfer, { at, hours }: Now): boolean {
  const { kind, started, submittedAt, created } = transfer;
  if (kind === 'fee' || submittedAt !== null) return false;
  return new Date(at) < (started ? hours.exportOf(transfer, started) : hours.exportOfWaiting(created));
}

const isAtBank = ({ started }: Transfer): boolean => started !== null;

const conditions: Readonly<Record<TransferCommand, (transfer: Transfer, now: Now) => boolean>> = {
  cancel: isWithheld,
  process: isAtBank,
  fail: isAtBank,
  lateReturn: isAtBank,
};

export const isAllowed = (command: TransferCommand, transfer: Transfer, now: Now): boolean =>
  command in transferStates[transfer.status] && conditions[command](transfer, now);

/** Whether a bank can act on the transfer: its own bank, or the bank of the transfer that funds it. */
export const waitsForBank = (transfer: Transfer): boolean =>
  'process' in transferStates[transfer.status] && (isAtBank(transfer) || transfer.fundingId !== null);
