import { Injectable } from '@nestjs/common';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import type { BankAccountType } from '@halyard/contracts/funding-sources';
import { DomainError, type Fault, validationError } from '@halyard/core';
import { accountOf, timeOf } from '@halyard/http';
import { type Change, Changes } from '@halyard/changes';
import { Sealer } from '@halyard/persistence';
import { DataSource, type EntityManager } from 'typeorm';
import { BankDirectory } from '../../bank-directory/bank-directory.js';
import { lockActive, type Owner, SourceOwners } from '../party/source-owners.js';
import { type BankNumbers, lastFourOf, openNumbers, sealNumbers } from '../bank-numbers.js';
import { refuseKnownNumbers } from '../bank-uniqueness.js';
import { fundingSourceAnswer } from '../funding-source.answer.js';
import { FundingSource, searchTextOf } from '../funding-source.entity.js';
import { FundingSourceTeller } from '../funding-source-teller.js';
import { SourceHistory } from '../source-history.js';
import { isAllowed } from '../source-states.js';
import type { UpdateFundingSourceDto } from './update-funding-source.dto.js';

@Injectable()
export class FundingSourceUpdate {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: Changes,
    private readonly owners: SourceOwners,
    private readonly history: SourceHistory,
    private readonly sealer: Sealer,
    private readonly teller: FundingSourceTeller,
    private readonly banks: BankDirectory,
  ) {}

  /**
   * A repeat changes nothing, but tells others again.
   *
   * @throws DomainError NotFound, ValidationError for a balance and for numbers of a verified bank, DuplicateResource
   * for numbers of another, InvalidResourceState for a removed bank and after wrong amounts; ServiceUnavailable if the
   * change is committed but others could not be told
   */
  async execute(
    operation: Operation,
    id: string,
    request: UpdateFundingSourceDto,
  ): Promise<ResourceAnswer<'funding-source'>> {
    const accountId = accountOf(operation);
    const source = await this.dataSource.manager.findOneBy(FundingSource, { id, accountId });
    if (!source) throw new DomainError('NotFound');
    if (source.type === 'balance') throw validationError(...faultsOfBalance(request));

    const owner: Owner = { kind: source.ownerKind, id: source.ownerId };
    const party = await this.owners.require(operation, owner);
    const update = updateOf(request, source, timeOf(operation));
    const work = () =>
      this.changes.run(
        operation,
        async (change) => {
          const changed = await this.apply(change, owner, update);
          const lastFour = await lastFourOf(this.sealer, changed);
          return fundingSourceAnswer(changed, { owner: party, at: update.at, lastFour });
        },
        { tell: () => this.teller.tell(operation, id) },
      );
    return hasNumbers(update) ? this.owners.decide(operation, owner, work) : work();
  }

  private async apply(change: Change, owner: Owner, update: Update): Promise<FundingSource> {
    const { tx } = change;
    const { id, at, name, remove } = update;
    if (hasNumbers(update)) await lockActive(tx, update.accountId, owner);
    const source = await tx.findOneOrFail(FundingSource, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!isAllowed('edit', source)) throw new DomainError('InvalidResourceState');

    if (hasNumbers(update)) Object.assign(source, await this.renumbered(tx, source, update));
    if (name !== undefined) Object.assign(source, { name, searchText: searchTextOf(name) });
    if (name !== undefined || hasNumbers(update)) {
      source.version += 1;
      await this.history.record(change, source, { type: 'funding-sources.funding-source-updated.v1', at });
    }
    if (remove) {
      source.removedAt = at;
      source.version += 1;
      await this.history.record(change, source, { type: 'funding-sources.funding-source-removed.v1', at });
    }
    const { position: _, ...row } = source;
    await tx.update(FundingSource, { id }, row);
    return source;
  }

  /**
   * Other numbers are another, unproven account. After wrong amounts they are refused, since they would give new
   * attempts.
   */
  private async renumbered(tx: EntityManager, source: FundingSource, update: Update): Promise<Partial<FundingSource>> {
    const known = await openNumbers(this.sealer, source);
    if (source.status === 'verified' || !known) throw validationError(...faultsOfVerified(update));
    const bankAccountType = update.bankAccountType ?? source.bankAccountType;
    const numbers = await sealNumbers({ sealer: this.sealer, banks: this.banks }, source, {
      routingNumber: update.routingNumber ?? known.routingNumber,
      accountNumber: update.accountNumber ?? known.accountNumber,
    });
    if (numbers.fingerprint === source.fingerprint) return { bankAccountType };
    if (!isAllowed('change numbers', source)) throw new DomainError('InvalidResourceState');
    await refuseKnownNumbers(tx, { ...source, fingerprint: numbers.fingerprint });
    return { ...numbers, bankAccountType, microDeposits: null };
  }
}

interface Update extends Partial<BankNumbers> {
  readonly id: string;
  readonly accountId: string;
  readonly at: Date;
  readonly name: string | undefined;
  readonly bankAccountType: BankAccountType | undefined;
  readonly remove: boolean;
}

const updateOf = (request: UpdateFundingSourceDto, { id, accountId }: FundingSource, at: Date): Update => ({
  id,
  accountId,
  at,
  name: request.name,
  routingNumber: request.routingNumber,
  accountNumber: request.accountNumber,
  bankAccountType: request.bankAccountType,
  remove: request.removed !== undefined,
});

const NUMBERS = ['routingNumber', 'accountNumber', 'bankAccountType'] as const;

const hasNumbers = (update: Update): boolean => NUMBERS.some((field) => update[field] !== undefined);

const faultsAt = (fields: readonly string[], code: Fault['code'], message: (field: string) => string): Fault[] =>
  fields.map((field) => ({ code, message: message(field), path: `/${field}` }));

/** The numbers of a verified bank cannot change: they are what was verified. */
const faultsOfVerified = (update: Update): Fault[] =>
  faultsAt(
    NUMBERS.filter((field) => update[field] !== undefined),
    'ReadOnly',
    (field) => `${field.charAt(0).toUpperCase()}${field.slice(1)} may not be modified.`,
  );

/** A balance cannot be changed: it follows from its holder (reference facts, section 6.2). */
const faultsOfBalance = ({ name, removed, routingNumber, accountNumber, bankAccountType }: UpdateFundingSourceDto) =>
  faultsAt(
    Object.entries({ name, removed, routingNumber, accountNumber, bankAccountType }).flatMap(([field, value]) =>
      value == null ? [] : [field],
    ),
    'NotAllowed',
    () => 'Only sources of type bank can be updated.',
  );
