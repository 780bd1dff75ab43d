import { Injectable } from '@nestjs/common';
import type { FactAnswer, Operation } from '@halyard/contracts';
import type { MicroDepositsEnd } from '@halyard/contracts/funding-sources';
import { timeOf } from '@halyard/http';
import { type Change, Changes } from '@halyard/changes';
import { Irregularities } from '@halyard/observability';
import { lockRecords } from '@halyard/persistence';
import { saveSources } from '../funding-source/changed-sources.rows.js';
import { FundingSource } from '../funding-source/funding-source.entity.js';
import { afterBank } from '../funding-source/micro-deposits.model.js';
import { SourceHistory } from '../funding-source/source-history.js';

@Injectable()
export class MicroDepositsConclusion {
  constructor(
    private readonly changes: Changes,
    private readonly history: SourceHistory,
    private readonly irregularities: Irregularities,
  ) {}

  /**
   * Records how all these micro-deposits ended, in one commit. If a bank is unknown, operators are told and the others
   * are recorded. Repeated news, and news of replaced micro-deposits, change nothing.
   */
  execute(operation: Operation, ended: readonly MicroDepositsEnd[]): Promise<FactAnswer<null>> {
    return this.changes.run(operation, async (change) => {
      await this.end(change, ended, timeOf(operation));
      return { type: 'fact', fact: null };
    });
  }

  private async end(change: Change, ended: readonly MicroDepositsEnd[], at: Date): Promise<void> {
    const ids = ended.map(({ fundingSourceId }) => fundingSourceId);
    const sources = await lockRecords(change.tx, FundingSource, ids);
    const known = this.irregularities.known({ microDeposits: ended }, (end) => sources.has(end.fundingSourceId));
    const changed = new Map<string, FundingSource>();
    const events = known.flatMap((end) => {
      const source = sources.get(end.fundingSourceId);
      const microDeposits = source?.microDeposits && afterBank(source.microDeposits, end);
      if (!microDeposits) return [];
      const after = { ...source, microDeposits, version: source.version + 1 };
      sources.set(source.id, after);
      changed.set(source.id, after);
      const type = end.status === 'failed' ? 'micro-deposits-failed' : 'micro-deposits-completed';
      return [{ type: `funding-sources.${type}.v1` as const, source: after, at }];
    });
    await saveSources(change.tx, [...changed.values()]);
    await this.history.recordAll(change, events);
  }
}
