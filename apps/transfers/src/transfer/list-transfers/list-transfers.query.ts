import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type CollectionAnswer, type Operation, ref } from '@halyard/contracts';
import { maySend } from '@halyard/contracts/parties';
import { DomainError } from '@halyard/core';
import { accountOf } from '@halyard/http';
import { DataSource } from 'typeorm';
import { BankHours } from '../../cut-off/bank-hours.js';
import { Facts } from '../../facts/facts.js';
import { PartySearch } from '../../facts/party-search.js';
import { ReadModels } from '../../projection/read-models.js';
import type { TransferFilters } from './transfer-filters.js';
import { transferList } from './transfer-list.query.js';
import { pageOfParty, transferPage } from './transfer-page.js';

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

  /** @throws DomainError NotFound if the party belongs to another account */
  async execute({ operation, route, partyId, filters }: ListTransfers): Promise<CollectionAnswer> {
    const accountId = accountOf(operation);
    const isCustomer = route === 'listCustomerTransfers';
    const customer = isCustomer ? await this.facts.customer(partyId, operation) : undefined;
    if ((isCustomer ? customer?.accountId : partyId) !== accountId) throw new DomainError('NotFound');
    return this.readModels.read('transfers', async () => {
      const list = await transferList.of(this.dataSource.manager, partyId, filters.anchor);
      const found = this.parties.find(filters, operation);
      const page = await pageOfParty(this.dataSource.manager, list, filters, found);
      const answer = transferPage(ref(route, partyId), page, { at: operation.at, hours: this.hours });
      return operation.wantsForms && customer && !maySend(customer) ? { ...answer, isClosed: true } : answer;
    });
  }
}
