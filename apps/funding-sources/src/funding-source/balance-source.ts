import { balanceIdOf } from '@halyard/contracts/funding-sources';
import type { PartyFact } from '@halyard/contracts/parties';
import type { NewFact } from '@halyard/facts';
import type { Change, HistoryEntry } from '@halyard/changes';
import { insertNew } from '@halyard/persistence';
import { FundingSource } from './funding-source.entity.js';
import type { SourceHistory } from './source-history.js';

export async function ensureBalances(
  change: Change,
  holders: readonly NewFact<PartyFact>[],
  history: SourceHistory,
): Promise<void> {
  if (holders.length === 0) return;
  const balances = new Map(holders.map((holder) => [balanceIdOf(holder.fact.partyId), holder]));
  const inserted = await insertNew(change.tx, FundingSource, [...balances.values()].map(balanceOf));
  const entries = inserted
    .flatMap(({ id }) => balances.get(id) ?? [])
    .map((holder): HistoryEntry => {
      const { at, traceparent } = holder;
      const added = history.entryOf(balanceOf(holder), { type: 'funding-sources.funding-source-added.v1', at });
      return { ...added, traceparent };
    });
  await change.record(...entries);
}

type Holder = Pick<PartyFact, 'partyId' | 'accountId' | 'kind'>;

export const balanceOf = ({
  fact,
  at,
}: {
  readonly fact: Holder;
  readonly at: Date;
}): Omit<FundingSource, 'position'> => ({
  id: balanceIdOf(fact.partyId),
  accountId: fact.accountId,
  ownerKind: fact.kind,
  ownerId: fact.partyId,
  type: 'balance',
  status: 'verified',
  name: 'Balance',
  bankAccountType: null,
  bankName: null,
  routingNumber: null,
  accountNumber: null,
  fingerprint: null,
  lastFour: null,
  searchText: null,
  accountHolders: null,
  channel: null,
  created: at,
  removedAt: null,
  microDeposits: null,
  version: 1,
});
