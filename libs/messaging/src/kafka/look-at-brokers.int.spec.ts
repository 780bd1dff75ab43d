import { newId } from '@halyard/core';
import { kafkaForTests } from '@halyard/testing/kafka';
import { silentLog } from '@halyard/testing/messaging';
import { expect, it } from '@jest/globals';
import { KafkaCluster } from './kafka-cluster.js';
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
});
