import { Injectable } from '@nestjs/common';
import { type AppliedReturn, type FactDocument, type Operation, serviceRoutes } from '@halyard/contracts';
import { deriveId, returnCodes } from '@halyard/core';
import { ServiceCalls, timeOf } from '@halyard/http';
import { type Change, Changes, DueWork } from '@halyard/messaging';
import { ApplyReturnHandler } from '../funding-source/apply-return/apply-return.handler.js';
import { FundingSource } from '../funding-source/funding-source.entity.js';
import { FundingSourceFacts } from '../funding-source/funding-source.facts.js';
import { FundingSourceTeller } from '../funding-source/funding-source-teller.js';
import { SourceHistory } from '../funding-source/source-history.js';
import { afterProcessing } from './after-processing.js';

/** A micro-deposit that its bank returned, and whose bank it is. */
type Returned = AppliedReturn & Pick<FundingSource, 'id' | 'ownerKind' | 'ownerId'>;

/** Due work: what a returned micro-deposit does elsewhere, should whoever asked for the simulation not come back. */
const RETURNED = 'micro-deposits-returned';
const LEFT_TO_ASKER_MS = 30_000;

export interface Completed {
  readonly total: number;
  readonly returned: readonly Returned[];
}

/** Has micro-deposits arrive, or come back where the name of their bank stands for a return. */
@Injectable()
export class CompleteMicroDepositsHandler {
  constructor(
    private readonly changes: Changes,
    private readonly history: SourceHistory,
    private readonly facts: FundingSourceFacts,
    private readonly returns: ApplyReturnHandler,
    private readonly teller: FundingSourceTeller,
    private readonly calls: ServiceCalls,
    private readonly dueWork: DueWork,
  ) {
    dueWork.on(RETURNED, async ({ key, dueAt, data }) => {
      const operation: Operation = {
        id: key,
        requestId: key,
        principal: { kind: 'service', service: 'funding-sources' },
        at: dueAt.toISOString(),
      };
      await this.tell(operation, [data as Returned]);
    });
  }

  /** @throws DomainError ServiceUnavailable when the change stands but was not told */
  execute(operation: Operation, accountId: string, limit: number): Promise<FactDocument<Completed>> {
    const at = timeOf(operation);
    return this.changes.run(
      operation,
      async (change) => ({ document: 'fact', fact: await this.complete(change, accountId, limit, at) }),
      { tell: ({ fact }) => this.tell(operation, fact.returned) },
    );
  }

  private async complete(change: Change, accountId: string, limit: number, at: Date): Promise<Completed> {
    const underWay = await change.tx
      .createQueryBuilder(FundingSource, 'source')
      .where('source.account_id = :accountId', { accountId })
      .andWhere(`(source.micro_deposits ->> 'status' = 'pending' OR jsonb_exists(source.micro_deposits, 'returnDue'))`)
      .orderBy('source.position')
      .take(limit)
      .setLock('pessimistic_write')
      .getMany();
    const returned: Returned[] = [];
    for (const source of underWay) returned.push(...(await this.process(change, source, at)));
    return { total: underWay.length, returned };
  }

  private async process(change: Change, source: FundingSource, at: Date): Promise<Returned[]> {
    if (!source.microDeposits) return [];
    const { id, ownerKind, ownerId } = source;
    const { deposits, returned } = afterProcessing(source.microDeposits, this.facts.of(source).returns);
    const changed = { ...source, microDeposits: deposits, version: source.version + 1 };
    const type = returned ? 'micro-deposits-failed' : 'micro-deposits-completed';
    await change.tx.update(FundingSource, { id }, { microDeposits: deposits, version: changed.version });
    await this.history.record(change, changed, { type: `funding-sources.${type}.v1`, at });
    if (!returned) return [];
    const applied = { returnId: deriveId(id, 'micro-deposits', deposits.created), code: returned };
    await this.returns.apply(change, changed, applied, at);
    const told: Returned = { ...applied, id, ownerKind, ownerId };
    const dueAt = new Date(at.getTime() + LEFT_TO_ASKER_MS);
    await this.dueWork.put(
      { kind: RETURNED, key: applied.returnId, accountId: source.accountId, dueAt, data: told },
      change.tx,
    );
    return [told];
  }

  /** Returns never suspend the master account. */
  private async tell(operation: Operation, returned: readonly Returned[]): Promise<void> {
    for (const { id, ownerKind, ownerId, returnId, code } of returned) {
      await this.teller.tell(operation, id);
      if (ownerKind === 'account' || !returnCodes[code].effects.customer) continue;
      await this.calls.tell(serviceRoutes.applyReturnToCustomer, ownerId, { returnId, code }, operation);
    }
  }
}
