import type { BankView } from '../rail/bank-facts.rows.js';
import type { SettleLeg, StopLeg } from '../payment/payment.decider.js';

/** A simulated bank's step for a leg, with the bank's state at the time when the step was frozen. */
export interface BankStep extends BankView {
  readonly paymentId: string;
  readonly legId: string;
  /** Identifies the step for ever, so that a repeat takes the same step. */
  readonly stepId: string;
  /** The bank had settled the leg, and now returns it. */
  readonly isLate?: true;
  /** The return was named by a request, and not by the bank's name. */
  readonly isWish?: true;
}

export type Did = 'settled' | 'returned' | 'late-return';

/** The bank settles the leg unless its name asks for a return. Then it returns the leg now, or after it has settled. */
export function didOf({ returns, isLate, isRecalled }: Omit<BankStep, 'stepId'>): Did {
  const isReturned = isRecalled === true || (returns !== undefined && (isLate ?? !returns.isLate));
  return isReturned ? (isLate ? 'late-return' : 'returned') : 'settled';
}

export function commandOf(step: BankStep, at: string): SettleLeg | StopLeg {
  const { legId, stepId, returns, isLate, isWish, endsHere } = step;
  if (didOf(step) === 'settled') {
    const because = 'simulation';
    return { type: 'SettleLeg', legId, settlementId: stepId, lateReturn: returns?.code, endsHere, because, at };
  }
  const code = returns && (isLate ?? !returns.isLate) ? returns.code : undefined;
  const because = code && !isWish ? 'sentinel' : 'simulation';
  return { type: 'StopLeg', legId, stopId: stepId, code, from: isLate ? 'processed' : 'pending', because, at };
}
