import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type CollectionAnswer, type Operation, ref } from '@halyard/contracts';
import { accountOf } from '@halyard/http';
import { COUNT_MAX, type ListPage } from '@halyard/lists';
import { DataSource } from 'typeorm';
import { BankHours } from '../../cut-off/bank-hours.js';
import { HolderNames } from '../../facts/holder-names.js';
import { ReadModels } from '../../projection/read-models.js';
import { endsOfPayment, listedPayment } from '../payment-details/payment.answer.js';
import { PaymentHistories } from '../payment-details/payment-histories.js';
import type { Transfer } from '../transfer.entity.js';
import type { PaymentFilters } from './payment-filters.js';
import { paymentList } from './payment-list.query.js';
import { type PaymentSums, SUM_MATCHES, sumsOf, type SumsRow } from './payment-sums.query.js';
import { SelectedPayments } from './selected-payments.js';

/** The payments of the caller's account and of all its customers (contract of what no peer has, section 16). */
export class ListPayments extends Query<CollectionAnswer> {
  constructor(
    readonly operation: Operation,
    readonly filters: PaymentFilters,
  ) {
    super();
  }
}

interface PaymentPage extends ListPage<Transfer> {
  readonly sums: readonly PaymentSums[];
}

@QueryHandler(ListPayments)
export class ListPaymentsHandler implements IQueryHandler<ListPayments> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly readModels: ReadModels,
    private readonly selected: SelectedPayments,
    private readonly histories: PaymentHistories,
    private readonly names: HolderNames,
    private readonly hours: BankHours,
  ) {}

  /** @throws DomainError ValidationError if a search finds more parties than payments are counted */
  async execute({ operation, filters }: ListPayments): Promise<CollectionAnswer> {
    const { rows, sums, ...page } = await this.readModels.read('transfers', () => this.page(operation, filters));
    const areAtLeast = page.totalIsAtLeast === true || page.total > COUNT_MAX;
    return {
      type: 'collection',
      self: ref('listPayments'),
      of: 'payment',
      items: await this.items(operation, rows),
      attributes: { sums, sumsAreAtLeast: areAtLeast || undefined },
      ...page,
    };
  }

  private async page(operation: Operation, filters: PaymentFilters): Promise<PaymentPage> {
    const { limit, offset } = filters;
    const conditions = await this.selected.conditions(operation, filters);
    if (!conditions) return { rows: [], total: 0, page: { limit, offset, anchor: '0' }, sums: [] };
    const { manager } = this.dataSource;
    const list = await paymentList.of(manager, accountOf(operation), filters.anchor);
    const query = { ...conditions, limit, offset };
    const { over, ...page } = await paymentList.pageOver<SumsRow>(manager, list, query, SUM_MATCHES);
    return { ...page, sums: sumsOf(over) };
  }

  private async items(operation: Operation, payments: readonly Transfer[]) {
    const accountId = accountOf(operation);
    const found = await Promise.all(payments.map(({ id }) => this.histories.find(id, accountId)));
    const histories = found.filter((history) => history !== undefined);
    const parties = histories.flatMap(({ terms }) => Object.values(endsOfPayment(terms)));
    const names = await this.names.of(parties, operation);
    return histories.map((history) => listedPayment(history, { at: operation.at, hours: this.hours }, names));
  }
}
