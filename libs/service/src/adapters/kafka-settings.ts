import { ConfigError } from '@halyard/config';
import type { KafkaSettings } from '@halyard/messaging';
import type { AdapterConfig } from './adapter-config.js';

/**
 * Reads the settings of Kafka; undefined if they name no brokers. @throws ConfigError if a part of the log-in is
 * missing
 */
export function kafkaSettings(config: AdapterConfig): KafkaSettings | undefined {
  const { kafkaBrokers: brokers, kafkaTls, kafkaCaFile: caFile } = config;
  if (brokers.length === 0) return undefined;
  return {
    brokers,
    topicPrefix: config.kafkaTopicPrefix ?? '',
    partitions: config.kafkaPartitions,
    replication: config.kafkaReplication,
    ...(kafkaTls && { tls: caFile === undefined ? {} : { caFile } }),
    ...loginOf(config),
  };
}

function loginOf({ kafkaSaslMechanism: mechanism, kafkaUsername: username, kafkaPassword: password }: AdapterConfig) {
  if (mechanism === undefined) return {};
  if (username === undefined || password === undefined) {
    throw new ConfigError(['KAFKA_USERNAME and KAFKA_PASSWORD are missing: KAFKA_SASL_MECHANISM asks for them']);
  }
  return { sasl: { mechanism, username, password } };
}
