import { Injectable } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { deriveTimedId, type ReturnCode } from '@halyard/core';
import { accountOf } from '@halyard/http';
import { DueWork } from '@halyard/background';
import { untracedTraceparent } from '@halyard/observability';
import { BankOutcomes } from '../rail/bank-outcomes.js';
import type { Transfer } from '../transfer/transfer.entity.js';
import { commandOf } from './bank-steps.js';
import { FrozenSteps, type FrozenSet, type SimulatedBy, SIMULATION } from './frozen-steps.rows.js';

/** How many pending transfers one simulation handles: the newest (specification, "Sandbox simulation rules"). */
export const HANDLED_MAX = 500;

/** Runs simulations. The steps and their time are frozen under the operation before anything settles. */
@Injectable()
export class Simulation {
  constructor(
    private readonly frozen: FrozenSteps,
    private readonly outcomes: BankOutcomes,
    dueWork: DueWork,
  ) {
    dueWork.on(SIMULATION, async ({ key: id, data }) => {
      const set = await frozen.find(id);
      const { requestId = id, traceparent = untracedTraceparent(id) } = (data ?? {}) as Partial<SimulatedBy>;
      if (set) await this.carryOut({ id, requestId, principal: SELF, at: set.at, traceparent }, set);
    });
  }

  /**
   * Makes the banks process the newest legs that they have of the account, the oldest of these first. Then it returns
   * the legs that must be returned and continues their payments. A repeat of the operation takes the same steps at the
   * time of the first try, and no newer ones. Resolves once the owners of banks and customers have stored the effects
   * of returns. If it is interrupted, a repeat or due work finishes it.
   *
   * @returns the number of processed legs, without late returns
   */
  async run(operation: Operation): Promise<number> {
    const set = await this.frozen.newest(operation, accountOf(operation), HANDLED_MAX);
    await this.carryOutNow(operation, set);
    return set.steps.filter(({ isLate }) => !isLate).length;
  }

  /** Whether the operation has already frozen its steps. */
  async hasRun({ id }: Operation): Promise<boolean> {
    return (await this.frozen.find(id)) !== undefined;
  }

  /** Settles or returns a leg, whatever its bank's name asks for, even if the leg has settled before. */
  async runOne(operation: Operation, transfer: Transfer, { action, code }: Wish): Promise<void> {
    const { accountId } = transfer;
    const set = await this.frozen.frozen(operation, accountId, async () => {
      const isLate = action === 'lateReturn' ? true : undefined;
      const [step] = await this.frozen.stepsOf([transfer], operation);
      return step
        ? [{ ...step, returns: code && { code, isLate: action === 'lateReturn' }, isLate, isWish: true }]
        : [];
    });
    await this.carryOutNow(operation, set);
  }

  private async carryOutNow(operation: Operation, set: FrozenSet): Promise<void> {
    await this.carryOut(operation, set);
    await this.frozen.taken(operation);
  }

  private carryOut(operation: Operation, { steps, at }: FrozenSet): Promise<void> {
    const outcomes = steps.map((step) => {
      const stepId = deriveTimedId(operation.id, step.legId, 'step');
      return { paymentId: step.paymentId, command: commandOf({ ...step, stepId }, at) };
    });
    return this.outcomes.apply(outcomes, operation);
  }
}

const SELF = { kind: 'service', service: 'transfers' } as const;

export type Wish =
  | { readonly action: 'process'; readonly code?: undefined }
  | { readonly action: 'fail' | 'lateReturn'; readonly code: ReturnCode };
