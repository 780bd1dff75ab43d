import { hasDockerEngine } from '../process/docker.js';
import { startDockerBroker } from './docker-broker.js';
import { startJarBroker } from './jar-broker.js';
import type { LocalKafka, LocalKafkaOptions } from './local-kafka.js';
import { LocalKafkaUnavailable } from './local-kafka-error.js';

/**
 * Runs a Kafka broker on `dataDir`, on 127.0.0.1 only: with Java 17 and Maven, else in a container. Everything that it
 * has acknowledged is on disk.
 *
 * @throws LocalKafkaUnavailable if Docker is missing, and Java or Maven too
 * @throws LocalKafkaError for any other obstacle: directory, port
 */
export async function startLocalKafka(options: LocalKafkaOptions): Promise<LocalKafka> {
  try {
    return await startJarBroker(options);
  } catch (error) {
    if (!(error instanceof LocalKafkaUnavailable) || !(await hasDockerEngine())) throw error;
    return startDockerBroker(options);
  }
}
