// A Kafka broker on this machine, on port 9092, until Ctrl-C: from Maven's jars with its data in .data/kafka, or by
// Docker where Java or Maven is missing.
import { join } from 'node:path';
import { startLocalKafka } from '../libs/local-servers/dist/index.js';
import { createLogger } from '../libs/observability/dist/index.js';
import { runProgram } from '../libs/service/dist/index.js';

await runProgram(async () => {
  const broker = await startLocalKafka({
    dataDir: join(import.meta.dirname, '..', '.data', 'kafka'),
    port: 9092,
    logger: createLogger({ service: 'kafka', level: 'info' }),
  });
  console.log(`KAFKA_BROKERS=${broker.brokers}`);
  return broker;
});
