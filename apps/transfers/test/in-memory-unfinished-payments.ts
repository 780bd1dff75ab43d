import type { EventStore, Position, StoredEvent } from '@halyard/event-store';
import type { Payment } from '../src/payment/payment.model.js';
import { RecentStates } from '../src/projection/recent-states.js';
import { unfinishedChanges } from '../src/payment/recover-payments/unfinished-payments.projection.js';
import { UnfinishedPayments, type UnfinishedQuery } from '../src/payment/recover-payments/unfinished-payments.js';

interface Row {
  readonly touched: Position;
  readonly due: boolean;
  readonly holds: number;
  readonly awaited: number;
}

export async function eventsAfter(store: EventStore, from: Position): Promise<StoredEvent[]> {
  const head = await store.head();
  const events: StoredEvent[] = [];
  if (head <= from) return events;
  await new Promise<void>((resolve, reject) => {
    const subscription = store.subscribe({
      from,
      streamPrefixes: ['payment-', 'balance-'],
      onBatch: (batch) => {
        events.push(...batch.events);
        if (batch.position >= head) void subscription.stop().then(resolve, reject);
        return Promise.resolve();
      },
      onFailure: reject,
    });
  });
  return events;
}

export class InMemoryUnfinishedPayments extends UnfinishedPayments {
  private readonly rows = new Map<string, Row>();
  private readonly recent = new RecentStates<Payment>();
  private position: Position = 0n;

  constructor(private readonly store: EventStore) {
    super();
  }

  override async upToDate(): Promise<Position> {
    const events = await eventsAfter(this.store, this.position);
    for (const { paymentId, touched, due, awaited, holds } of await unfinishedChanges(
      events,
      this.store,
      this.recent,
    )) {
      const before = this.rows.get(paymentId) ?? { due: false, awaited: 0, holds: 0 };
      const after = {
        touched,
        due: due ?? before.due,
        awaited: awaited ?? before.awaited,
        holds: before.holds + holds,
      };
      if (after.due || after.holds !== 0) this.rows.set(paymentId, after);
      else this.rows.delete(paymentId);
    }
    this.position = events.at(-1)?.position ?? this.position;
    return this.position;
  }

  override beyond(from: Position, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const end = (): void => {
        signal.removeEventListener('abort', end);
        void subscription.stop();
        resolve();
      };
      signal.addEventListener('abort', end);
      const streamPrefixes = ['payment-', 'balance-'];
      const onBatch = (): Promise<void> => Promise.resolve(end());
      const subscription = this.store.subscribe({ from, streamPrefixes, onBatch, onFailure: end });
    });
  }

  override find({ untouchedSince, after = '', limit }: UnfinishedQuery): Promise<readonly string[]> {
    const isOpen = ({ due, holds, awaited }: Row): boolean => due || holds !== awaited;
    const found = [...this.rows]
      .filter(([id, row]) => id > after && row.touched <= untouchedSince && isOpen(row))
      .map(([id]) => id);
    return Promise.resolve(found.sort().slice(0, limit));
  }
}
