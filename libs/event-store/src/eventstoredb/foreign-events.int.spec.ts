import { binaryEvent, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DoubleLog } from '../../test/double-log.js';
import { openDoubleLog } from '../../test/double-log.js';
import { all, append, aStream, SubscriptionListener, types } from '../../test/behaviour/support.js';
import type { StoredEvent } from '../event-store.js';
import { UnreadableEvent } from '../event-store.js';
import type { EventStoreDbEventStore } from './eventstoredb-event-store.js';

const bytes = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);
const binary = (data: Uint8Array, metadata?: Uint8Array) => binaryEvent({ type: 'Odd', data, metadata });

/** What others write as they like. */
const shapes = [
  ['no data', binary(bytes())],
  ['data that is no JSON', binary(Buffer.from('{"amount":'))],
  ['data that is no text', binary(bytes(0xff, 0xfe, 0x00))],
  ['metadata that is no JSON', binary(Buffer.from('{}'), bytes(0x7b))],
] as const;

describe('an event of somebody else', () => {
  let log: DoubleLog;
  let store: EventStoreDbEventStore;
  let other: EventStoreDBClient;
  beforeEach(async () => {
    log = await openDoubleLog();
    store = log.open();
    other = EventStoreDBClient.connectionString(log.double.connectionString);
  });
  afterEach(async () => {
    await other.dispose();
    await log.close();
  });

  const bodyOf = ({ data, metadata }: StoredEvent): unknown => ({ data, metadata });

  it.each(shapes)('outside the namespace, with %s, is passed over', async (_, event) => {
    const stream = aStream();
    const listening = new SubscriptionListener(store, 0n, 'thing-');
    await other.appendToStream(stream, [event]);
    await other.appendToStream('halyard-payment-1', [jsonEvent({ type: 'OrderPaid', data: { paid: true } })]);
    await append(store, stream, 'no-stream', 'own');
    await listening.until(() => listening.events.length === 1);
    await listening.stop();
    expect(listening.types()).toEqual(['own']);
  });

  it.each(shapes)('inside it, with %s, is delivered, and fails only for who looks into it', async (_, event) => {
    const stream = aStream();
    const listening = new SubscriptionListener(store, 0n, 'thing-');
    await other.appendToStream(`halyard_${stream}`, [event]);
    await append(store, stream, 0, 'own');
    await listening.until(() => listening.events.length === 2);
    await listening.stop();
    expect(listening.types()).toEqual(['Odd', 'own']);
    expect(await types(store, stream)).toEqual(['Odd', 'own']);
    const [odd, own] = await all(store, stream);
    if (!odd || !own) throw new Error('there are two events');
    expect(odd).toHaveProperty('revision', 0);
    expect(() => bodyOf(odd)).toThrow(UnreadableEvent);
    expect(() => bodyOf(own)).not.toThrow();
  });
});
