import { newId } from '@halyard/core';
import { testIdentities } from '@halyard/testing/identities';
import type { DataSource } from 'typeorm';
import type { KafkaSettings } from '../src/index.js';
import { encodeEvent } from '../src/kafka/event-encoding.js';
import { KafkaBus } from '../src/kafka/kafka-bus.js';
import { KafkaCluster } from '../src/kafka/kafka-cluster.js';
import { settingsOfEpoch } from '../src/kafka/kafka-settings.js';
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

interface KafkaHarnessOptions {
  /** Default: a new one. */
  readonly topicPrefix?: string;
  readonly epoch?: number;
  readonly onEpochOver?: (error: Error) => void;
}

const failOver = (error: Error): never => {
  throw error;
};

/** Customers publishes to topics of its own on the brokers; every bus belongs to transfers. */
export async function kafkaHarness(
  brokers: readonly string[],
  { topicPrefix = `${newId()}.`, epoch = 0, onEpochOver = failOver }: KafkaHarnessOptions = {},
): Promise<KafkaHarness> {
  const services = await createServices('customers', 'transfers');
  const customers = services.dataSourceOf('customers');
  const dataSource = services.dataSourceOf('transfers');
  const settings = { brokers, topicPrefix, partitions: 3, replication: 1, fetchWaitMs: 100 };
  const log = silentLog;
  const more = { settings, epoch, onEpochOver, log };
  const teller = new KafkaBus({
    service: 'customers',
    dataSource: customers,
    identities: testIdentities('customers'),
    ...more,
  });
  await teller.publish('customers');
  const cluster = new KafkaCluster(settingsOfEpoch(settings, epoch), 'test', log);
  return {
    customers,
    dataSource,
    cluster,
    settings,
    openBus: () => new KafkaBus({ service: 'transfers', dataSource, identities: testIdentities('transfers'), ...more }),
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
