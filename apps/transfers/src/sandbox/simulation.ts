import { Injectable } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { deriveTimedId } from '@halyard/core';
import { accountOf } from '@halyard/http';
import { PaymentProcess } from '../payment/payment.process.js';
import { BankPartner, type BankStep } from './bank-partner.js';
import { FrozenSteps } from './frozen-steps.js';

/** Payments settled at a time, so that a simulation leaves room for others. */
const SETTLED_AT_ONCE = 64;

/** What one simulation does: a set of steps and their time, frozen under its operation before anything settles. */
@Injectable()
export class Simulation {
  constructor(
    private readonly frozen: FrozenSteps,
    private readonly bank: BankPartner,
    private readonly process: PaymentProcess,
  ) {}

  /**
   * Settles the newest pending bank legs of an account, the oldest of them first, and drives their payments on. The same
   * operation again takes the same steps, at the time of the first try, and none that is newer.
   *
   * @returns how many
   */
  async run(operation: Operation, max: number): Promise<number> {
    const { legs, at } = await this.frozen.of(operation, accountOf(operation), max);
    const due = legs.map((leg) => ({ ...leg, settlementId: deriveTimedId(operation.id, leg.legId, 'settle') }));
    const settled = await this.bank.process(due);
    const payments = [...Map.groupBy(settled, ({ paymentId }) => paymentId)].reverse();
    const workers = Array.from({ length: SETTLED_AT_ONCE }, async () => {
      for (let next = payments.pop(); next !== undefined; next = payments.pop()) {
        const [paymentId, steps] = next;
        await this.process.settle(
          paymentId,
          steps.map(({ legId, settlementId }: BankStep) => ({ legId, settlementId, at })),
        );
      }
    });
    await Promise.all(workers);
    return legs.length;
  }
}
