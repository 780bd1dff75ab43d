import { Injectable } from '@nestjs/common';
import type { CreatedDocument, Operation, PartyFact } from '@halyard/contracts';
import { created, isHolder } from '@halyard/contracts';
import { DomainError, newId } from '@halyard/core';
import { accountOf, timeOf } from '@halyard/http';
import { type Change, Changes } from '@halyard/messaging';
import { Sealer } from '@halyard/persistence';
import { type EntityManager, IsNull, Not } from 'typeorm';
import { FundingSourcesConfig } from '../../config.js';
import { lockActive, type Owner, OwnerRefused, Parties } from '../party/parties.js';
import { type Channel, FundingSource } from '../funding-source.entity.js';
import { sealNumbers } from '../bank-numbers.js';
import { refuseKnownNumbers } from '../bank-uniqueness.js';
import { FundingSourceTeller } from '../funding-source-teller.js';
import { SourceHistory } from '../source-history.js';
import type { AddBankDto } from './add-bank.dto.js';
import { comesBack } from './returning-bank.js';

/** A list of funding sources always comes whole, with the removed ones. */
const BANKS_EVER_MAX = 200;

type NewBank = Omit<FundingSource, 'position'> & { readonly fingerprint: string; readonly channel: Channel };

@Injectable()
export class AddBankHandler {
  constructor(
    private readonly changes: Changes,
    private readonly parties: Parties,
    private readonly sealer: Sealer,
    private readonly history: SourceHistory,
    private readonly teller: FundingSourceTeller,
    private readonly config: FundingSourcesConfig,
  ) {}

  /** @throws DomainError NotFound, InvalidResourceState, DuplicateResource, MaxNumberOfResources, ValidationError */
  async execute(operation: Operation, owner: Owner, request: AddBankDto): Promise<CreatedDocument> {
    const bank = await this.prepare(operation, owner, request);
    return this.parties.decide(operation, owner, () =>
      this.changes.run(operation, (change) => this.add(change, bank), {
        // A bank that came back is known to others as removed.
        tell: ({ resource }) => this.teller.tellIfChanged(operation, resource.id),
      }),
    );
  }

  /** Seals before the transaction begins, so that no lock waits for it. */
  private async prepare(operation: Operation, owner: Owner, request: AddBankDto): Promise<NewBank> {
    const accountId = accountOf(operation);
    const bankAccountType = request.bankAccountType ?? request.type ?? 'checking';
    return {
      id: newId(),
      accountId,
      ownerKind: owner.kind,
      ownerId: owner.id,
      type: 'bank',
      status: 'unverified',
      name: request.name,
      bankAccountType,
      ...(await sealNumbers(this.sealer, owner.id, request)),
      channel: request.channels?.[0] ?? 'ach',
      created: timeOf(operation),
      removedAt: null,
      microDeposits: null,
      version: 1,
    };
  }

  private async add(change: Change, source: NewBank): Promise<CreatedDocument> {
    const { tx } = change;
    const { accountId, ownerKind, ownerId, fingerprint, channel, created: at } = source;
    // The lock also makes requests on one owner come one after the other, which the count below rests on.
    const owner = await lockActive(tx, accountId, { kind: ownerKind, id: ownerId });
    if (channel === 'wire') requireHolder(owner);
    await refuseKnownNumbers(tx, source);
    if (ownerKind === 'customer') await this.refuseTooMany(tx, ownerId);

    const former = await tx.findOne(FundingSource, {
      where: { ownerId, fingerprint, channel, removedAt: Not(IsNull()) },
      order: { removedAt: 'DESC' },
    });
    const isBack = former !== null && comesBack(former, at);
    if (!isBack) await refuseTooManyEver(tx, ownerId);
    const added = isBack ? returned(former, source) : source;
    await tx.upsert(FundingSource, added, ['id']);
    await this.history.record(change, added, { type: 'funding-sources.funding-source-added.v1', at });
    return created('funding-source', added.id);
  }

  private async refuseTooMany(tx: EntityManager, ownerId: string): Promise<void> {
    const max = this.config.banksPerCustomerMax;
    const count = await tx.countBy(FundingSource, { ownerId, type: 'bank', removedAt: IsNull() });
    if (count < max) return;
    throw new DomainError('MaxNumberOfResources', { message: `A customer can have ${max} banks at most.` });
  }
}

async function refuseTooManyEver(tx: EntityManager, ownerId: string): Promise<void> {
  if ((await tx.countBy(FundingSource, { ownerId, type: 'bank' })) < BANKS_EVER_MAX) return;
  const message = `An owner can have had ${BANKS_EVER_MAX} banks at most, removed ones included.`;
  throw new DomainError('MaxNumberOfResources', { message });
}

/** A wire is paid out of a balance (specification, wire transfers out). */
function requireHolder(owner: PartyFact): void {
  if (isHolder(owner)) return;
  const fault = { code: 'NotAllowed', message: 'Channels value not allowed.', path: '/channels' } as const;
  throw new OwnerRefused('ValidationError', { faults: [fault] });
}

/** What came back keeps its id, its age and its micro-deposits: removing a bank gives no new attempts. */
const returned = (former: FundingSource, { name, bankAccountType }: NewBank): FundingSource => ({
  ...former,
  name,
  bankAccountType,
  removedAt: null,
  version: former.version + 1,
});
