import type { CorrectionCode } from '@halyard/core';
import type { LegCorrection } from '../rail/corrected-legs.js';
import type { BankView } from '../rail/bank-facts.rows.js';
import { correctionIdOf } from '../rail/drawn-conduct.js';
import type { SettleLeg, StopLeg } from '../payment/payment.decider.js';
import type { StepOrigin } from '../payment/payment.model.js';

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
  /** The rule of the account's behaviour that asks for the return or the correction. */
  readonly rule?: string;
  /** The code of a correction. By a rule, the bank settles the leg and corrects it; by a file, it corrects it alone. */
  readonly corrects?: CorrectionCode;
  /** Id of the uploaded file that asks for the step, and the line in it, from 1. */
  readonly file?: string;
  readonly line?: number;
}

export type Did = 'settled' | 'returned' | 'late-return' | 'corrected';

/**
 * The bank settles the leg unless its name or a rule asks for a return. Then it returns the leg now, or after it has
 * settled.
 */
export function didOf({ returns, isLate, isRecalled, corrects }: Omit<BankStep, 'stepId'>): Did {
  if (corrects) return 'corrected';
  const isReturned = isRecalled === true || (returns !== undefined && (isLate ?? !returns.isLate));
  return isReturned ? (isLate ? 'late-return' : 'returned') : 'settled';
}

/** The step that moves money; undefined for a correction alone. */
export function commandOf(step: BankStep, at: string): SettleLeg | StopLeg | undefined {
  const { legId, stepId, returns, isLate, endsHere, corrects, file } = step;
  if (corrects && file !== undefined) return undefined;
  if (corrects || didOf(step) === 'settled') {
    const because = 'simulation';
    return { type: 'SettleLeg', legId, settlementId: stepId, lateReturn: returns?.code, endsHere, because, at };
  }
  const code = returns && (isLate ?? !returns.isLate) ? returns.code : undefined;
  const origin: StepOrigin = code ? originOf(step) : { because: 'simulation' };
  return { type: 'StopLeg', legId, stopId: stepId, code, from: isLate ? 'processed' : 'pending', ...origin, at };
}

/**
 * The step that moves money, in the states in which it may find the leg. The leg may settle between the freezing of the
 * steps and this one, and a file returns it nevertheless.
 */
export function commandsOf(step: BankStep, at: string): readonly (SettleLeg | StopLeg)[] {
  const command = commandOf(step, at);
  if (!command) return [];
  if (command.type !== 'StopLeg' || step.file === undefined) return [command];
  return [
    { ...command, from: 'pending' },
    { ...command, from: 'processed' },
  ];
}

/** The bank's statement about the entry; undefined for a step without a correction. */
export function correctionOf(step: BankStep, at: string): LegCorrection | undefined {
  const { legId, stepId, corrects: code, file } = step;
  if (!code) return undefined;
  return { legId, correctionId: file === undefined ? correctionIdOf(legId) : stepId, code, ...originOf(step), at };
}

function originOf({ file, line, isWish, rule }: BankStep): StepOrigin {
  if (file !== undefined) return { because: 'file', file, line };
  if (isWish) return { because: 'simulation' };
  return rule === undefined ? { because: 'sentinel' } : { because: 'behavior', rule };
}
