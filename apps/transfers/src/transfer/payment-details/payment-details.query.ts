import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { EventStore, type StoredEvent } from '@halyard/event-store';
import { accountOf } from '@halyard/http';
import { BankHours } from '../../cut-off/bank-hours.js';
import { isMicroDeposit } from '../../payment/micro-deposit-legs.js';
import { SealedMetadata } from '../../payment/sealed-metadata.js';
import { paymentStream } from '../../payment/payment.model.js';
import { paymentAnswer } from './payment.answer.js';
import { foldHistory } from './payment.history.js';

export class GetPayment extends Query<ResourceAnswer<'payment'>> {
  constructor(
    readonly operation: Operation,
    readonly paymentId: string,
  ) {
    super();
  }
}

/** Reads the payment's own stream, which is short and includes everything answered before. */
@QueryHandler(GetPayment)
export class GetPaymentHandler implements IQueryHandler<GetPayment> {
  constructor(
    private readonly store: EventStore,
    private readonly metadata: SealedMetadata,
    private readonly hours: BankHours,
  ) {}

  /** @throws DomainError NotFound */
  async execute({ operation, paymentId: id }: GetPayment): Promise<ResourceAnswer<'payment'>> {
    const accountId = accountOf(operation);
    const events: StoredEvent[] = [];
    for await (const event of this.store.read(paymentStream(id))) events.push(event);
    const history = foldHistory(events);
    if (history?.terms.accountId !== accountId || history.terms.legs.some(isMicroDeposit))
      throw new DomainError('NotFound');
    const metadata = await this.metadata.open(history.terms);
    const transfers = history.transfers.map((transfer) => (transfer.id === id ? { ...transfer, metadata } : transfer));
    return paymentAnswer({ ...history, transfers }, { at: operation.at, hours: this.hours });
  }
}
