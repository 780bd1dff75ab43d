import { Inject, Injectable } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { Clock } from '@halyard/core';
import { type Logger, LOGGER, untracedTraceparent } from '@halyard/observability';
import { legOf } from '../payment/payment.legs.js';
import { Payments } from '../payment/payments.js';
import type { Transfer } from '../transfer/transfer.entity.js';
import { Transfers } from '../transfer/transfers.js';
import { BankFacts } from './bank-facts.rows.js';
import { type BankOutcome, BankOutcomes } from './bank-outcomes.js';
import type { BankEvent } from './bank-partner.js';

/** Applies the bank partner's reports about the legs that it was given. */
@Injectable()
export class BankHappenings {
  constructor(
    private readonly transfers: Transfers,
    private readonly payments: Payments,
    private readonly facts: BankFacts,
    private readonly outcomes: BankOutcomes,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  async apply(happenings: readonly BankEvent[]): Promise<void> {
    const transfers = await Promise.all(happenings.map(({ entryId }) => this.transfers.find(entryId)));
    for (const [index, happening] of happenings.entries()) {
      const transfer = transfers[index];
      if (transfer && (await this.isSubmitted(transfer))) await this.applyOne(happening, transfer);
      else
        this.log.error({ entryId: happening.entryId, happening: happening.id }, 'a bank moved what it was not given');
    }
  }

  private async isSubmitted({ paymentId, id }: Transfer): Promise<boolean> {
    const { payment } = await this.payments.load(paymentId);
    return legOf(payment, id)?.submission !== undefined;
  }

  private async applyOne({ id, returned: code, ...happening }: BankEvent, transfer: Transfer): Promise<void> {
    const { paymentId, id: legId } = transfer;
    const at = (await this.clock.now(transfer.accountId)).toISOString();
    const bankDate = happening.at.toISOString();
    const because = 'partner';
    const traceparent = untracedTraceparent(id);
    const operation: Operation = {
      id,
      requestId: id,
      principal: { kind: 'service', service: 'transfers' },
      at,
      traceparent,
    };
    await this.outcomes.apply(
      code
        ? // One of these commands fits the leg's status. The payment skips the other.
          (['processed', 'pending'] as const).map((from): BankOutcome => ({
            paymentId,
            command: { type: 'StopLeg', legId, stopId: id, code, from, because, at, bankDate },
          }))
        : [
            {
              paymentId,
              command: {
                type: 'SettleLeg',
                legId,
                settlementId: id,
                because,
                at,
                bankDate,
                ...(await this.ending(transfer, operation)),
              },
            },
          ],
      operation,
    );
  }

  private async ending(transfer: Transfer, operation: Operation): Promise<{ readonly endsHere?: true }> {
    const [view] = await this.facts.of([transfer], operation);
    return { endsHere: view?.endsHere };
  }
}
