import type { BankView } from '../rail/bank-facts.rows.js';
import type { SettleLeg, StopLeg } from '../payment/payment.decider.js';

/** A step of a leg that a simulated bank is to take, as the bank was when the step was frozen. */
export interface BankStep extends BankView {
  readonly paymentId: string;
  readonly legId: string;
  /** Names the step for ever: asked for again, it is the same step. */
  readonly stepId: string;
  /** The bank has settled the leg before, and now sends it back. */
  readonly isLate?: true;
}

/** What it is to process, the bank moves, unless its name says otherwise: it returns the leg, or will after it settled. */
export function commandOf({ legId, stepId, returns, ...step }: BankStep, at: string): SettleLeg | StopLeg {
  const { isLate, endsHere, isRecalled } = step;
  const code = returns && (isLate ?? !returns.isLate) ? returns.code : undefined;
  return code || isRecalled
    ? { type: 'StopLeg', legId, stopId: stepId, code, from: isLate ? 'processed' : 'pending', at }
    : { type: 'SettleLeg', legId, settlementId: stepId, lateReturn: returns?.code, endsHere, at };
}
