import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { Clock } from '@halyard/core';
import { DueWork } from '@halyard/background';
import { type Logger, LOGGER } from '@halyard/observability';
import { TransfersConfig } from '../config.js';
import { legOf } from '../payment/payment.legs.js';
import { Payments } from '../payment/payments.js';
import type { Transfer } from '../transfer/transfer.entity.js';
import { Transfers } from '../transfer/transfers.js';
import { BankFacts } from './bank-facts.rows.js';
import { type BankOutcome, BankOutcomes } from './bank-outcomes.js';
import type { Happening } from './bank-partner.js';
import { PromptPartner } from './prompt-partner.js';

/** Due work: the one item that polls the partner, and holds the cursor of the last answer. */
const BANK_FEED = 'bank-feed';
const KEY = 'partner';
const HAPPENINGS_MAX = 100;

/**
 * Asks the bank partner what has happened, and applies it. The cursor moves in the commit of due work: what was cut off
 * is applied again, and a second application changes nothing.
 */
@Injectable()
export class BankFeed implements OnApplicationBootstrap {
  constructor(
    private readonly transfers: Transfers,
    private readonly partner: PromptPartner,
    private readonly payments: Payments,
    private readonly facts: BankFacts,
    private readonly outcomes: BankOutcomes,
    private readonly clock: Clock,
    private readonly config: TransfersConfig,
    private readonly dueWork: DueWork,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    dueWork.on(BANK_FEED, async ({ data }, tx) => {
      const since = (data as string | null) ?? undefined;
      const { cursor, happenings } = await this.partner.ask((partner) => partner.happened(since, HAPPENINGS_MAX));
      await this.carryOut(happenings);
      const waitMs = happenings.length === HAPPENINGS_MAX ? 0 : this.config.bankPollMs;
      const dueAt = new Date(this.clock.system().getTime() + waitMs);
      await this.dueWork.put({ kind: BANK_FEED, key: KEY, accountId: null, dueAt, data: cursor }, tx);
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.environment !== 'production' || (await this.dueWork.has(BANK_FEED, KEY))) return;
    const dueAt = this.clock.system();
    await this.dueWork.put({ kind: BANK_FEED, key: KEY, accountId: null, dueAt, data: null });
  }

  private async carryOut(happenings: readonly Happening[]): Promise<void> {
    const transfers = await Promise.all(happenings.map(({ entryId }) => this.transfers.find(entryId)));
    for (const [index, happening] of happenings.entries()) {
      const transfer = transfers[index];
      if (transfer && (await this.isSubmitted(transfer))) await this.carryOutOne(happening, transfer);
      else
        this.log.error({ entryId: happening.entryId, happening: happening.id }, 'a bank moved what it was not given');
    }
  }

  private async isSubmitted({ paymentId, id }: Transfer): Promise<boolean> {
    const { payment } = await this.payments.load(paymentId);
    return legOf(payment, id)?.submission !== undefined;
  }

  private async carryOutOne({ id, returned: code, ...happening }: Happening, transfer: Transfer): Promise<void> {
    const { paymentId, id: legId } = transfer;
    const at = happening.at.toISOString();
    const operation: Operation = { id, requestId: id, principal: { kind: 'service', service: 'transfers' }, at };
    await this.outcomes.apply(
      code
        ? // Of the two the leg takes the one that is for where it stands.
          (['processed', 'pending'] as const).map((from): BankOutcome => ({
            paymentId,
            command: { type: 'StopLeg', legId, stopId: id, code, from, at },
          }))
        : [
            {
              paymentId,
              command: { type: 'SettleLeg', legId, settlementId: id, at, ...(await this.ending(transfer, operation)) },
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
