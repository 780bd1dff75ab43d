import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@halyard/observability';
import { describeUnless } from '@halyard/testing/kafka';
import { kafkaHarness } from '../../test/kafka-harness.js';
import { LocalKafkaUnavailable, locateKafka, startLocalKafka } from '@halyard/local-servers';
import { type BusHarness, busRestartBehaviour } from '../message-bus.behaviour.js';

const logger = createLogger({ service: 'test', level: 'silent' });

const missing = await locateKafka(logger).then(
  () => undefined,
  (error: unknown) => {
    if (error instanceof LocalKafkaUnavailable) return error.message;
    throw error;
  },
);

/** A broker of its own, so that it can go away. */
async function restartable(): Promise<BusHarness> {
  const dataDir = await mkdtemp(join(tmpdir(), 'halyard-kafka-'));
  let broker = await startLocalKafka({ dataDir, logger });
  const harness = await kafkaHarness([broker.brokers]);
  return {
    ...harness,
    restart: async () => {
      await broker.stop();
      broker = await startLocalKafka({ dataDir, logger });
    },
    close: async () => {
      await harness.close();
      await broker.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

describeUnless(missing, 'on a real broker of its own', () => busRestartBehaviour('KafkaBus', restartable));
