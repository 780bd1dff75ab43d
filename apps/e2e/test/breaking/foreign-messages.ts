import type { HalBody, HalClient } from '@halyard/suite/client';
import { waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Message, Producer } from 'kafkajs';
import { Kafka, logLevel } from '@halyard/messaging/kafkajs';
import { embedded, idOf, personalCustomer } from '../support/journeys.js';
import { SharedSuite } from '../support/shared-suite.js';
import { Subscriber } from '../support/subscriber.js';
import type { BreakableSuite } from './breakable-suite.js';

const TOPIC = 'customers.events.v1';

export const foreignMessages = (suite: BreakableSuite): void =>
  suite.part('a stranger who writes to a topic', () => {
    let joined: SharedSuite;
    let client: HalClient;
    let subscriber: Subscriber;
    let producer: Producer;

    beforeAll(async () => {
      joined = await SharedSuite.on(suite.running, 'foreign messages');
      ({ client } = joined);
      subscriber = await Subscriber.listen();
      await client.create('/webhook-subscriptions', { url: subscriber.url, secret: subscriber.secret });
      const brokers = [...(await suite.running.kafkaBrokers())];
      producer = new Kafka({ brokers, logLevel: logLevel.NOTHING }).producer();
      await producer.connect();
    });

    afterAll(async () => {
      await producer.disconnect();
      await joined.leave();
      await subscriber.close();
    });

    /** Makes the event that suspending the customer would publish. */
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
      producer.send({
        topic: `${suite.running.settings['KAFKA_TOPIC_PREFIX'] ?? ''}${TOPIC}`,
        messages: [...messages],
      });
    const foreign = async (): Promise<readonly HalBody[]> =>
      embedded((await joined.operator.get('/operations/webhooks/foreign-messages')).body, 'foreign-messages');

    it('swallows no event: what is forged is set aside and shown, and the real one has its effect', async () => {
      const customer = await client.create('/customers', personalCustomer());
      const id = idOf(customer);
      await waitFor('its first event', () => subscriber.topicsOf(id).length > 0);
      const signature = { 'halyard-kid': 'gateway', 'halyard-signature': Buffer.alloc(64, 1).toString('base64url') };
      await write(
        { key: id, value: forged(id) },
        { key: id, value: forged(id), headers: signature },
        { key: id, value: forged(id, 'customers.customer-promoted.v9') },
        { key: id, value: '{not json' },
      );
      // If the group shares the topic out anew, messages that a member was handling come again, and count again.
      await waitFor('all of them to be set aside', async () => {
        const ofTopic = (await foreign()).filter(({ topic }) => topic === TOPIC);
        const counts = new Map(ofTopic.map(({ reason, count }) => [reason, Number(count)]));
        return (counts.get('unknown-key') ?? 0) >= 1 && (counts.get('unsigned') ?? 0) >= 3;
      });

      expect((await client.post(customer, { status: 'deactivated' })).status).toBe(200);
      await waitFor('the real event', () => subscriber.topicsOf(id).includes('customer_deactivated'));
      expect(subscriber.topicsOf(id)).not.toContain('customer_suspended');
      const held = embedded((await joined.operator.get('/operations/webhooks/parked-keys')).body, 'parked-keys');
      expect(held.filter(({ key }) => key === id)).toEqual([]);
    });
  });
