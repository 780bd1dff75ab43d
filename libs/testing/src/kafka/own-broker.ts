import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalKafkaOptions, LocalKafkaUnavailable, locateKafka, startLocalKafka } from '@halyard/local-servers';
import { createLogger } from '@halyard/observability';

const logger = createLogger({ service: 'test', level: 'silent' });

/** The reason why this machine can't start a broker; undefined if it can. */
export const missingForOwnBroker = (): Promise<string | undefined> =>
  locateKafka(logger).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof LocalKafkaUnavailable) return error.message;
      throw error;
    },
  );

/** Starts a broker for one test, which may stop and start it, and may have a user who has to log in. */
export async function startOwnBroker(options: Pick<LocalKafkaOptions, 'user'> = {}) {
  const dataDir = await mkdtemp(join(process.env['TEST_DATA_DIR'] ?? tmpdir(), 'halyard-kafka-'));
  let broker = await startLocalKafka({ ...options, dataDir, logger });
  return {
    brokers: broker.brokers,
    restart: async () => {
      await broker.stop();
      broker = await startLocalKafka({ ...options, dataDir, logger });
    },
    remove: async () => {
      await broker.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}
