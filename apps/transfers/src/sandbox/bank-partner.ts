/** A step of a leg that a bank is to take, or has taken. */
export interface BankStep {
  readonly paymentId: string;
  readonly legId: string;
  /** Names the step for ever: asked for again, it is the same step. */
  readonly settlementId: string;
}

/** Who moves money at banks. */
export abstract class BankPartner {
  /** Has steps taken that are due. @returns those that have settled; the same steps again give the same answer */
  abstract process(due: readonly BankStep[]): Promise<readonly BankStep[]>;
}

/** The simulated bank: what it is told to process, it moves. */
export class SandboxBank extends BankPartner {
  process(due: readonly BankStep[]): Promise<readonly BankStep[]> {
    return Promise.resolve(due);
  }
}
