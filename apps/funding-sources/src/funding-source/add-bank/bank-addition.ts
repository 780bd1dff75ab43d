import { Injectable } from '@nestjs/common';
import { created, type CreatedAnswer, type Operation } from '@halyard/contracts';
import { isHolder, type PartyFact } from '@halyard/contracts/parties';
import { asRefusal, DomainError } from '@halyard/core';
import { usualFault } from '@halyard/input';
import { type Change, Changes } from '@halyard/changes';
import { type EntityManager, IsNull, Not } from 'typeorm';
import { FundingSourcesConfig } from '../../config.js';
import { lockActive, type Owner, OwnerRefused, SourceOwners } from '../party/source-owners.js';
import { FundingSource } from '../funding-source.entity.js';
import { refuseKnownNumbers } from '../bank-uniqueness.js';
import { wereReturned } from '../micro-deposits.model.js';
import { FundingSourceTeller } from '../funding-source-teller.js';
import { SourceHistory } from '../source-history.js';
import { SourceLists } from '../source-lists.rows.js';
import type { AddBankDto } from './add-bank.dto.js';
import { type NewBank, NewBanks } from './new-banks.js';
import { comesBack } from './returning-bank.js';
import { UsedLink } from './used-link.entity.js';

/** Limits an owner's list of sources, which is not paged and includes removed ones. */
const BANKS_EVER_MAX = 200;

@Injectable()
export class BankAddition {
  constructor(
    private readonly changes: Changes,
    private readonly owners: SourceOwners,
    private readonly banks: NewBanks,
    private readonly history: SourceHistory,
    private readonly teller: FundingSourceTeller,
    private readonly config: FundingSourcesConfig,
    private readonly lists: SourceLists,
  ) {}

  /**
   * @throws DomainError NotFound, InvalidResourceState, DuplicateResource, MaxNumberOfResources, ValidationError,
   * UpdateCredentials
   */
  async execute(operation: Operation, owner: Owner, request: AddBankDto): Promise<CreatedAnswer> {
    return this.add(operation, owner, await this.banks.of(operation, owner, request).catch(asRefusal));
  }

  /**
   * @param bank the bank, or the error that refused it: an operation that was carried out before gets its stored
   * answer, whatever the provider says of its token now
   * @throws DomainError as `execute`; for a used link the error of its `used`
   */
  add(operation: Operation, owner: Owner, bank: NewBank | DomainError): Promise<CreatedAnswer> {
    return this.owners.decide(operation, owner, () =>
      this.changes.run(operation, (change) => this.record(change, bank), {
        // Others ask about a bank that they do not know, so they are told only if they may know an older state:
        // `removed` for a bank that came back, `unverified` for one that a provider has verified.
        tell: ({ resource }) => this.teller.tellIfChanged(operation, resource.id),
      }),
    );
  }

  private async record(change: Change, bank: NewBank | DomainError): Promise<CreatedAnswer> {
    if (bank instanceof DomainError) throw bank;
    const { tx } = change;
    const { source, isVerified, links } = bank;
    const { accountId, ownerKind, ownerId, fingerprint, channel, created: at } = source;
    // The lock also serializes requests on one owner, so that the count below is right.
    const owner = await lockActive(tx, accountId, { kind: ownerKind, id: ownerId });
    if (channel === 'wire') requireHolder(owner);
    for (const link of links) if (await tx.existsBy(UsedLink, { linkId: link.id })) throw link.used();
    await refuseKnownNumbers(tx, source);
    if (ownerKind === 'customer') await this.refuseTooMany(tx, ownerId);

    const former = await tx.findOne(FundingSource, {
      where: { ownerId, fingerprint, channel, removedAt: Not(IsNull()) },
      order: { removedAt: 'DESC' },
    });
    // If a provider verifies the bank now, it is not the bank that was left unverified.
    const isBack = !isVerified && former !== null && comesBack(former, at);
    if (!isBack) await refuseTooManyEver(tx, ownerId);
    const added = isBack ? returned(former, source) : source;
    for (const link of links) if (!(await useLink(tx, link.id, added.id))) throw link.used();
    await tx.upsert(FundingSource, added, ['id']);
    this.lists.grew(accountId);
    await this.history.record(change, added, { type: 'funding-sources.funding-source-added.v1', at });
    if (isVerified) await this.verify(change, added, at);
    return created('funding-source', added.id);
  }

  private async verify(change: Change, source: FundingSource, at: Date): Promise<void> {
    const verified: FundingSource = { ...source, status: 'verified', version: source.version + 1 };
    await change.tx.update(FundingSource, { id: source.id }, { status: verified.status, version: verified.version });
    await this.history.record(change, verified, { type: 'funding-sources.funding-source-verified.v1', at });
  }

  private async refuseTooMany(tx: EntityManager, ownerId: string): Promise<void> {
    const max = this.config.banksPerCustomerMax;
    const count = await tx.countBy(FundingSource, { ownerId, type: 'bank', removedAt: IsNull() });
    if (count < max) return;
    throw new DomainError('MaxNumberOfResources', { message: `A customer can have ${max} banks at most.` });
  }
}

/** Waits for a request in another process that uses the same link. @returns whether this is the first use */
async function useLink(tx: EntityManager, linkId: string, fundingSourceId: string): Promise<boolean> {
  const use = tx.createQueryBuilder().insert().into(UsedLink).values({ linkId, fundingSourceId });
  const inserted = await use.orIgnore().returning('link_id').execute();
  return (inserted.raw as readonly unknown[]).length > 0;
}

async function refuseTooManyEver(tx: EntityManager, ownerId: string): Promise<void> {
  if ((await tx.countBy(FundingSource, { ownerId, type: 'bank' })) < BANKS_EVER_MAX) return;
  const message = `An owner can have had ${BANKS_EVER_MAX} banks at most, removed ones included.`;
  throw new DomainError('MaxNumberOfResources', { message });
}

/** A wire is paid from a balance (specification, wire transfers out). */
function requireHolder(owner: PartyFact): void {
  if (isHolder(owner)) return;
  throw new OwnerRefused('ValidationError', { faults: [usualFault('NotAllowed', '/channels')] });
}

/**
 * A bank that comes back keeps its id, its creation time and its micro-deposits: removing a bank gives no new attempts.
 * If micro-deposits were returned before anybody named wrong amounts, they may be initiated again.
 */
const returned = (former: FundingSource, { name, bankAccountType }: NewBank['source']): FundingSource => ({
  ...former,
  name,
  bankAccountType,
  microDeposits: wereReturned(former.microDeposits) ? null : former.microDeposits,
  removedAt: null,
  version: former.version + 1,
});
