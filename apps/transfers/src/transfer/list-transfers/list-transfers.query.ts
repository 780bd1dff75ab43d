import type { CollectionDocument, ResourceRef } from '@halyard/contracts';
import { type ListPage, type Match, newestFirst, type OwnerList } from '@halyard/lists';
import type { EntityManager } from 'typeorm';
import { type Now, transferDocument } from '../transfer.document.js';
import type { Transfer } from '../transfer.entity.js';
import type { TransferFilters } from './transfer-filters.js';
import { transferList } from './transfer-list.query.js';

/** Ids of the parties that a search found, a bounded number at a time. */
type FoundParties = AsyncIterable<readonly string[]>;

/**
 * The transfers that a party takes part in, newest first.
 *
 * @param parties found by the search; undefined without a search
 */
export async function listTransfers(
  database: EntityManager,
  self: ResourceRef,
  partyId: string,
  filters: TransferFilters,
  now: Now,
  parties?: FoundParties,
): Promise<CollectionDocument> {
  const list = await transferList.of(database, partyId, filters.anchor);
  const { rows, ...page } = parties
    ? await search(database, list, filters, parties)
    : await transferList.page(database, list, filters);
  const items = rows.map((transfer) => transferDocument(transfer, now));
  return { document: 'collection', self, of: 'transfer', items, ...page };
}

/**
 * The transfers with parties that were found. If the list's own party was found, all of its transfers match. The matches
 * of each portion of parties are merged: only those that the page may show stay in memory.
 */
async function search(
  database: EntityManager,
  list: OwnerList,
  filters: TransferFilters,
  parties: FoundParties,
): Promise<ListPage<Transfer>> {
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
