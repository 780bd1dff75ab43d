import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { LocalKafkaUnavailable, startLocalKafka } from '../../libs/messaging/dist/local-kafka/start-local-kafka.js';

/**
 * Answers the specs that ask for a Kafka broker (libs/messaging/test/kafka.ts): 200 with its address, 503 with what this
 * machine lacks, 500 with what went wrong. It is one broker for the whole run, and starts when it is first asked for:
 * most runs need none.
 */
export async function offerKafka(dir, logger) {
  let starting;
  const server = createServer((_, response) => {
    starting ??= startLocalKafka({ dataDir: join(dir, 'kafka'), logger });
    starting.then(
      (broker) => response.end(broker.brokers),
      (error) => {
        response.statusCode = error instanceof LocalKafkaUnavailable ? 503 : 500;
        response.end(error.message);
      },
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env.TEST_KAFKA_URL = `http://127.0.0.1:${server.address().port}`;
  return {
    stop: async () => {
      server.close();
      server.closeAllConnections();
      const broker = await starting?.catch(() => undefined);
      await broker?.stop();
    },
  };
}
