import { hasDockerEngine, LocalKafkaUnavailable, locateKafka } from '../../libs/local-servers/dist/index.js';
import { createLogger } from '../../libs/observability/dist/index.js';

/** Why there is no Kafka broker for the tests of the distributed mode; undefined when there is one. */
export async function missingForKafka() {
  if (process.env.TEST_KAFKA_BROKERS) return undefined;
  try {
    await locateKafka(createLogger({ service: 'tests', level: 'warn' }));
  } catch (error) {
    if (!(error instanceof LocalKafkaUnavailable)) throw error;
    if (!(await hasDockerEngine())) return error.message;
  }
  return undefined;
}
