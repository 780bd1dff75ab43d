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
}

/** The bank moves the money, unless its name says otherwise: then it returns the leg, or will after it has settled. */
export function commandOf({ legId, stepId, returns, ...step }: BankStep, at: string): SettleLeg | StopLeg {
  const { isLate, endsHere, isRecalled } = step;
  const code = returns && (isLate ?? !returns.isLate) ? returns.code : undefined;
  return code || isRecalled
    ? { type: 'StopLeg', legId, stopId: stepId, code, from: isLate ? 'processed' : 'pending', at }
    : { type: 'SettleLeg', legId, settlementId: stepId, lateReturn: returns?.code, endsHere, at };
}
