export { LocalKafkaError, LocalKafkaUnavailable } from './kafka/local-kafka-error.js';
export { locateKafka } from './kafka/kafka-programs.js';
export type { LocalKafka, LocalKafkaOptions } from './kafka/local-kafka.js';
export { startLocalKafka } from './kafka/start-local-kafka.js';
export { EmbeddedPostgresError } from './postgres/embedded-postgres-error.js';
export type { EmbeddedPostgres, EmbeddedPostgresOptions } from './postgres/start-embedded-postgres.js';
export { startEmbeddedPostgres } from './postgres/start-embedded-postgres.js';
export { containerName, docker, hasDockerEngine } from './process/docker.js';
export { hasCode } from './process/local-server-error.js';
