import type { ReturnCode } from '@halyard/core';

/** A step of a leg that a bank is to take. */
export interface BankStep {
  readonly paymentId: string;
  readonly legId: string;
  /** Names the step for ever: asked for again, it is the same step. */
  readonly stepId: string;
  /** What the bank's name stands for, as it was when the step was frozen. */
  readonly returns?: { readonly code: ReturnCode; readonly isLate: boolean };
  /** The bank has settled the leg before, and now sends it back. */
  readonly isLate?: true;
}

/** What a bank did: settled the leg, maybe for now only, or returned it. */
export type BankOutcome = Pick<BankStep, 'paymentId' | 'legId' | 'stepId' | 'isLate'> & {
  readonly returned?: ReturnCode;
  readonly lateReturn?: ReturnCode;
};

/** Who moves money at banks. */
export abstract class BankPartner {
  /** Has steps taken that are due. @returns what became of each; the same steps again give the same answer */
  abstract process(due: readonly BankStep[]): Promise<readonly BankOutcome[]>;
}

/** The simulated bank: what it is told to process, it moves, unless its name says otherwise. */
export class SandboxBank extends BankPartner {
  process(due: readonly BankStep[]): Promise<readonly BankOutcome[]> {
    return Promise.resolve(
      due.map(({ returns, ...step }) => {
        if (!returns) return step;
        const isNow = step.isLate ?? !returns.isLate;
        return isNow ? { ...step, returned: returns.code } : { ...step, lateReturn: returns.code };
      }),
    );
  }
}
