import { Injectable } from '@nestjs/common';
import { EventStore, type Position, type StoredEvent } from '@halyard/event-store';
import { BinaryArray, type PipelineStep } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';
import type { EventPage, Projection } from '../../projection/projection.js';
import { evolve, initial } from '../payment.fold.js';
import { type Payment, paymentEventOf, paymentStream } from '../payment.model.js';
import { awaitedHolds, foldTouched, isDue, type TouchedPayment } from './unfinished.fold.js';

/** Streams read at a time, for payments that are not entirely in the page. */
const READS_MAX = 128;

/** The table that recovery reads. What is due comes from the payment's plan; no rule is repeated here. */
@Injectable()
export class UnfinishedPaymentsProjection implements Projection {
  readonly name = 'unfinished-payments';
  readonly streamPrefixes = ['payment-', 'balance-'];

  constructor(private readonly store: EventStore) {}

  async apply({ events }: EventPage): Promise<readonly PipelineStep[]> {
    const changes = await unfinishedChanges(events, this.store);
    if (changes.length === 0) return [];
    const ids = new BinaryArray('uuid');
    const touched = new BinaryArray('bigint');
    const dues = new BinaryArray('boolean');
    const awaited = new BinaryArray('integer');
    const holds = new BinaryArray('integer');
    for (const change of changes) {
      ids.uuid(change.paymentId);
      touched.bigint(change.touched);
      dues.boolean(change.due);
      awaited.integer(change.awaited);
      holds.integer(change.holds);
    }
    return [{ statement: MERGE, values: [ids, touched, dues, awaited, holds].map((array) => array.finish()) }];
  }

  async clear(tx: EntityManager): Promise<void> {
    await tx.query('TRUNCATE unfinished_payments');
  }
}

const MERGE = {
  name: 'unfinished-payments-merge',
  text: `MERGE INTO unfinished_payments AS stored
         USING unnest($1::uuid[], $2::bigint[], $3::boolean[], $4::integer[], $5::integer[])
           AS page (payment_id, touched, due, awaited, holds)
         ON stored.payment_id = page.payment_id
         WHEN MATCHED AND NOT coalesce(page.due, stored.due) AND stored.holds + page.holds = 0 THEN DELETE
         WHEN MATCHED THEN
           UPDATE SET
             touched = page.touched, due = coalesce(page.due, stored.due),
             awaited = coalesce(page.awaited, stored.awaited), holds = stored.holds + page.holds
         WHEN NOT MATCHED AND (page.due OR page.holds <> 0) THEN
           INSERT VALUES (
             page.payment_id, page.touched, coalesce(page.due, false), page.holds, coalesce(page.awaited, 0)
           )`,
};

interface UnfinishedChange {
  readonly paymentId: string;
  /** Position of the last event about it. */
  readonly touched: Position;
  /** Null when the page has no event of the payment's own stream. */
  readonly due: boolean | null;
  /** How many of the open holds need no action; null as above. */
  readonly awaited: number | null;
  readonly holds: number;
}

/** The changes that a page makes to the table: none for payments that begin in it and leave nothing to do. */
export async function unfinishedChanges(
  events: readonly StoredEvent[],
  store: EventStore,
): Promise<readonly UnfinishedChange[]> {
  const changes: UnfinishedChange[] = [];
  const partly: [string, TouchedPayment, Position][] = [];
  for (const [paymentId, said] of foldTouched(events)) {
    const { touched, holds, payment, through } = said;
    if (payment) {
      const due = isDue(payment);
      if (due || holds !== 0) changes.push({ paymentId, touched, due, awaited: awaitedHolds(payment), holds });
    } else if (through === undefined) {
      changes.push({ paymentId, touched, due: null, awaited: null, holds });
    } else {
      partly.push([paymentId, said, through]);
    }
  }
  const readers = Array.from({ length: READS_MAX }, async () => {
    for (let next = partly.pop(); next !== undefined; next = partly.pop()) {
      const [paymentId, { touched, holds }, through] = next;
      const payment = await paymentThrough(store, paymentId, through);
      changes.push({ paymentId, touched, due: isDue(payment), awaited: awaitedHolds(payment), holds });
    }
  });
  await Promise.all(readers);
  return changes;
}

/** The payment as it was at a position, whatever has happened since: a rebuild must come to the same result. */
async function paymentThrough(store: EventStore, paymentId: string, through: Position): Promise<Payment> {
  let payment = initial();
  for await (const event of store.read(paymentStream(paymentId))) {
    if (event.position > through) break;
    payment = evolve(payment, paymentEventOf(event));
  }
  return payment;
}
