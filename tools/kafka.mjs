// A Kafka broker on this machine, on port 9092, until Ctrl-C: from Maven's jars with its data in .data/kafka, or by
// Docker where Java or Maven is missing.
import { join } from 'node:path';
import { LocalKafkaError, startLocalKafka } from '../libs/messaging/dist/local-kafka/start-local-kafka.js';
import { createLogger } from '../libs/observability/dist/index.js';

const starting = startLocalKafka({
  dataDir: join(import.meta.dirname, '..', '.data', 'kafka'),
  port: 9092,
  logger: createLogger({ service: 'kafka', level: 'info' }),
});

function fail(error) {
  console.error(`halyard: ${error instanceof LocalKafkaError ? error.message : error.stack}`);
  process.exit(1);
}

let stopping;
const stop = () => (stopping ??= starting.then((broker) => broker.stop()).then(() => process.exit(0), fail));
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
starting.then(({ brokers }) => console.log(`KAFKA_BROKERS=${brokers}`), fail);
