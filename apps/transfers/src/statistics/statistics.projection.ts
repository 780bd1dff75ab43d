import { Injectable } from '@nestjs/common';
import { EventStore, type StoredEvent } from '@halyard/event-store';
import { BinaryArray, type PipelineStep } from '@halyard/persistence';
import { paymentEventOf } from '../payment/payment.model.js';
import type { EventPage, Projection } from '../projection/projection.js';
import { RecentStates } from '../projection/recent-states.js';
import { foldOutcome, NOT_BEGUN, type PaymentOutcome } from '../transfer/payment-outcome.js';
import { StatisticsChanges } from './statistics.fold.js';

/** Counts and sums of payments and fees: a row for each account, day, flow and status. */
@Injectable()
export class StatisticsProjection implements Projection {
  readonly name = 'statistics';
  readonly streamPrefixes = ['payment-'];
  readonly shape = 1;
  readonly tables = ['daily_statistics'];
  private readonly recent = new RecentStates<PaymentOutcome>();

  constructor(private readonly store: EventStore) {}

  async apply({ events }: EventPage): Promise<readonly PipelineStep[]> {
    const firsts = new Map<string, StoredEvent>();
    for (const event of events) if (!firsts.has(event.stream)) firsts.set(event.stream, event);
    const earlier = [...firsts.values()].filter(({ revision }) => revision > 0);
    const before = new Map(await Promise.all(earlier.map((first) => this.before(first))));
    const after = new Map(before);
    const revisions = new Map<string, number>();
    for (const event of events) {
      after.set(event.stream, fold(after.get(event.stream) ?? NOT_BEGUN, event));
      revisions.set(event.stream, event.revision);
    }
    const changes = new StatisticsChanges();
    for (const [stream, outcome] of after) {
      changes.move(before.get(stream) ?? NOT_BEGUN, outcome);
      const revision = revisions.get(stream);
      if (revision !== undefined && isUnderWay(outcome)) this.recent.remember(stream, revision, outcome);
    }
    return stepsOf(changes);
  }

  /** The payment as it was before this event, without later events, so that a rebuild has the same result. */
  private async before({ stream, revision }: StoredEvent): Promise<readonly [string, PaymentOutcome]> {
    const recent = this.recent.after(stream, revision - 1);
    if (recent) return [stream, recent];
    let outcome = NOT_BEGUN;
    for await (const event of this.store.read(stream, { count: revision })) outcome = fold(outcome, event);
    return [stream, outcome];
  }
}

const fold = (outcome: PaymentOutcome, event: StoredEvent): PaymentOutcome =>
  foldOutcome(outcome, paymentEventOf(event), event.position);

/** True even before its transfers are resources. */
const isUnderWay = ({ transfers }: PaymentOutcome): boolean =>
  transfers.some(({ status }) => status === 'initiated' || status === 'pending');

function stepsOf(changes: StatisticsChanges): PipelineStep[] {
  const list = changes.list();
  if (list.length === 0) return [];
  const accounts = new BinaryArray('uuid');
  const dates = new BinaryArray('text');
  const flows = new BinaryArray('text');
  const statuses = new BinaryArray('text');
  const counts = new BinaryArray('bigint');
  const amounts = new BinaryArray('bigint');
  for (const { accountId, date, flow, status, count, amountMinor } of list) {
    accounts.uuid(accountId);
    dates.text(date);
    flows.text(flow);
    statuses.text(status);
    counts.bigint(BigInt(count));
    amounts.bigint(amountMinor);
  }
  const values = [accounts, dates, flows, statuses, counts, amounts].map((array) => array.finish());
  return [{ statement: MERGE, values }];
}

const MERGE = {
  name: 'daily-statistics-merge',
  text: `MERGE INTO daily_statistics AS stored
         USING unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[])
           AS change (account_id, date, flow, status, count, amount_minor)
         ON stored.account_id = change.account_id AND stored.date = change.date::date
           AND stored.flow = change.flow AND stored.status = change.status
         WHEN MATCHED AND stored.count + change.count = 0 THEN DELETE
         WHEN MATCHED THEN
           UPDATE SET
             count = stored.count + change.count, amount_minor = stored.amount_minor + change.amount_minor
         WHEN NOT MATCHED THEN
           INSERT (account_id, date, flow, status, count, amount_minor)
           VALUES (
             change.account_id, change.date::date, change.flow, change.status, change.count, change.amount_minor
           )`,
};
