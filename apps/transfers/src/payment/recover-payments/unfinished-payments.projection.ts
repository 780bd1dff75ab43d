import { Injectable } from '@nestjs/common';
import { EventStore, type Position, type StoredEvent } from '@halyard/event-store';
import { BinaryArray, type PipelineStep } from '@halyard/persistence';
import type { EventPage, Projection } from '../../projection/projection.js';
import { evolve, initial } from '../payment.fold.js';
import { type Payment, paymentEventOf, paymentStream } from '../payment.model.js';
import { RecentStates } from '../../projection/recent-states.js';
import { awaitedHolds, foldTouched, isDue, type PaymentAfter } from './unfinished.fold.js';

/** Maximum of streams read at once, for payments that are not entirely in the page. */
const READS_MAX = 128;

/** The table that recovery reads. The payment's plan says which steps are due; no rule is repeated here. */
@Injectable()
export class UnfinishedPaymentsProjection implements Projection {
  readonly name = 'unfinished-payments';
  readonly streamPrefixes = ['payment-', 'balance-'];
  readonly shape = 1;
  readonly tables = ['unfinished_payments'];
  private readonly recent = new RecentStates<Payment>();

  constructor(private readonly store: EventStore) {}

  async apply({ events }: EventPage): Promise<readonly PipelineStep[]> {
    const changes = await unfinishedChanges(events, this.store, this.recent);
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
  /** Position of the last event about the payment. */
  readonly touched: Position;
  /** Null if the page has no event of the payment's own stream. */
  readonly due: boolean | null;
  /** Number of open holds that need no action. Null if `due` is null. */
  readonly awaited: number | null;
  readonly holds: number;
}

/** The page's changes to the table. Payments that begin in the page and leave nothing to do cause no change. */
export async function unfinishedChanges(
  events: readonly StoredEvent[],
  store: EventStore,
  recent: RecentStates<Payment>,
): Promise<readonly UnfinishedChange[]> {
  const changes: UnfinishedChange[] = [];
  const partly: (() => Promise<void>)[] = [];
  const paymentAfter: PaymentAfter = (paymentId, revision) => recent.after(paymentId, revision);
  for (const [paymentId, { touched, holds, payment, through, begins }] of foldTouched(events, paymentAfter)) {
    if (through === undefined) {
      changes.push({ paymentId, touched, due: null, awaited: null, holds });
      continue;
    }
    const know = (known: Payment): void => {
      const due = isDue(known);
      if (due) recent.remember(paymentId, through.revision, known);
      if (due || holds !== 0 || !begins) changes.push({ paymentId, touched, due, awaited: awaitedHolds(known), holds });
    };
    if (payment) know(payment);
    else partly.push(async () => know(await paymentThrough(store, paymentId, through.position)));
  }
  const readers = Array.from({ length: READS_MAX }, async () => {
    for (let next = partly.pop(); next !== undefined; next = partly.pop()) await next();
  });
  await Promise.all(readers);
  return changes;
}

/** The payment as it was at a position, without later events: a rebuild must have the same result. */
async function paymentThrough(store: EventStore, paymentId: string, through: Position): Promise<Payment> {
  let payment = initial();
  for await (const event of store.read(paymentStream(paymentId))) {
    if (event.position > through) break;
    payment = evolve(payment, paymentEventOf(event));
  }
  return payment;
}
