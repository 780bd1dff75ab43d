// A Kafka broker on this machine, on port 9092, until Ctrl-C: from Maven's jars with its data in .data/kafka, or by
// Docker where Java or Maven is missing.
import { join } from 'node:path';
import {
  LocalKafkaError,
  LocalKafkaUnavailable,
  startLocalKafka,
} from '../libs/messaging/dist/local-kafka/start-local-kafka.js';
import { createLogger } from '../libs/observability/dist/index.js';
import { dockerRuns, startDockerBroker } from './kafka/docker-broker.mjs';

const PORT = 9092;
const NAME = 'halyard-kafka';

async function start() {
  const dataDir = join(import.meta.dirname, '..', '.data', 'kafka');
  const logger = createLogger({ service: 'kafka', level: 'info' });
  try {
    return await startLocalKafka({ dataDir, port: PORT, logger });
  } catch (error) {
    if (!(error instanceof LocalKafkaUnavailable) || !dockerRuns()) throw error;
    return startDockerBroker({ name: NAME, port: PORT, volume: NAME });
  }
}

function fail(error) {
  console.error(`halyard: ${error instanceof LocalKafkaError ? error.message : error.stack}`);
  process.exit(1);
}

const starting = start();
let stopping;
const stop = () => (stopping ??= starting.then((broker) => broker.stop()).then(() => process.exit(0), fail));
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
starting.then(({ brokers }) => console.log(`KAFKA_BROKERS=${brokers}`), fail);
