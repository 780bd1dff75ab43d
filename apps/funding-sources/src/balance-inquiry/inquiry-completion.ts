import { Injectable } from '@nestjs/common';
import type { FactAnswer, Operation } from '@halyard/contracts';
import { timeOf } from '@halyard/http';
import { type Change, Changes } from '@halyard/changes';
import { type DueItem, DueWork } from '@halyard/background';
import { AccountClocks } from '@halyard/clocks';
import { Sealer } from '@halyard/persistence';
import { type EntityManager, IsNull } from 'typeorm';
import { openNumbers } from '../funding-source/bank-numbers.js';
import { FundingSource } from '../funding-source/funding-source.entity.js';
import { SourceHistory } from '../funding-source/source-history.js';
import { LinkingProvider } from '../linking-provider/linking-provider.js';
import { BalanceInquiry } from './balance-inquiry.entity.js';
import { sealOutcome } from './inquiry-outcome.js';

/** Due work: asks a bank for a balance. The key is the id of the funding source. */
export const INQUIRY = 'balance-inquiry';

/** An inquiry ends once, with its event, whether due work or a simulation ends it. */
@Injectable()
export class InquiryCompletion {
  constructor(
    private readonly changes: Changes,
    private readonly history: SourceHistory,
    private readonly provider: LinkingProvider,
    private readonly sealer: Sealer,
    private readonly clocks: AccountClocks,
    dueWork: DueWork,
  ) {
    dueWork.on(INQUIRY, (item, tx) => this.due(item, tx));
  }

  /** A simulation ends inquiries that are under way, oldest first. */
  execute(operation: Operation, accountId: string, limit: number): Promise<FactAnswer<{ readonly total: number }>> {
    const at = timeOf(operation);
    return this.changes.run(operation, async (change) => {
      const underWay = await change.tx.find(BalanceInquiry, {
        where: { accountId, ended: IsNull() },
        order: { begun: 'ASC', fundingSourceId: 'ASC' },
        take: limit,
      });
      // Sorted, so that all who lock several sources do so in the same order.
      const ids = underWay.map(({ fundingSourceId }) => fundingSourceId).sort();
      for (const id of ids) await this.complete(change, id, at);
      return { type: 'fact', fact: { total: ids.length } };
    });
  }

  private async due({ key, accountId, dueAt }: DueItem, tx: EntityManager): Promise<void> {
    if (accountId === null) throw new Error('an inquiry is of an account');
    const { at } = await this.clocks.timeOfDue(accountId, dueAt);
    await this.complete(this.changes.within(tx), key, at);
    await this.clocks.countDone(tx, accountId, { other: 1 });
  }

  private async complete(change: Change, id: string, at: Date): Promise<void> {
    const { tx } = change;
    const source = await tx.findOneOrFail(FundingSource, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!(await tx.existsBy(BalanceInquiry, { fundingSourceId: id, ended: IsNull() }))) return;
    const numbers = await openNumbers(this.sealer, source);
    if (!numbers) throw new Error('only banks are asked');
    const said = await this.provider.balanceOf({ ...numbers, name: source.name });
    const outcome = await sealOutcome(this.sealer, source, said);
    await tx.update(BalanceInquiry, { fundingSourceId: id }, { ended: at, outcome });
    const version = source.version + 1;
    await tx.update(FundingSource, { id }, { version });
    const type = 'funding-sources.balance-inquiry-completed.v1';
    await this.history.record(change, { ...source, version }, { type, at });
  }
}
