import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type CollectionAnswer, type Operation, ref, type ResourceRef } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { accountOf } from '@halyard/http';
import { type ListPage, type Match, newestFirst, type OwnerList } from '@halyard/lists';
import { DataSource, type EntityManager } from 'typeorm';
import { BankHours } from '../../bank/bank-hours.js';
import { Facts } from '../../facts/facts.js';
import { PartySearch } from '../../facts/party-search.js';
import { ReadModels } from '../../projection/read-models.js';
import { type Now, transferAnswer } from '../transfer.answer.js';
import type { Transfer } from '../transfer.entity.js';
import type { TransferFilters } from './transfer-filters.js';
import { transferList } from './transfer-list.query.js';

/** The transfers of the caller's account, or of one of its customers. */
export class ListTransfers extends Query<CollectionAnswer> {
  constructor(
    readonly operation: Operation,
    readonly route: 'listAccountTransfers' | 'listCustomerTransfers',
    readonly partyId: string,
    readonly filters: TransferFilters,
  ) {
    super();
  }
}

@QueryHandler(ListTransfers)
export class ListTransfersHandler implements IQueryHandler<ListTransfers> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly readModels: ReadModels,
    private readonly facts: Facts,
    private readonly parties: PartySearch,
    private readonly hours: BankHours,
  ) {}

  /** @throws DomainError NotFound for a party of another account */
  async execute({ operation, route, partyId, filters }: ListTransfers): Promise<CollectionAnswer> {
    const accountId = accountOf(operation);
    const isCustomer = route === 'listCustomerTransfers';
    const ownerId = isCustomer ? (await this.facts.customer(partyId, operation))?.accountId : partyId;
    if (ownerId !== accountId) throw new DomainError('NotFound');
    const search = filters.search?.toLowerCase();
    return this.readModels.read('transfers', () => {
      const found = search ? this.parties.find(search, operation) : undefined;
      const now = { at: operation.at, hours: this.hours };
      return listTransfers(this.dataSource.manager, ref(route, partyId), partyId, filters, now, found);
    });
  }
}

/** Ids of the parties that a search found, a bounded number at a time. */
type FoundParties = AsyncIterable<readonly string[]>;

/**
 * The transfers that a party takes part in, newest first.
 *
 * @param parties found by the search; undefined without a search
 */
async function listTransfers(
  database: EntityManager,
  self: ResourceRef,
  partyId: string,
  filters: TransferFilters,
  now: Now,
  parties?: FoundParties,
): Promise<CollectionAnswer> {
  const list = await transferList.of(database, partyId, filters.anchor);
  const { rows, ...page } = parties
    ? await search(database, list, filters, parties)
    : await transferList.page(database, list, filters);
  const items = rows.map((transfer) => transferAnswer(transfer, now));
  return { type: 'collection', self, of: 'transfer', items, ...page };
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
