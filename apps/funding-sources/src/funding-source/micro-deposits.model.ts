import type { MicroDepositsEnd } from '@halyard/contracts/funding-sources';
import type { ReturnCode } from '@halyard/core';

/** For each bank (specification, limits). */
export const ATTEMPTS_MAX = 3;
/** Micro-deposits stay below ten cents (specification, limits). */
export const AMOUNT_MINOR_MAX = 9;

/** The code of the return, or too many wrong attempts. */
export type MicroDepositsFailure = ReturnCode | 'TooManyAttempts';

/** Two small deposits whose amounts prove that the bank belongs to its owner, as they are now. */
export interface MicroDeposits {
  /** `pending`: under way. `failed`: see `failure`. */
  readonly status: 'pending' | 'processed' | 'failed';
  /** ISO 8601. */
  readonly created: string;
  /** Both amounts, sealed for the owner under `AMOUNTS` (base64). */
  readonly amounts: string;
  readonly wrongAttempts: number;
  readonly failure?: MicroDepositsFailure;
  /** In the sandbox: any two amounts are wrong, because the behaviour of the account's banks says so. */
  readonly wrongAmounts?: true;
  /** The payment by which the service transfers sends the deposits. */
  readonly paymentId: string;
}

/** Context under which the amounts are sealed. */
export const AMOUNTS = 'funding-sources.micro-deposits';

/** Two amounts in cents as text for storage, the same in either order. */
export const amountsText = (...minors: readonly (number | bigint)[]): string => minors.map(String).sort().join(' ');

export const amountsOf = (text: string): string[] => text.split(' ');

/**
 * Micro-deposits may be returned even after they arrived. The first failure is kept. @returns undefined if nothing
 * changes
 */
export function afterBank(deposits: MicroDeposits, ended: MicroDepositsEnd): MicroDeposits | undefined {
  const { paymentId, status, code: failure, wrongAmounts } = ended;
  const isOpenStill = deposits.status === 'pending' || (deposits.status === 'processed' && status === 'failed');
  if (deposits.paymentId !== paymentId || !isOpenStill) return undefined;
  return { ...deposits, status, ...(failure && { failure }), ...(wrongAmounts && { wrongAmounts }) };
}

/** None once the deposits have failed. */
export const attemptsLeft = ({ status, wrongAttempts }: MicroDeposits): number =>
  status === 'failed' ? 0 : ATTEMPTS_MAX - wrongAttempts;

/** The last allowed attempt makes the deposits fail. */
export function afterWrong(deposits: MicroDeposits, more: number): MicroDeposits {
  const wrongAttempts = Math.min(ATTEMPTS_MAX, deposits.wrongAttempts + more);
  if (wrongAttempts < ATTEMPTS_MAX) return { ...deposits, wrongAttempts };
  return { ...deposits, wrongAttempts, status: 'failed', failure: 'TooManyAttempts' };
}

/** Whether the bank returned the deposits before anybody named wrong amounts. */
export const wereReturned = (deposits: MicroDeposits | null): boolean =>
  deposits?.status === 'failed' && deposits.wrongAttempts === 0;

/** Whether amounts may be named, which is so as soon as the deposits are on their way. */
export const isOpen = (deposits: MicroDeposits | null): boolean => deposits !== null && deposits.status !== 'failed';
