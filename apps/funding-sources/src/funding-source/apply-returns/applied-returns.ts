import { Injectable } from '@nestjs/common';
import type { FactAnswer, Operation } from '@halyard/contracts';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import type { AppliedReturn as Return } from '@halyard/contracts/transfers';
import { returnCodes } from '@halyard/core';
import { timeOf } from '@halyard/http';
import { type Change, Changes } from '@halyard/changes';
import { Irregularities } from '@halyard/observability';
import { insertNew, lockRecords } from '@halyard/persistence';
import { saveSources } from '../changed-sources.rows.js';
import { FundingSource } from '../funding-source.entity.js';
import { FundingSourceFacts } from '../funding-source.facts.js';
import { SourceHistory } from '../source-history.js';
import { afterReturn, type SourceChange } from './after-return.js';
import { AppliedReturnRow } from './applied-return.entity.js';
import { BlockedBank } from './blocked-bank.entity.js';

/** Applies the effects of returns on their banks (reference facts, section 7.9, columns U, X and B). */
@Injectable()
export class AppliedReturns {
  constructor(
    private readonly changes: Changes,
    private readonly history: SourceHistory,
    private readonly facts: FundingSourceFacts,
    private readonly irregularities: Irregularities,
  ) {}

  /**
   * Applies all returns in one commit. If a bank is unknown, operators are told and the other returns are applied. A
   * return that was applied before changes nothing, whichever operation it comes with.
   *
   * @returns each bank as it is afterwards
   */
  execute(operation: Operation, returns: readonly Return[]): Promise<FactAnswer<readonly FundingSourceFact[]>> {
    const at = timeOf(operation);
    return this.changes.run(operation, async (change) => {
      const sources = await this.apply(change, returns, at);
      return { type: 'fact', fact: sources.map((source) => this.facts.of(source)) };
    });
  }

  private async apply(change: Change, returns: readonly Return[], at: Date): Promise<FundingSource[]> {
    const { tx } = change;
    const sources = await lockRecords(
      tx,
      FundingSource,
      returns.map(({ id }) => id),
    );
    const known = this.irregularities.known({ returns }, ({ id }) => sources.has(id));
    const changes: SourceChange[] = [];
    const blocked: BlockedBank[] = [];
    const applied = known.map(({ id, returnId, code }) => ({ fundingSourceId: id, returnId, code, appliedAt: at }));
    for (const { fundingSourceId: id, returnId, code } of await insertNew(tx, AppliedReturnRow, applied)) {
      const source = sources.get(id);
      if (!source) continue;
      const { effects } = returnCodes[code];
      if (effects.block) blocked.push(...blockedBy(source, returnId));
      const made = afterReturn(source, effects, at);
      changes.push(...made);
      sources.set(id, made.at(-1)?.source ?? source);
    }
    await insertNew(tx, BlockedBank, blocked);
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

/** A balance has no number, so only a bank can be blocked. */
const blockedBy = ({ accountId, fingerprint }: FundingSource, returnId: string): BlockedBank[] =>
  fingerprint === null ? [] : [{ accountId, fingerprint, returnId }];
