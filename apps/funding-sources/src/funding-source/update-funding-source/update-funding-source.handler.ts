import { Injectable } from '@nestjs/common';
import type { Operation, ResourceDocument } from '@halyard/contracts';
import { DomainError, type Fault, validationError } from '@halyard/core';
import { accountOf, timeOf } from '@halyard/http';
import { type Change, Changes } from '@halyard/messaging';
import { DataSource } from 'typeorm';
import { type Owner, Parties } from '../party/parties.js';
import { fundingSourceDocument } from '../funding-source.document.js';
import { FundingSource } from '../funding-source.entity.js';
import { FundingSourceTeller } from '../funding-source-teller.js';
import { SourceHistory } from '../source-history.js';
import type { UpdateFundingSourceDto } from './update-funding-source.dto.js';

@Injectable()
export class UpdateFundingSourceHandler {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: Changes,
    private readonly parties: Parties,
    private readonly history: SourceHistory,
    private readonly teller: FundingSourceTeller,
  ) {}

  /**
   * The same operation again changes nothing, but tells again.
   *
   * @throws DomainError NotFound, ValidationError for a balance, InvalidResourceState for what is removed;
   * ServiceUnavailable when the change stands but was not told
   */
  async execute(operation: Operation, id: string, request: UpdateFundingSourceDto): Promise<ResourceDocument> {
    const accountId = accountOf(operation);
    const source = await this.dataSource.manager.findOneBy(FundingSource, { id, accountId });
    if (!source) throw new DomainError('NotFound');
    const faults = faultsOfBalance(source, request);
    if (faults.length > 0) throw validationError(...faults);

    const owner: Owner = { kind: source.ownerKind, id: source.ownerId };
    const party = await this.parties.require(operation, owner);
    const update: Update = {
      id,
      at: timeOf(operation),
      name: request.name ?? undefined,
      remove: request.removed != null,
    };
    return this.changes.run(
      operation,
      async (change) => fundingSourceDocument(await this.apply(change, update), party),
      { tell: () => this.teller.tell(operation, id) },
    );
  }

  private async apply(change: Change, { id, at, name, remove }: Update): Promise<FundingSource> {
    const { tx } = change;
    const source = await tx.findOneOrFail(FundingSource, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (source.removedAt) throw new DomainError('InvalidResourceState');

    if (name !== undefined) {
      source.name = name;
      source.version += 1;
      await this.history.record(change, source, { type: 'funding-sources.funding-source-updated.v1', at });
    }
    if (remove) {
      source.removedAt = at;
      source.version += 1;
      await this.history.record(change, source, { type: 'funding-sources.funding-source-removed.v1', at });
    }
    await tx.update(FundingSource, { id }, { name: source.name, removedAt: source.removedAt, version: source.version });
    return source;
  }
}

interface Update {
  readonly id: string;
  readonly at: Date;
  readonly name: string | undefined;
  readonly remove: boolean;
}

/** A balance is what it is as long as its holder is (reference facts, section 6.2). */
function faultsOfBalance({ type }: FundingSource, { name, removed }: UpdateFundingSourceDto): Fault[] {
  if (type !== 'balance') return [];
  const given = Object.entries({ name, removed }).filter(([, value]) => value != null);
  return given.map(([field]) => ({
    code: 'NotAllowed',
    message: 'Only sources of type bank can be updated.',
    path: `/${field}`,
  }));
}
