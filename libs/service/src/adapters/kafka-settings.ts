import { ConfigError } from '@halyard/config';
import type { KafkaSettings } from '@halyard/messaging';
import type { AdapterConfig } from './adapter-config.js';

/** Undefined if no brokers are named. @throws ConfigError for an incomplete login */
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
