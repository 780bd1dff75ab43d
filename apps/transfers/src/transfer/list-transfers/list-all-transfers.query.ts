import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type CollectionAnswer, type Operation, ref } from '@halyard/contracts';
import { isId, validationError } from '@halyard/core';
import { accountOf } from '@halyard/http';
import { usualFault } from '@halyard/input';
import { COUNT_MAX, type ListPage } from '@halyard/lists';
import { DataSource } from 'typeorm';
import { BankHours } from '../../bank/bank-hours.js';
import { Facts } from '../../facts/facts.js';
import { type FoundParties, PartySearch } from '../../facts/party-search.js';
import { ReadModels } from '../../projection/read-models.js';
import type { Transfer } from '../transfer.entity.js';
import { allTransfers } from './all-transfers.query.js';
import type { AllTransferFilters } from './transfer-filters.js';
import { transferList } from './transfer-list.query.js';
import { pageOfParty, transferPage } from './transfer-page.js';

/** The transfers of the caller's account and of all its customers (contract of what no peer has, section 16). */
export class ListAllTransfers extends Query<CollectionAnswer> {
  constructor(
    readonly operation: Operation,
    readonly filters: AllTransferFilters,
  ) {
    super();
  }
}

@QueryHandler(ListAllTransfers)
export class ListAllTransfersHandler implements IQueryHandler<ListAllTransfers> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly readModels: ReadModels,
    private readonly facts: Facts,
    private readonly parties: PartySearch,
    private readonly hours: BankHours,
  ) {}

  /** @throws DomainError ValidationError for a search that finds more parties than transfers are counted */
  async execute({ operation, filters }: ListAllTransfers): Promise<CollectionAnswer> {
    const page = await this.readModels.read('transfers', () => this.page(operation, filters));
    return transferPage(ref('listTransfers'), page, { at: operation.at, hours: this.hours });
  }

  /** The transfers of one party are its own list, in which each of them is once. */
  private async page(operation: Operation, filters: AllTransferFilters): Promise<ListPage<Transfer>> {
    const accountId = accountOf(operation);
    const { customerId, search = '' } = filters;
    const found = this.parties.find(filters, operation);
    if (customerId !== undefined) {
      return (await this.isCustomer(customerId, operation)) ? this.ofParty(customerId, filters, found) : none(filters);
    }
    const searchedId = isId(search) ? search.toLowerCase() : undefined;
    if (searchedId !== undefined) {
      const isParty = searchedId === accountId || (await this.isCustomer(searchedId, operation));
      return isParty ? this.ofParty(searchedId, filters) : none(filters);
    }
    const { manager } = this.dataSource;
    const list = await allTransfers.of(manager, accountId, filters.anchor);
    return allTransfers.page(manager, list, { ...filters, parties: found && (await collected(found)) });
  }

  private async isCustomer(partyId: string, operation: Operation): Promise<boolean> {
    return (await this.facts.customer(partyId, operation))?.accountId === accountOf(operation);
  }

  private async ofParty(
    partyId: string,
    filters: AllTransferFilters,
    found?: FoundParties,
  ): Promise<ListPage<Transfer>> {
    const { manager } = this.dataSource;
    return pageOfParty(manager, await transferList.of(manager, partyId, filters.anchor), filters, found);
  }
}

const none = ({ limit, offset }: AllTransferFilters): ListPage<Transfer> => ({
  rows: [],
  total: 0,
  page: { limit, offset, anchor: '0' },
});

async function collected(found: FoundParties): Promise<readonly string[]> {
  const parties: string[] = [];
  for await (const page of found) {
    parties.push(...page);
    if (parties.length > COUNT_MAX) throw validationError(usualFault('Invalid', '/query/search'));
  }
  return parties;
}
