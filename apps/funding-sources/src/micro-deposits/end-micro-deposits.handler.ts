import { Injectable } from '@nestjs/common';
import type { EndedMicroDeposits, FactDocument, Operation } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { timeOf } from '@halyard/http';
import { type Change, Changes } from '@halyard/messaging';
import { FundingSource } from '../funding-source/funding-source.entity.js';
import { afterBank } from '../funding-source/micro-deposits.model.js';
import { SourceHistory } from '../funding-source/source-history.js';

/** Micro-deposits have arrived at their bank, or come back from it. */
@Injectable()
export class EndMicroDepositsHandler {
  constructor(
    private readonly changes: Changes,
    private readonly history: SourceHistory,
  ) {}

  /**
   * What was said before, and what is said of micro-deposits that others have followed, changes nothing.
   *
   * @throws DomainError NotFound
   */
  execute(operation: Operation, id: string, ended: EndedMicroDeposits): Promise<FactDocument<null>> {
    return this.changes.run(operation, async (change) => {
      await this.end(change, id, ended, timeOf(operation));
      return { document: 'fact', fact: null };
    });
  }

  private async end(change: Change, id: string, ended: EndedMicroDeposits, at: Date): Promise<void> {
    const { tx } = change;
    const source = await tx.findOne(FundingSource, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!source) throw new DomainError('NotFound');
    const microDeposits = source.microDeposits && afterBank(source.microDeposits, ended);
    if (!microDeposits) return;
    const changed = { microDeposits, version: source.version + 1 };
    await tx.update(FundingSource, { id }, changed);
    const type = ended.status === 'failed' ? 'micro-deposits-failed' : 'micro-deposits-completed';
    await this.history.record(change, { ...source, ...changed }, { type: `funding-sources.${type}.v1`, at });
  }
}
