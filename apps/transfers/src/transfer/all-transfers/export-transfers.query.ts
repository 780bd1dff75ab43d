import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Operation } from '@halyard/contracts';
import { accountOf } from '@halyard/http';
import { DataSource } from 'typeorm';
import { ReadModels } from '../../projection/read-models.js';
import type { AllTransferFilters } from '../list-transfers/transfer-filters.js';
import { transferList } from '../list-transfers/transfer-list.query.js';
import type { Transfer } from '../transfer.entity.js';
import { allTransfers } from './all-transfers.query.js';
import { type TransferEnding, readEndings } from './endings.rows.js';
import { collected, SelectedTransfers } from './selected-transfers.js';

/** The number of transfers that are in memory at a time. */
const READ_AT_ONCE = 200;

export interface ExportedTransfer extends TransferEnding {
  readonly transfer: Transfer;
}

export type ExportedPages = AsyncIterable<readonly ExportedTransfer[]>;

/** Exports transfers in the order of the list, page by page. */
export class ExportTransfers extends Query<ExportedPages> {
  constructor(
    readonly operation: Operation,
    readonly filters: Omit<AllTransferFilters, 'limit' | 'offset'>,
  ) {
    super();
  }
}

@QueryHandler(ExportTransfers)
export class ExportTransfersHandler implements IQueryHandler<ExportTransfers> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly readModels: ReadModels,
    private readonly selected: SelectedTransfers,
  ) {}

  /** @throws DomainError as `ListAllTransfers` */
  async execute({ operation, filters }: ExportTransfers): Promise<ExportedPages> {
    return this.completed(await this.readModels.read('transfers', () => this.pages(operation, filters)));
  }

  private async pages(
    operation: Operation,
    filters: ExportTransfers['filters'],
  ): Promise<AsyncIterable<readonly Transfer[]>> {
    const { manager } = this.dataSource;
    const selection = await this.selected.of(operation, filters);
    if (selection.list === 'none') return nothing();
    const found = await collected(selection.found);
    if (selection.list === 'all') {
      const list = await allTransfers.of(manager, accountOf(operation), filters.anchor);
      return allTransfers.walk(manager, list, { ...filters, ...selection.source, parties: found }, READ_AT_ONCE);
    }
    const { partyId } = selection;
    const list = await transferList.of(manager, partyId, filters.anchor);
    const others = found?.includes(partyId) ? undefined : found;
    return transferList.walk(manager, list, { ...filters, ...selection.source, others }, READ_AT_ONCE);
  }

  private async *completed(pages: AsyncIterable<readonly Transfer[]>): AsyncGenerator<readonly ExportedTransfer[]> {
    for await (const transfers of pages) {
      const endings = await readEndings(this.dataSource.manager, transfers);
      yield transfers.map((transfer) => ({ transfer, ...endings.get(transfer.id) }));
    }
  }
}

async function* nothing(): AsyncGenerator<never> {}
