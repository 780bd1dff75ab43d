import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { dockerRuns } from '../kafka/docker-broker.mjs';

const isOnPath = (program) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

/** Why no Kafka broker can be had for the tests of the distributed mode; undefined where one can. */
export function missingForKafka() {
  if (process.env.TEST_KAFKA_BROKERS) return undefined;
  const missing = ['java', 'mvn'].filter((program) => !isOnPath(program));
  if (missing.length === 0 || dockerRuns()) return undefined;
  return `Docker or Java 17 with Maven is needed, and ${missing.join(' and ')} is not on the PATH`;
}
