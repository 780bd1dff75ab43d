import type { CollectionAnswer, ResourceRef } from '@halyard/contracts';
import { type ListPage, type Match, newestFirst, type OwnerList } from '@halyard/lists';
import type { EntityManager } from 'typeorm';
import type { FoundParties } from '../../facts/party-search.js';
import type { Now } from '../transfer-states.js';
import { transferAnswer } from '../transfer.answer.js';
import type { Transfer } from '../transfer.entity.js';
import type { TransferFilters } from './transfer-filters.js';
import { transferList, type TransferConditions } from './transfer-list.query.js';

export function transferPage(self: ResourceRef, { rows, ...page }: ListPage<Transfer>, now: Now): CollectionAnswer {
  const items = rows.map((transfer) => transferAnswer(transfer, now));
  return { type: 'collection', self, of: 'transfer', items, ...page };
}

/**
 * A page of the transfers that a party takes part in. If the search found the list's own party, all of its transfers
 * match. The search returns parties in portions; their matches are merged, and only those that the page may show stay
 * in memory.
 *
 * @param parties found by the search; undefined without a search
 */
export async function pageOfParty(
  database: EntityManager,
  list: OwnerList,
  filters: TransferFilters & Pick<TransferConditions, 'bank' | 'balance'>,
  parties: FoundParties | undefined,
): Promise<ListPage<Transfer>> {
  if (!parties) return transferList.page(database, list, filters);
  const { limit, offset } = filters;
  const window = { limit: offset + limit, offset: 0 };
  let matches: readonly Match[] = [];
  let count = 0;
  for await (const others of parties) {
    if (others.includes(list.ownerId)) return transferList.page(database, list, filters);
    if (others.length === 0) continue;
    const found = await transferList.find(database, list, { ...filters, others }, window);
    matches = [...matches, ...found.matches].sort(newestFirst).slice(0, window.limit);
    count += found.count;
  }
  return transferList.pageOfMatches(database, list, filters, { matches: matches.slice(offset), count });
}
