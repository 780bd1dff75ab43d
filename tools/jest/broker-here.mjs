import { locateKafka } from '../../libs/messaging/dist/local-kafka/kafka-programs.js';
import { LocalKafkaUnavailable } from '../../libs/messaging/dist/local-kafka/start-local-kafka.js';
import { createLogger } from '../../libs/observability/dist/index.js';
import { dockerRuns } from '../kafka/docker-broker.mjs';

/** Why no Kafka broker can be had for the tests of the distributed mode; undefined where one can. */
export async function missingForKafka() {
  if (process.env.TEST_KAFKA_BROKERS) return undefined;
  try {
    await locateKafka(createLogger({ service: 'tests', level: 'warn' }));
  } catch (error) {
    if (!(error instanceof LocalKafkaUnavailable)) throw error;
    if (!dockerRuns()) return error.message;
  }
  return undefined;
}
