import type { CloudEvent } from '@halyard/contracts';
import { deriveTimedId, newId, type ReturnCode } from '@halyard/core';
import {
  decide,
  type Entry,
  evolve,
  factOf,
  type Flow,
  foldTransfers,
  initial,
  isAtBank,
  legsOf,
  type PaymentCommand,
  type PaymentEvent,
  planOf,
  type Transfer,
} from '@halyard/transfers/rules';
import { publicEventsOf } from '@halyard/webhooks/public-topics';

export type Party = 'sender' | 'receiver';

/** An event of a transfer, with its hearers and their topics, in order. */
export interface HeardEvent {
  readonly transfer: Transfer;
  readonly heard: readonly { readonly by: Party; readonly topic: string }[];
}

const at = new Date(0).toISOString();
const accountId = newId();
/** Prefix of the topics for customers. The account's topics have the same names without it. */
const OF_CUSTOMER = /^customer_/;

const customerSide = () => ({ ownerKind: 'customer', ownerId: newId(), fundingSourceId: newId() }) as const;

/**
 * One payment of a flow, driven by the deciders, folds and topics that the services use. Balances have enough money.
 */
export class Story {
  readonly told: HeardEvent[] = [];
  /** The entries posted to balances, newest last. */
  readonly entries: { readonly of: Party; readonly entry: Entry }[] = [];
  transfers: readonly Transfer[] = [];
  private payment = initial();
  private readonly ids = { paymentId: newId(), attemptId: newId() };
  private readonly sender = customerSide();
  private readonly receiver;

  private readonly flow;

  constructor(flow: Flow) {
    this.flow = flow;
    const own = flow.to.startsWith('own ') ? { ownerId: this.sender.ownerId } : {};
    this.receiver = { ...customerSide(), ...own };
    const ends = { ...this.ids, accountId, source: this.sender, destination: this.receiver };
    const legs = legsOf(flow, { ...ends, amount: { minor: '1000', currency: 'USD' } });
    this.take({ type: 'InitiatePayment', terms: { ...this.ids, accountId, legs, at } });
    this.take({ type: 'AcceptPayment' });
    this.goOn();
  }

  get source(): string {
    return this.sender.fundingSourceId;
  }

  get destination(): string {
    return this.receiver.fundingSourceId;
  }

  /** Ids of the legs that are with their bank. */
  get atBanks(): readonly string[] {
    return this.payment.legs.filter(isAtBank).map(({ terms }) => terms.id);
  }

  settle(legId: string): void {
    this.take({ type: 'SettleLeg', legId, settlementId: deriveTimedId(newId(), legId), at });
    this.goOn();
  }

  giveBack(legId: string, code: ReturnCode, from: 'pending' | 'processed'): void {
    this.take({ type: 'StopLeg', legId, stopId: newId(), code, from, at });
    this.goOn();
  }

  /** In a flow with a single party, that is the sender. */
  partyOf(ownerId: string): Party {
    return ownerId === this.sender.ownerId ? 'sender' : 'receiver';
  }

  /** The kind of a transfer's source or destination: as the flow names it, or else its owner's balance. */
  kindOf(fundingSourceId: string): string {
    const [, from = ''] = this.flow.from.split(' ');
    const [, to = ''] = this.flow.to.split(' ');
    if (fundingSourceId === this.sender.fundingSourceId) return from;
    return fundingSourceId === this.receiver.fundingSourceId ? to : 'balance';
  }

  /** The name of a transfer in the links of the API. */
  nameOf({ id, place }: Transfer): string {
    const { main } = this.flow;
    if (id === this.ids.paymentId) return 'transfer';
    return place < main ? 'funding transfer' : 'funded transfer';
  }

  private ownerOf(fundingSourceId: string): string {
    const sides = this.payment.legs.flatMap(({ terms: { source, destination, recourse } }) => [
      source,
      destination,
      recourse,
    ]);
    return sides.find((side) => side?.fundingSourceId === fundingSourceId)?.ownerId ?? '';
  }

  private goOn(): void {
    for (;;) {
      const step = planOf(this.payment).find(({ then }) => then);
      if (!step?.then) return;
      for (const { fundingSourceId, entry } of step.entries) {
        this.entries.push({ of: this.partyOf(this.ownerOf(fundingSourceId)), entry });
      }
      this.take(step.then);
    }
  }

  private take(command: PaymentCommand): void {
    for (const event of decide(command, this.payment)) {
      this.payment = evolve(this.payment, event);
      const before = new Map(this.transfers.map(({ id, version }) => [id, version]));
      this.transfers = foldTransfers(this.transfers, event, 1n);
      for (const transfer of this.transfers) {
        if (transfer.version !== (before.get(transfer.id) ?? 0)) this.tell(transfer, event);
      }
    }
  }

  private tell(transfer: Transfer, event: PaymentEvent): void {
    const id = newId();
    const stored = { id, stream: '', revision: 0, position: 1n, type: event.type, data: event.data, metadata: {} };
    const fact = factOf(transfer, event, stored);
    if (!fact) return;
    const envelope = {
      specversion: '1.0',
      id,
      source: 'transfers.events.v1',
      datacontenttype: 'application/json',
    } as const;
    const { type, data, key: subject, sequence } = fact;
    const told: CloudEvent = {
      ...envelope,
      type,
      data,
      subject,
      partitionkey: subject,
      sequence,
      accountid: accountId,
      time: at,
    };
    const heard = publicEventsOf(told).map(({ topic, customerId }) => ({
      by: this.partyOf(customerId ?? ''),
      topic: topic.replace(OF_CUSTOMER, ''),
    }));
    this.told.push({ transfer, heard });
  }
}
