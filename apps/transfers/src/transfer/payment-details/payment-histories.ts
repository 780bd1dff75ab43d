import { Injectable } from '@nestjs/common';
import { EventStore, type StoredEvent } from '@halyard/event-store';
import { isMicroDeposit } from '../../payment/micro-deposit-legs.js';
import { paymentStream } from '../../payment/payment.model.js';
import { SealedMetadata } from '../../payment/sealed-metadata.js';
import { foldHistory, type PaymentHistory } from './payment.history.js';

/** Reads a payment's own stream, which is short and includes everything answered before. */
@Injectable()
export class PaymentHistories {
  constructor(
    private readonly store: EventStore,
    private readonly metadata: SealedMetadata,
  ) {}

  /** @returns undefined if the account has no such payment. Micro-deposits are no payment */
  async find(id: string, accountId: string): Promise<PaymentHistory | undefined> {
    const events: StoredEvent[] = [];
    for await (const event of this.store.read(paymentStream(id))) events.push(event);
    const history = foldHistory(events);
    if (history?.terms.accountId !== accountId || history.terms.legs.some(isMicroDeposit)) return undefined;
    const metadata = await this.metadata.open(history.terms);
    const transfers = history.transfers.map((transfer) => (transfer.id === id ? { ...transfer, metadata } : transfer));
    return { ...history, transfers };
  }
}
