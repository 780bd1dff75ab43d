import { Injectable } from '@nestjs/common';
import type { AppliedReturn as Return, FactDocument, FundingSourceFact, Operation } from '@halyard/contracts';
import { returnCodes } from '@halyard/core';
import { timeOf } from '@halyard/http';
import { type Change, Changes } from '@halyard/messaging';
import type { EntityManager } from 'typeorm';
import { lockSources, saveSources } from '../changed-sources.rows.js';
import type { FundingSource } from '../funding-source.entity.js';
import { FundingSourceFacts } from '../funding-source.facts.js';
import { SourceHistory } from '../source-history.js';
import { afterReturn, type SourceChange } from './after-return.js';
import { AppliedReturn } from './applied-return.entity.js';
import { BlockedBank } from './blocked-bank.entity.js';

/** What returns do to the banks that they came from (reference facts, section 7.9, columns U, X and B). */
@Injectable()
export class ApplyReturnsHandler {
  constructor(
    private readonly changes: Changes,
    private readonly history: SourceHistory,
    private readonly facts: FundingSourceFacts,
  ) {}

  /**
   * All of them, or none. A return that was applied before changes nothing, under whichever operation it comes.
   *
   * @returns each bank as it is then
   * @throws DomainError NotFound
   */
  execute(operation: Operation, returns: readonly Return[]): Promise<FactDocument<readonly FundingSourceFact[]>> {
    const at = timeOf(operation);
    return this.changes.run(operation, async (change) => {
      const sources = await this.apply(change, returns, at);
      return { document: 'fact', fact: sources.map((source) => this.facts.of(source)) };
    });
  }

  private async apply(change: Change, returns: readonly Return[], at: Date): Promise<FundingSource[]> {
    const { tx } = change;
    const sources = new Map(
      await lockSources(
        tx,
        returns.map(({ id }) => id),
      ),
    );
    const changes: SourceChange[] = [];
    const blocked: BlockedBank[] = [];
    for (const { id, returnId, code } of await notApplied(tx, returns, at)) {
      const source = sources.get(id);
      if (!source) continue;
      const { effects } = returnCodes[code];
      if (effects.block) blocked.push(...blockedBy(source, returnId));
      const made = afterReturn(source, effects, at);
      changes.push(...made);
      sources.set(id, made.at(-1)?.source ?? source);
    }
    if (blocked.length > 0)
      await tx.createQueryBuilder().insert().into(BlockedBank).values(blocked).orIgnore().execute();
    await saveSources(
      tx,
      [...new Set(changes.map(({ source }) => source.id))].flatMap((id) => sources.get(id) ?? []),
    );
    await this.history.recordAll(
      change,
      changes.map((made) => ({ ...made, at })),
    );
    return [...sources.values()];
  }
}

/** Those that come for the first time, each once. */
async function notApplied(tx: EntityManager, returns: readonly Return[], appliedAt: Date): Promise<Return[]> {
  const rows = returns.map(({ id: fundingSourceId, returnId, code }) => ({
    fundingSourceId,
    returnId,
    code,
    appliedAt,
  }));
  const inserting = tx.createQueryBuilder().insert().into(AppliedReturn).values(rows).orIgnore().returning('return_id');
  const inserted = await inserting.execute();
  const news = new Set((inserted.raw as readonly { readonly return_id: string }[]).map((row) => row.return_id));
  return returns.filter(({ returnId }) => news.delete(returnId));
}

/** A bank account, and not a balance, which has no number. */
const blockedBy = ({ accountId, fingerprint }: FundingSource, returnId: string): BlockedBank[] =>
  fingerprint === null ? [] : [{ accountId, fingerprint, returnId }];
