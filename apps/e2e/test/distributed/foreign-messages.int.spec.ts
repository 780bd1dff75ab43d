// Runs: distributed
import type { HalBody, HalClient } from '@halyard/suite/client';
import { until } from '@halyard/suite/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Message, Producer } from 'kafkajs';
import { Kafka, logLevel } from '@halyard/messaging/kafkajs';
import type { SuiteProcess } from '../../src/suite-process.js';
import { embedded, idOf, personalCustomer } from '../support/journeys.js';
import { SharedSuite } from '../support/shared-suite.js';
import { Subscriber } from '../support/subscriber.js';

const TOPIC = 'customers.events.v1';

describe('a stranger who writes to a topic', () => {
  let shared: SharedSuite;
  let suite: SuiteProcess;
  let client: HalClient;
  let subscriber: Subscriber;
  let producer: Producer;

  beforeAll(async () => {
    shared = await SharedSuite.join('foreign messages');
    ({ suite, client } = shared);
    subscriber = await Subscriber.listen();
    await client.create('/webhook-subscriptions', { url: subscriber.url, secret: subscriber.secret });
    const { KAFKA_BROKERS: brokers = '' } = suite.settings;
    producer = new Kafka({ brokers: brokers.split(','), logLevel: logLevel.NOTHING }).producer();
    await producer.connect();
  }, 300_000);

  afterAll(async () => {
    await producer.disconnect();
    await shared.leave();
    await subscriber.close();
  });

  /** What the customer's next event would look like, if it had been suspended. */
  const forged = (customerId: string, type = 'customers.customer-suspended.v1'): string => {
    const accountId = client.connection.accountId;
    const fact = {
      partyId: customerId,
      accountId,
      kind: 'customer',
      type: 'personal',
      status: 'suspended',
      version: 2,
    };
    return JSON.stringify({
      specversion: '1.0',
      id: randomUUID(),
      source: TOPIC,
      type,
      subject: customerId,
      time: new Date().toISOString(),
      datacontenttype: 'application/json',
      accountid: accountId,
      partitionkey: customerId,
      sequence: 2,
      data: { customerId, from: 'verified', fact },
    });
  };
  const write = (...messages: readonly Message[]) =>
    producer.send({ topic: `${suite.settings['KAFKA_TOPIC_PREFIX'] ?? ''}${TOPIC}`, messages: [...messages] });
  const foreign = async (): Promise<readonly HalBody[]> =>
    embedded((await shared.operator.get('/operations/webhooks/foreign-messages')).body, 'foreign-messages');

  it('swallows no event: what is forged is set aside and shown, and the real one has its effect', async () => {
    const customer = await client.create('/customers', personalCustomer());
    const id = idOf(customer);
    await until('its first event', () => (subscriber.topicsOf(id).length > 0 ? true : undefined));
    const signature = { 'halyard-kid': 'gateway', 'halyard-signature': Buffer.alloc(64, 1).toString('base64url') };
    await write(
      { key: id, value: forged(id) },
      { key: id, value: forged(id), headers: signature },
      { key: id, value: forged(id, 'customers.customer-promoted.v9') },
      { key: id, value: '{not json' },
    );
    // What a member had in hand when the group shared the topic out anew comes again, and counts again.
    await until('all of them to be set aside', async () => {
      const ofTopic = (await foreign()).filter(({ topic }) => topic === TOPIC);
      const counts = new Map(ofTopic.map(({ reason, count }) => [reason, Number(count)]));
      return (counts.get('unknown-key') ?? 0) >= 1 && (counts.get('unsigned') ?? 0) >= 3 ? true : undefined;
    });

    expect((await client.post(customer, { status: 'deactivated' })).status).toBe(200);
    await until('the real event', () => (subscriber.topicsOf(id).includes('customer_deactivated') ? true : undefined));
    expect(subscriber.topicsOf(id)).not.toContain('customer_suspended');
    const held = embedded((await shared.operator.get('/operations/webhooks/parked-keys')).body, 'parked-keys');
    expect(held.filter(({ key }) => key === id)).toEqual([]);
  }, 300_000);
});
