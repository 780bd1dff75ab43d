import type { CollectionDocument, ResourceRef } from '@halyard/contracts';
import { type EntityManager, In } from 'typeorm';
import { type Now, transferDocument } from '../transfer.document.js';
import { Transfer } from '../transfer.entity.js';
import { findMatches, type Found, FoundAcross, isFiltered, type PartyList } from './matches.rows.js';
import type { TransferFilters } from './transfer-filters.js';

/** Ids of the parties that a search found, a bounded number at a time. */
type FoundParties = AsyncIterable<readonly string[]>;

/**
 * The transfers that a party takes part in, newest first. A party's transfers are numbered from 1 without gaps; later
 * ones have numbers that pages of this anchor don't show.
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
  const count = await countOf(database, partyId);
  const anchor = filters.anchor !== undefined && filters.anchor < count ? filters.anchor : count;
  const list = { partyId, anchor };
  const found = parties ? await search(database, list, filters, parties) : await page(database, list, filters);
  return {
    document: 'collection',
    self,
    of: 'transfer',
    items: (await transfersOf(database, found)).map((transfer) => transferDocument(transfer, now)),
    ...found.total,
    page: { limit: filters.limit, offset: filters.offset, anchor: anchor.toString() },
  };
}

async function countOf(database: EntityManager, partyId: string): Promise<bigint> {
  const sql = 'SELECT number FROM party_transfers WHERE party_id = $1 ORDER BY number DESC LIMIT 1';
  const [last] = await database.query<{ number: string }[]>(sql, [partyId]);
  return BigInt(last?.number ?? 0);
}

async function transfersOf(database: EntityManager, { matches }: Found): Promise<Transfer[]> {
  const transfers = await database.findBy(Transfer, { id: In(matches.map(({ id }) => id)) });
  const byId = new Map(transfers.map((transfer) => [transfer.id, transfer]));
  return matches.flatMap(({ id }) => byId.get(id) ?? []);
}

const page = (database: EntityManager, list: PartyList, filters: TransferFilters): Promise<Found> =>
  isFiltered(filters) ? findMatches(database, list, filters) : plainPage(database, list, filters);

/** Without a filter the numbers say where a page begins: the last page costs what the first does. */
async function plainPage(
  database: EntityManager,
  { partyId, anchor }: PartyList,
  { limit, offset }: TransferFilters,
): Promise<Found> {
  const matches = await database.query<Found['matches']>(
    `SELECT transfer_id AS id, number, created FROM party_transfers
     WHERE party_id = $1 AND number <= $2 ORDER BY number DESC LIMIT $3`,
    [partyId, `${anchor - BigInt(offset)}`, limit],
  );
  return { matches, total: { total: Number(anchor) } };
}

/** If the party itself was found, all of its transfers match. */
async function search(
  database: EntityManager,
  list: PartyList,
  filters: TransferFilters,
  parties: FoundParties,
): Promise<Found> {
  const found = new FoundAcross(filters);
  for await (const ids of parties) {
    if (ids.includes(list.partyId)) return page(database, list, filters);
    if (ids.length > 0) found.add(await findMatches(database, list, { ...filters, ...found.window }, ids));
  }
  return found.page();
}
