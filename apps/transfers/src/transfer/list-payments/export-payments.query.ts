import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Operation } from '@halyard/contracts';
import { accountOf } from '@halyard/http';
import { DataSource } from 'typeorm';
import { ReadModels } from '../../projection/read-models.js';
import { readEndings } from '../all-transfers/endings.rows.js';
import type { ExportedPages, ExportedTransfer } from '../all-transfers/export-transfers.query.js';
import { Transfer } from '../transfer.entity.js';
import type { PaymentFilters } from './payment-filters.js';
import { paymentList } from './payment-list.query.js';
import { SelectedPayments } from './selected-payments.js';

/** The number of payments that are in memory at a time, with all their transfers. */
const READ_AT_ONCE = 100;

/** Exports the transfers of payments in the order of the list of payments, page by page. */
export class ExportPayments extends Query<ExportedPages> {
  constructor(
    readonly operation: Operation,
    readonly filters: Omit<PaymentFilters, 'limit' | 'offset'>,
  ) {
    super();
  }
}

@QueryHandler(ExportPayments)
export class ExportPaymentsHandler implements IQueryHandler<ExportPayments> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly readModels: ReadModels,
    private readonly selected: SelectedPayments,
  ) {}

  /** @throws DomainError as `ListPayments` */
  async execute({ operation, filters }: ExportPayments): Promise<ExportedPages> {
    const { manager } = this.dataSource;
    const pages = await this.readModels.read('transfers', async () => {
      const conditions = await this.selected.conditions(operation, filters);
      if (!conditions) return nothing();
      const list = await paymentList.of(manager, accountOf(operation), filters.anchor);
      return paymentList.walk(manager, list, conditions, READ_AT_ONCE);
    });
    return this.exported(pages);
  }

  private async *exported(pages: AsyncIterable<readonly Transfer[]>): ExportedPages {
    for await (const payments of pages) yield await this.transfersOf(payments.map(({ id }) => id));
  }

  /** The transfers of these payments in the order of the payments, each payment's in the order of its legs. */
  private async transfersOf(paymentIds: readonly string[]): Promise<readonly ExportedTransfer[]> {
    const { manager } = this.dataSource;
    const transfers = await manager
      .createQueryBuilder(Transfer, 'transfer')
      .where('transfer.account_number IS NOT NULL')
      .andWhere(
        '(transfer.id = ANY (:paymentIds) OR transfer.payment_id = ANY (:paymentIds) AND transfer.id <> transfer.payment_id)',
        { paymentIds },
      )
      .orderBy('transfer.place')
      .getMany();
    const ofPayment = Map.groupBy(transfers, ({ paymentId }) => paymentId);
    const endings = await readEndings(manager, transfers);
    return paymentIds.flatMap((id) =>
      (ofPayment.get(id) ?? []).map((transfer) => ({ transfer, ...endings.get(transfer.id) })),
    );
  }
}

async function* nothing(): AsyncGenerator<never> {}
