import { Injectable } from '@nestjs/common';
import type { AppliedReturn as Return, FactDocument, FundingSourceFact, Operation } from '@halyard/contracts';
import { DomainError, returnCodes } from '@halyard/core';
import { timeOf } from '@halyard/http';
import { type Change, Changes } from '@halyard/messaging';
import type { EntityManager } from 'typeorm';
import { FundingSource } from '../funding-source.entity.js';
import { FundingSourceFacts } from '../funding-source.facts.js';
import { FundingSourceTeller } from '../funding-source-teller.js';
import { SourceHistory } from '../source-history.js';
import { afterReturn } from './after-return.js';
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
    if (await tx.existsBy(AppliedReturn, { returnId })) return source;
    await tx.insert(AppliedReturn, { returnId, fundingSourceId: id, code, appliedAt: at });

    const { effects } = returnCodes[code];
    if (effects.block) await block(tx, source, returnId);
    const changes = afterReturn(source, effects, at);
    for (const { type, source: changed } of changes) await this.history.record(change, changed, { type, at });
    const current = changes.at(-1)?.source ?? source;
    const { status, microDeposits, removedAt, version } = current;
    await tx.update(FundingSource, { id }, { status, microDeposits, removedAt, version });
    return current;
  }
}

async function block(tx: EntityManager, { accountId, fingerprint }: FundingSource, returnId: string): Promise<void> {
  if (fingerprint === null) return;
  const blocked = { accountId, fingerprint, returnId };
  await tx.createQueryBuilder().insert().into(BlockedBank).values(blocked).orIgnore().execute();
}
