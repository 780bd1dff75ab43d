// Starts a local Kafka broker on the given directory, prints its address and runs until it is killed.
import { createLogger } from '@halyard/observability';
import { startLocalKafka } from '../src/kafka/start-local-kafka.ts';

const logger = createLogger({ service: 'owner', level: 'silent' });
const broker = await startLocalKafka({ dataDir: process.argv[2], logger });
console.log(broker.brokers);
