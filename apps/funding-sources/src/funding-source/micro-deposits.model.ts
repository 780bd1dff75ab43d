import type { MicroDepositsEnd } from '@halyard/contracts';
import type { ReturnCode } from '@halyard/core';

/** Attempts to name the amounts of one bank (specification, limits). */
export const ATTEMPTS_MAX = 3;
/** Micro-deposits stay below ten cents (specification, limits). */
export const AMOUNT_MINOR_MAX = 9;

/** Why micro-deposits prove nothing: they were returned, or their amounts were not named. */
export type MicroDepositsFailure = ReturnCode | 'TooManyAttempts';

/** Two small deposits whose amounts prove that a bank is its owner's, as they are now. */
export interface MicroDeposits {
  /** `pending`: under way. `failed`: see `failure`. */
  readonly status: 'pending' | 'processed' | 'failed';
  /** ISO 8601. */
  readonly created: string;
  /** Both amounts, sealed for the owner under `AMOUNTS` (base64). */
  readonly amounts: string;
  /** Attempts that named wrong amounts. */
  readonly wrongAttempts: number;
  readonly failure?: MicroDepositsFailure;
  /** What transfers pays them by. */
  readonly paymentId: string;
}

/** Context under which amounts are sealed. */
export const AMOUNTS = 'funding-sources.micro-deposits';

/** Two amounts in cents as they are kept, whichever was named first. */
export const amountsText = (...minors: readonly (number | bigint)[]): string => minors.map(String).sort().join(' ');

/** In cents, as `amountsText` keeps them. */
export const amountsOf = (text: string): string[] => text.split(' ');

/**
 * Micro-deposits as their bank has left them: they arrive, and even then it may return them. What they failed for first
 * stays.
 *
 * @returns undefined where nothing changes
 */
export function afterBank(deposits: MicroDeposits, ended: MicroDepositsEnd): MicroDeposits | undefined {
  const { paymentId, status, code: failure } = ended;
  const isOpenStill = deposits.status === 'pending' || (deposits.status === 'processed' && status === 'failed');
  if (deposits.paymentId !== paymentId || !isOpenStill) return undefined;
  return { ...deposits, status, ...(failure && { failure }) };
}

export const attemptsLeft = ({ wrongAttempts }: MicroDeposits): number => Math.max(0, ATTEMPTS_MAX - wrongAttempts);

/** After so many more wrong attempts; the last that is allowed ends them. */
export function afterWrong(deposits: MicroDeposits, more: number): MicroDeposits {
  const wrongAttempts = Math.min(ATTEMPTS_MAX, deposits.wrongAttempts + more);
  if (wrongAttempts < ATTEMPTS_MAX) return { ...deposits, wrongAttempts };
  return { ...deposits, wrongAttempts, status: 'failed', failure: 'TooManyAttempts' };
}

/** By their bank, and nobody had named wrong amounts. */
export const wereReturned = (deposits: MicroDeposits | null): boolean =>
  deposits?.status === 'failed' && deposits.wrongAttempts === 0;

/** Amounts can be named as soon as deposits are on their way. */
export const isOpen = (deposits: MicroDeposits | null): boolean => deposits !== null && deposits.status !== 'failed';
