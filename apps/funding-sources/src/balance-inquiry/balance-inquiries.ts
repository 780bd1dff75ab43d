import { Injectable } from '@nestjs/common';
import type { FactAnswer, Operation } from '@halyard/contracts';
import type { InquiredBalance } from '@halyard/contracts/funding-sources';
import { DomainError } from '@halyard/core';
import { timeOf } from '@halyard/http';
import { DueWork } from '@halyard/background';
import { Sealer } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import { BankOutages } from '../bank-outage/bank-outages.js';
import { FundingSourcesConfig } from '../config.js';
import { openNumbers } from '../funding-source/bank-numbers.js';
import { FundingSource } from '../funding-source/funding-source.entity.js';
import { LinkingProvider } from '../linking-provider/linking-provider.js';
import { BalanceInquiry } from './balance-inquiry.entity.js';
import { insertBegun } from './begun-inquiry.rows.js';
import { INQUIRY } from './inquiry-completion.js';
import { openOutcome } from './inquiry-outcome.js';

const PROCESSING: InquiredBalance = { status: 'processing' };

/**
 * Answers with a bank's balance, or begins an inquiry that serves everybody who asks in the meantime, in any process.
 */
@Injectable()
export class BalanceInquiries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly dueWork: DueWork,
    private readonly provider: LinkingProvider,
    private readonly sealer: Sealer,
    private readonly config: FundingSourcesConfig,
    private readonly outages: BankOutages,
  ) {}

  /**
   * @throws DomainError NotFound; InvalidResourceState for a removed bank; UnsupportedBank for an unverified one, such
   * as for wires; UnsupportedBank and UpdateCredentials as the provider answers; UnavailableSite for a known balance of a
   * bank that is down; ServiceUnavailable
   */
  async execute(operation: Operation, id: string): Promise<FactAnswer<InquiredBalance>> {
    const source = await this.dataSource.manager.findOneBy(FundingSource, { id, type: 'bank' });
    if (!source) throw new DomainError('NotFound');
    if (source.removedAt) throw new DomainError('InvalidResourceState', { message: 'The funding source was removed.' });
    if (source.status !== 'verified') throw new DomainError('UnsupportedBank');
    const at = timeOf(operation);
    const inquiry = await this.dataSource.manager.findOneBy(BalanceInquiry, { fundingSourceId: id });
    const isValid = inquiry !== null && !this.isOver(inquiry, at);
    const known = isValid ? await this.answerOf(source, inquiry) : undefined;
    // If the bank had other numbers when it was asked, the answer is not valid.
    if (!known) await this.begin(source, at, isValid ? at : this.livesSince(at));
    if (known?.status === 'done') await this.requireUp(source, operation);
    return { type: 'fact', fact: known ?? PROCESSING };
  }

  private async requireUp(source: FundingSource, operation: Operation): Promise<void> {
    const [numbers, down] = await Promise.all([
      openNumbers(this.sealer, source),
      this.outages.find(source.accountId, operation),
    ]);
    if (numbers && down.has(numbers.routingNumber)) throw new DomainError('UnavailableSite');
  }

  private async answerOf(
    source: FundingSource,
    { ended, outcome }: BalanceInquiry,
  ): Promise<InquiredBalance | undefined> {
    return ended && outcome ? openOutcome(this.sealer, source, { ended, outcome }) : PROCESSING;
  }

  private livesSince(at: Date): Date {
    return new Date(at.getTime() - this.config.balanceInquiryMinutes * 60_000);
  }

  private isOver({ ended }: BalanceInquiry, at: Date): boolean {
    return ended !== null && ended <= this.livesSince(at);
  }

  private async begin({ id, accountId }: FundingSource, at: Date, livesSince: Date): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      const inquiry = { fundingSourceId: id, accountId, begun: at };
      if (!(await insertBegun(tx, inquiry, livesSince))) return;
      const dueAt = new Date(at.getTime() + this.provider.balanceTakesMs);
      await this.dueWork.put({ kind: INQUIRY, key: id, accountId, dueAt, data: null }, tx);
    });
  }
}
