import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type CollectionAnswer, type Operation, ref } from '@halyard/contracts';
import { accountOf } from '@halyard/http';
import type { ListPage } from '@halyard/lists';
import { DataSource } from 'typeorm';
import { BankHours } from '../../cut-off/bank-hours.js';
import { ReadModels } from '../../projection/read-models.js';
import type { AllTransferFilters } from '../list-transfers/transfer-filters.js';
import { transferList } from '../list-transfers/transfer-list.query.js';
import { pageOfParty, transferPage } from '../list-transfers/transfer-page.js';
import type { Transfer } from '../transfer.entity.js';
import { allTransfers } from './all-transfers.query.js';
import { collected, SelectedTransfers } from './selected-transfers.js';

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
    private readonly selected: SelectedTransfers,
    private readonly hours: BankHours,
  ) {}

  /** @throws DomainError ValidationError if a search finds more parties than transfers are counted */
  async execute({ operation, filters }: ListAllTransfers): Promise<CollectionAnswer> {
    const page = await this.readModels.read('transfers', () => this.page(operation, filters));
    return transferPage(ref('listTransfers'), page, { at: operation.at, hours: this.hours });
  }

  private async page(operation: Operation, filters: AllTransferFilters): Promise<ListPage<Transfer>> {
    const selection = await this.selected.of(operation, filters);
    const { manager } = this.dataSource;
    switch (selection.list) {
      case 'none':
        return none(filters);
      case 'party': {
        const list = await transferList.of(manager, selection.partyId, filters.anchor);
        return pageOfParty(manager, list, { ...filters, ...selection.source }, selection.found);
      }
      case 'all': {
        const list = await allTransfers.of(manager, accountOf(operation), filters.anchor);
        const parties = await collected(selection.found);
        return allTransfers.page(manager, list, { ...filters, ...selection.source, parties });
      }
    }
  }
}

const none = ({ limit, offset }: AllTransferFilters): ListPage<Transfer> => ({
  rows: [],
  total: 0,
  page: { limit, offset, anchor: '0' },
});
