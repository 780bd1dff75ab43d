import { Injectable } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { deriveTimedId, type ReturnCode } from '@halyard/core';
import { accountOf } from '@halyard/http';
import type { SettleLeg, StopLeg } from '../payment/payment.decider.js';
import type { Payment } from '../payment/payment.model.js';
import { PaymentProcess } from '../payment/payment.process.js';
import type { Transfer } from '../transfer/transfer.entity.js';
import { type BankOutcome, BankPartner } from './bank-partner.js';
import { FrozenSteps, type FrozenSet, type FrozenStep } from './frozen-steps.rows.js';
import { ReturnEffects } from './return-effects.js';

/** Payments settled at a time, so that a simulation leaves room for others. */
const SETTLED_AT_ONCE = 64;

/** What one simulation does: a set of steps and their time, frozen under its operation before anything settles. */
@Injectable()
export class Simulation {
  constructor(
    private readonly frozen: FrozenSteps,
    private readonly bank: BankPartner,
    private readonly process: PaymentProcess,
    private readonly effects: ReturnEffects,
  ) {}

  /**
   * Has banks take the newest legs of an account that are with them, the oldest of these first, and drives their payments
   * on; and return what they have to. The same operation again takes the same steps, at the time of the first try, and
   * none that is newer. Resolves once what returns do to banks and customers stands with their owners.
   *
   * @returns how many, without returns of what was settled before
   */
  async run(operation: Operation, max: number): Promise<number> {
    const set = await this.frozen.newest(operation, accountOf(operation), max);
    await this.take(operation, set);
    return set.steps.filter(({ isLate }) => !isLate).length;
  }

  /** Whether the operation has frozen its steps already. */
  async hasRun({ id }: Operation): Promise<boolean> {
    return (await this.frozen.find(id)) !== undefined;
  }

  /** Does to one leg what its bank might: settles it, whatever its name, or returns it, also after it has settled. */
  async runOne(operation: Operation, transfer: Transfer, { action, code }: Wish): Promise<void> {
    const { accountId } = transfer;
    const set = await this.frozen.frozen(operation, accountId, async () => {
      const isLate = action === 'lateReturn' ? true : undefined;
      const [step] = await this.frozen.stepsOf([transfer], operation);
      return step ? [{ ...step, returns: code && { code, isLate: action === 'lateReturn' }, isLate }] : [];
    });
    await this.take(operation, set);
  }

  private async take(operation: Operation, { steps, at }: FrozenSet): Promise<void> {
    const due = steps.map((step) => ({ ...step, stepId: deriveTimedId(operation.id, step.legId, 'step') }));
    const commands = commandsOf(await this.bank.process(due), due, at);
    const payments = [...Map.groupBy(commands, ({ paymentId }) => paymentId)].reverse();
    const driven: Payment[] = [];
    const workers = Array.from({ length: SETTLED_AT_ONCE }, async () => {
      for (let next = payments.pop(); next !== undefined; next = payments.pop()) {
        const [paymentId, happened] = next;
        driven.push(
          await this.process.bank(
            paymentId,
            happened.map(({ command }) => command),
          ),
        );
      }
    });
    await Promise.all(workers);
    await this.effects.apply(driven, new Set(due.map(({ stepId }) => stepId)), operation);
  }
}

/** What one leg's bank is to do. */
export type Wish =
  | { readonly action: 'process'; readonly code?: undefined }
  | { readonly action: 'fail' | 'lateReturn'; readonly code: ReturnCode };

/** What banks did, in the words of payments. */
export function commandsOf(
  outcomes: readonly BankOutcome[],
  steps: readonly Pick<FrozenStep, 'legId' | 'endsHere' | 'isRecalled'>[],
  at: string,
): { readonly paymentId: string; readonly command: SettleLeg | StopLeg }[] {
  const frozen = new Map(steps.map((step) => [step.legId, step]));
  return outcomes.map(({ paymentId, legId, stepId, isLate, returned: code, lateReturn }) => {
    const { endsHere, isRecalled } = frozen.get(legId) ?? {};
    const command: SettleLeg | StopLeg =
      code || isRecalled
        ? { type: 'StopLeg', legId, stopId: stepId, code, from: isLate ? 'processed' : 'pending', at }
        : { type: 'SettleLeg', legId, settlementId: stepId, lateReturn, endsHere, at };
    return { paymentId, command };
  });
}
