import { ConfigError, loadConfig } from '@halyard/config';
import { describe, expect, it } from '@jest/globals';
import { AdapterConfig } from './adapter-config.js';
import { kafkaSettings } from './kafka-settings.js';

const settingsOf = (env: Readonly<Record<string, string>>) => kafkaSettings(loadConfig(AdapterConfig, env));

describe('the settings of Kafka', () => {
  it('are none where no brokers are named', () => {
    expect(settingsOf({ KAFKA_TLS: 'on' })).toBeUndefined();
  });

  it('are plain TCP and one replica unless told otherwise', () => {
    expect(settingsOf({ KAFKA_BROKERS: 'a:9092,b:9092' })).toEqual({
      brokers: ['a:9092', 'b:9092'],
      topicPrefix: '',
      partitions: 6,
      replication: 1,
    });
  });

  it('say how a cluster that asks for it is reached', () => {
    const settings = settingsOf({
      KAFKA_BROKERS: 'a:9093',
      KAFKA_TOPIC_PREFIX: 'staging.',
      KAFKA_PARTITIONS: '24',
      KAFKA_REPLICATION: '3',
      KAFKA_TLS: 'on',
      KAFKA_CA_FILE: '/run/ca.pem',
      KAFKA_SASL_MECHANISM: 'scram-sha-512',
      KAFKA_USERNAME: 'halyard',
      KAFKA_PASSWORD: 'not-a-secret',
    });
    expect(settings).toEqual({
      brokers: ['a:9093'],
      topicPrefix: 'staging.',
      partitions: 24,
      replication: 3,
      tls: { caFile: '/run/ca.pem' },
      sasl: { mechanism: 'scram-sha-512', username: 'halyard', password: 'not-a-secret' },
    });
  });

  it('refuse a login that is not complete, without its parts', () => {
    const half = { KAFKA_BROKERS: 'a:9093', KAFKA_SASL_MECHANISM: 'plain', KAFKA_PASSWORD: 'not-a-secret' };
    expect(() => settingsOf(half)).toThrow(ConfigError);
    expect(() => settingsOf(half)).not.toThrow('not-a-secret');
  });
});
