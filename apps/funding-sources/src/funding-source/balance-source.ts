import type { PartyFact } from '@halyard/contracts';
import { deriveId } from '@halyard/core';
import type { Change } from '@halyard/messaging';
import { FundingSource } from './funding-source.entity.js';
import { recordSource } from './source-history.js';

/** A holder has one balance, whose id follows from its own: whoever makes it first makes the same. */
export const balanceIdOf = (ownerId: string): string => deriveId(ownerId, 'balance');

/** Gives a holder its balance, unless it has it. */
export async function ensureBalance(change: Change, holder: PartyFact, at: Date): Promise<void> {
  const balance: Omit<FundingSource, 'position'> = {
    id: balanceIdOf(holder.partyId),
    accountId: holder.accountId,
    ownerKind: holder.kind,
    ownerId: holder.partyId,
    type: 'balance',
    status: 'verified',
    name: 'Balance',
    bankAccountType: null,
    bankName: null,
    routingNumber: null,
    accountNumber: null,
    fingerprint: null,
    created: at,
    removedAt: null,
    microDepositsStatus: null,
    microDepositsCreated: null,
    version: 1,
  };
  const inserted = await change.tx
    .createQueryBuilder()
    .insert()
    .into(FundingSource)
    .values(balance)
    .orIgnore()
    .returning('id')
    .execute();
  const rows: unknown = inserted.raw;
  if (Array.isArray(rows) && rows.length > 0) {
    await recordSource(change, balance, { type: 'funding-sources.funding-source-added.v1', at });
  }
}
