import { newId } from '@halyard/core';
import { testIdentities } from '@halyard/testing/identities';
import type { DataSource } from 'typeorm';
import type { KafkaSettings } from '../src/index.js';
import { encodeEvent } from '../src/kafka/event-encoding.js';
import { KafkaBus } from '../src/kafka/kafka-bus.js';
import { KafkaCluster } from '../src/kafka/kafka-cluster.js';
import { signAll } from '../src/kafka/message-signature.js';
import type { BusHarness } from './message-bus.behaviour.js';
import { silentLog } from '@halyard/testing/messaging';
import { createServices, cut } from '@halyard/testing/messaging';
import { beginTelling, eventOf, tellFrom } from '@halyard/testing/messaging';

export interface KafkaHarness extends BusHarness {
  readonly customers: DataSource;
  /** A further connection to the buses' topics. */
  readonly cluster: KafkaCluster;
  readonly settings: KafkaSettings;
}

/** Customers publishes to topics of its own on the brokers; every bus belongs to transfers. */
export async function kafkaHarness(brokers: readonly string[]): Promise<KafkaHarness> {
  const services = await createServices('customers', 'transfers');
  const customers = services.dataSourceOf('customers');
  const dataSource = services.dataSourceOf('transfers');
  const settings = { brokers, topicPrefix: `${newId()}.`, partitions: 3, replication: 1, fetchWaitMs: 100 };
  const log = silentLog;
  const teller = new KafkaBus({
    service: 'customers',
    dataSource: customers,
    settings,
    identities: testIdentities('customers'),
    log,
  });
  await teller.publish('customers');
  const cluster = new KafkaCluster(settings, 'test', log);
  return {
    customers,
    dataSource,
    cluster,
    settings,
    openBus: () =>
      new KafkaBus({ service: 'transfers', dataSource, settings, identities: testIdentities('transfers'), log }),
    tell: (...keys) => customers.transaction((tx) => tellFrom(tx, keys)),
    begin: () => beginTelling(customers),
    cut: () => cut(services.admin, 'transfers', 'customers-session'),
    bring: async (key, sequence) => {
      const topic = 'customers.events.v1';
      const signed = await signAll(testIdentities('customers'), topic, [encodeEvent(eventOf(key, sequence))]);
      await cluster.send(topic, signed);
    },
    close: async () => {
      await cluster.close();
      await teller.close();
      await services.close();
    },
  };
}
