import { newId } from '@halyard/core';
import { describeUnless, kafkaForTests, missingForOwnBroker, startOwnBroker } from '@halyard/testing/kafka';
import { silentLog } from '@halyard/testing/messaging';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { KafkaCluster } from './kafka-cluster.js';
import type { KafkaSettings } from './kafka-settings.js';
import { isRefusedLogin, lookAtBrokers } from './look-at-brokers.js';

const kafka = await kafkaForTests();

kafka.describe('a look at brokers', () => {
  it('tells the topics and their replicas, and makes none', async () => {
    const settings = { brokers: kafka.brokers, topicPrefix: `${newId()}.`, partitions: 2, replication: 1 };
    const look = () => lookAtBrokers(settings, ['made', 'missing'], silentLog);
    expect((await look()).replicas).toEqual(new Map());
    const cluster = new KafkaCluster(settings, 'test', silentLog);
    await cluster.ensureTopic('made');
    await cluster.close();
    const { topics, replicas } = await look();
    expect(topics.filter((topic) => topic.startsWith(settings.topicPrefix))).toEqual([`${settings.topicPrefix}made`]);
    expect(replicas).toEqual(new Map([[`${settings.topicPrefix}made`, { assigned: 1, inSync: 1 }]]));
  });

  it('fails where nobody listens, which is no refused log-in', async () => {
    const settings = { brokers: ['127.0.0.1:1'], topicPrefix: '', partitions: 1, replication: 1 };
    const failure: unknown = await lookAtBrokers(settings, [], silentLog).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(isRefusedLogin(failure)).toBe(false);
  });

  it('tells that brokers refuse any log-in', async () => {
    const sasl = { mechanism: 'plain', username: 'halyard', password: 'of-the-test' } as const;
    const settings = { brokers: kafka.brokers, topicPrefix: '', partitions: 1, replication: 1, sasl };
    const failure: unknown = await lookAtBrokers(settings, [], silentLog).catch((error: unknown) => error);
    expect(isRefusedLogin(failure)).toBe(true);
  });
});

describeUnless(await missingForOwnBroker(), 'a look at brokers that ask for a log-in', () => {
  const user = { username: 'halyard', password: 'of-the-test' };
  let broker: Awaited<ReturnType<typeof startOwnBroker>>;
  beforeAll(async () => {
    broker = await startOwnBroker({ user });
  });
  afterAll(() => broker.remove());

  const look = (sasl: KafkaSettings['sasl']) => {
    const settings = { brokers: [broker.brokers], topicPrefix: '', partitions: 1, replication: 1 };
    return lookAtBrokers({ ...settings, ...(sasl && { sasl }) }, [], silentLog).then(
      () => 'well',
      (error: unknown) => (isRefusedLogin(error) ? 'refused' : error),
    );
  };

  it('tells a refused log-in from all other failures', async () => {
    expect(await look({ mechanism: 'plain', ...user })).toBe('well');
    expect(await look({ mechanism: 'plain', ...user, password: 'of-nobody' })).toBe('refused');
    expect(await look({ mechanism: 'scram-sha-256', ...user })).toBe('refused');
    // Brokers end the connection of somebody who does not log in, without a word.
    expect(await look(undefined)).toBeInstanceOf(Error);
  });
});
