import { LocalServerError } from '../process/local-server-error.js';

/** The message says why the local Kafka broker can't run, and what to do about it. */
export class LocalKafkaError extends LocalServerError {
  override readonly name = 'LocalKafkaError';
}

/** This machine lacks Java, Maven, or the jars that Maven would fetch. */
export class LocalKafkaUnavailable extends LocalKafkaError {
  constructor(missing: string, options?: ErrorOptions) {
    super(`No Kafka broker: Docker or Java 17 with Maven is needed, and ${missing}`, options);
  }
}
