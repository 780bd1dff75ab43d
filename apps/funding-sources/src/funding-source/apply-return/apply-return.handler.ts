import { Injectable } from '@nestjs/common';
import type { AppliedReturn as Return, FactDocument, FundingSourceFact, Operation } from '@halyard/contracts';
import { DomainError, returnCodes } from '@halyard/core';
import { timeOf } from '@halyard/http';
import { type Change, Changes } from '@halyard/messaging';
import { FundingSource } from '../funding-source.entity.js';
import { FundingSourceFacts } from '../funding-source.facts.js';
import { FundingSourceTeller } from '../funding-source-teller.js';
import { SourceHistory } from '../source-history.js';
import { AppliedReturn } from './applied-return.entity.js';
import { BlockedBank } from './blocked-bank.entity.js';

/** What a return does to the bank that it came from (reference facts, section 7.9, columns U, X and B). */
@Injectable()
export class ApplyReturnHandler {
  constructor(
    private readonly changes: Changes,
    private readonly history: SourceHistory,
    private readonly teller: FundingSourceTeller,
    private readonly facts: FundingSourceFacts,
  ) {}

  /**
   * A return that was applied before changes nothing, under whichever operation it comes, and is told again.
   *
   * @throws DomainError NotFound; ServiceUnavailable when the change stands but was not told
   */
  execute(operation: Operation, id: string, given: Return): Promise<FactDocument<FundingSourceFact>> {
    const at = timeOf(operation);
    return this.changes.run(
      operation,
      async (change) => ({ document: 'fact', fact: this.facts.of(await this.apply(change, id, given, at)) }),
      { tell: () => this.teller.tell(operation, id) },
    );
  }

  private async apply(change: Change, id: string, { returnId, code }: Return, at: Date): Promise<FundingSource> {
    const { tx } = change;
    const source = await tx.findOne(FundingSource, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!source) throw new DomainError('NotFound');
    if (source.type !== 'bank' || (await tx.existsBy(AppliedReturn, { returnId }))) return source;
    await tx.insert(AppliedReturn, { returnId, fundingSourceId: id, code, appliedAt: at });

    const { effects } = returnCodes[code];
    const { accountId, fingerprint } = source;
    if (effects.block && fingerprint) {
      await tx
        .createQueryBuilder()
        .insert()
        .into(BlockedBank)
        .values({ accountId, fingerprint, returnId })
        .orIgnore()
        .execute();
    }
    // A removed source stays as it was removed (section 6.6).
    if (source.removedAt) return source;
    if (effects.unverify) await this.unverify(change, source, at);
    if (effects.remove) await this.remove(change, source, at);
    const { status, microDepositsStatus, microDepositsCreated, removedAt, version } = source;
    await tx.update(FundingSource, { id }, { status, microDepositsStatus, microDepositsCreated, removedAt, version });
    return source;
  }

  /** What proved the bank proves it no more: it can be verified by new micro-deposits alone. */
  private async unverify(change: Change, source: FundingSource, at: Date): Promise<void> {
    if (source.status !== 'verified') return;
    Object.assign(source, { status: 'unverified', microDepositsStatus: null, microDepositsCreated: null });
    source.version += 1;
    await this.history.record(change, source, { type: 'funding-sources.funding-source-unverified.v1', at });
  }

  private async remove(change: Change, source: FundingSource, at: Date): Promise<void> {
    source.removedAt = at;
    source.version += 1;
    await this.history.record(change, source, { type: 'funding-sources.funding-source-removed.v1', at });
  }
}
