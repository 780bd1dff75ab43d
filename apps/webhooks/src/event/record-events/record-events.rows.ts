import { binaryColumns, queryPrepared, type PipelineStep } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';
import type { PublicEvent } from '../public-event.js';
import { type ReportedFact, lostOf, missingOf } from '../rebuild-events/rebuild-events.rows.js';
import type { RecordedDelivery } from '../recorded-delivery.js';
import { RECORD } from './record-events.sql.js';

interface RecordingOptions {
  readonly at: Date;
  /** True if the events must be new. The statement then raises an error if any of them may be stored already. */
  readonly isOnce: boolean;
  /** Number of the worker in this process. That worker gets the new deliveries that it may send at once. */
  readonly worker?: number | undefined;
}

/** Records events. The inbox, in the same transaction, lets each fact through once. */
export async function recordEvents(tx: EntityManager, facts: readonly ReportedFact[], at: Date): Promise<void> {
  await record(tx, await missingOf(tx, facts, at), at);
}

/** Records the events of a rebuild that are lost. Events that are stored stay as they are. */
export async function recordLost(tx: EntityManager, facts: readonly ReportedFact[], at: Date): Promise<void> {
  await record(tx, await lostOf(tx, facts, at), at);
}

async function record(tx: EntityManager, events: readonly PublicEvent[], at: Date): Promise<void> {
  if (events.length === 0) return;
  const { statement, values = [] } = recordStep(events, { at, isOnce: false });
  await queryPrepared(tx, statement, values);
}

/** Makes a step that stores any number of events. Give its answer to `handedOf`. */
export function recordStep(events: readonly PublicEvent[], { at, isOnce, worker }: RecordingOptions): PipelineStep {
  const accounts = accountsOf(events);
  const values = [...columnsOfAccounts(accounts), ...columnsOfEvents(events, accounts)];
  return { statement: RECORD, values: [at.toISOString(), String(isOnce), worker?.toString() ?? null, ...values] };
}

interface RecordedDeliveries {
  readonly subscriptions: readonly [
    id: string,
    url: string,
    secret: string,
    nextSecret: string | null,
    failures: number,
  ][];
  /** For each delivery: its event, as an index from 1 into the recorded events, and what it needs to be sent. */
  readonly deliveries: readonly [
    id: string,
    subscriptionId: string,
    place: number,
    recordedAt: string,
    number: number,
  ][];
}

/** Reads from the step's answer the deliveries that the worker may send at once, by number within each subscription. */
export function handedOf(events: readonly PublicEvent[], answer: string | null): RecordedDelivery[] {
  if (answer === null) return [];
  const { subscriptions, deliveries } = JSON.parse(answer) as RecordedDeliveries;
  const byId = new Map(
    subscriptions.map(([id, url, secret, nextSecret, failures]) => [
      id,
      {
        id,
        url,
        sealedSecret: Buffer.from(secret, 'base64'),
        sealedNextSecret: nextSecret === null ? undefined : Buffer.from(nextSecret, 'base64'),
        strictOrder: false,
        failures,
      },
    ]),
  );
  return deliveries.flatMap(([id, subscriptionId, place, recordedAt, sequence]) => {
    const [subscription, event] = [byId.get(subscriptionId), events[place - 1]];
    return subscription && event ? [{ id, recordedAt: new Date(recordedAt), subscription, event, sequence }] : [];
  });
}

interface Account {
  readonly id: string;
  /** Index of the account in the order of account ids, from 1. */
  place: number;
  events: number;
  oldest: Date;
  newest: Date;
}

function accountsOf(events: readonly PublicEvent[]): ReadonlyMap<string, Account> {
  const accounts = new Map<string, Account>();
  for (const { accountId: id, createdAt } of events) {
    const known = accounts.get(id);
    if (!known) {
      accounts.set(id, { id, place: 0, events: 1, oldest: createdAt, newest: createdAt });
      continue;
    }
    known.events += 1;
    if (createdAt < known.oldest) known.oldest = createdAt;
    if (createdAt > known.newest) known.newest = createdAt;
  }
  const inOrder = [...accounts].sort(([a], [b]) => (a < b ? -1 : 1));
  inOrder.forEach(([, account], index) => (account.place = index + 1));
  return new Map(inOrder);
}

const columnsOfAccounts = (accounts: ReadonlyMap<string, Account>): Buffer[] =>
  binaryColumns(
    [...accounts.values()],
    ['uuid', ({ id }) => id],
    ['integer', ({ events }) => events],
    ['timestamptz', ({ oldest }) => oldest],
    ['timestamptz', ({ newest }) => newest],
  );

function columnsOfEvents(events: readonly PublicEvent[], accounts: ReadonlyMap<string, Account>): Buffer[] {
  const counted = new Map<string, number>();
  const numbered = events.map((event) => {
    const number = (counted.get(event.accountId) ?? 0) + 1;
    counted.set(event.accountId, number);
    return { event, number, owner: accounts.get(event.accountId)?.place ?? 0 };
  });
  return binaryColumns(
    numbered,
    ['integer', ({ owner }) => owner],
    ['integer', ({ number }) => number],
    ['uuid', ({ event }) => event.id],
    ['uuid', ({ event }) => event.customerId],
    ['text', ({ event }) => event.topic],
    ['text', ({ event }) => event.resourceKind],
    ['uuid', ({ event }) => event.resourceId],
    ['integer', ({ event }) => event.resourceVersion],
    ['timestamptz', ({ event }) => event.createdAt],
    ['text', ({ event }) => event.traceparent ?? null],
    ['text', ({ event }) => event.correlationId ?? null],
  );
}
