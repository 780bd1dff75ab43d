import type { BankView } from '../rail/bank-facts.rows.js';
import type { SettleLeg, StopLeg } from '../payment/payment.decider.js';

/** A step that a simulated bank is to take with a leg, with the bank as it was when the step was frozen. */
export interface BankStep extends BankView {
  readonly paymentId: string;
  readonly legId: string;
  /** Identifies the step for ever: asked for again, it is the same step. */
  readonly stepId: string;
  /** The bank settled the leg before, and now returns it. */
  readonly isLate?: true;
  /** A request names the return, and not the bank. */
  readonly isWish?: true;
}

/** What becomes of a leg: it settles, is returned or recalled, or is returned after it has settled. */
export type Did = 'settled' | 'returned' | 'late-return';

/** The bank moves the money, unless its name says otherwise: then it returns the leg, or will after it has settled. */
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
