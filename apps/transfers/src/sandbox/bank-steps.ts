import type { FundingSourceFact } from '@halyard/contracts';
import type { SettleLeg, StopLeg } from '../payment/payment.decider.js';

/** A step of a leg that a simulated bank is to take. */
export interface BankStep {
  readonly paymentId: string;
  readonly legId: string;
  /** Names the step for ever: asked for again, it is the same step. */
  readonly stepId: string;
  /** What the bank's name stands for, as it was when the step was frozen. */
  readonly returns?: FundingSourceFact['returns'];
  /** The bank has settled the leg before, and now sends it back. */
  readonly isLate?: true;
  /** Money may not go on from there to a bank. */
  readonly endsHere?: true;
  /** The bank was removed: what was to be paid to it is not (reference facts 6.6). */
  readonly isRecalled?: true;
}

/** What it is to process, the bank moves, unless its name says otherwise: it returns the leg, or will after it settled. */
export function commandOf({ legId, stepId, returns, ...step }: BankStep, at: string): SettleLeg | StopLeg {
  const { isLate, endsHere, isRecalled } = step;
  const code = returns && (isLate ?? !returns.isLate) ? returns.code : undefined;
  return code || isRecalled
    ? { type: 'StopLeg', legId, stopId: stepId, code, from: isLate ? 'processed' : 'pending', at }
    : { type: 'SettleLeg', legId, settlementId: stepId, lateReturn: returns?.code, endsHere, at };
}
