import { readFileSync } from 'node:fs';
import { type KafkaConfig, logLevel } from 'kafkajs';
import type { Log } from '@halyard/observability';
import { logCreator } from './kafka-log.js';

export interface KafkaSettings {
  /** `host:port` of some brokers of the cluster. */
  readonly brokers: readonly string[];
  /** Prefix of topic and group names, so that several installations can share a cluster. It may be empty. */
  readonly topicPrefix: string;
  /** Partitions of topics that are created. Existing topics stay as they are. */
  readonly partitions: number;
  readonly replication: number;
  /** How long the brokers hold a fetch open while there is nothing to return. A member takes as long to leave. */
  readonly fetchWaitMs?: number;
  /** Absent for plain TCP. */
  readonly tls?: KafkaTls;
  readonly sasl?: KafkaSasl;
}

export interface KafkaTls {
  /** Path of a PEM file with the authorities to trust instead of the system's. */
  readonly caFile?: string;
}

export interface KafkaSasl {
  readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  readonly username: string;
  readonly password: string;
}

const CONNECTION_TIMEOUT_MS = 3_000;
const REQUEST_TIMEOUT_MS = 10_000;

const EPOCH = /^epoch-(\d+)\./;

/** The settings of an epoch: its topics and groups are behind a prefix of its own. Epoch 0 is without a restore. */
export const settingsOfEpoch = (settings: KafkaSettings, epoch: number): KafkaSettings =>
  epoch === 0 ? settings : { ...settings, topicPrefix: `${settings.topicPrefix}epoch-${epoch}.` };

/** The newest epoch to which any of the topics belongs. */
export const newestEpoch = ({ topicPrefix }: Pick<KafkaSettings, 'topicPrefix'>, topics: readonly string[]): number =>
  topics.reduce((newest, topic) => {
    const [, epoch = 0] = (topic.startsWith(topicPrefix) && EPOCH.exec(topic.slice(topicPrefix.length))) || [];
    return Math.max(newest, Number(epoch));
  }, 0);

/** Few retries of a request, since its caller retries for ever with a new client. */
export const KAFKA_RETRY = { initialRetryTime: 100, maxRetryTime: 1_000, retries: 3 } as const;

/** @throws Error if the file of authorities can't be read */
export function clientConfig({ brokers, tls, sasl }: KafkaSettings, clientId: string, log: Log): KafkaConfig {
  return {
    clientId,
    brokers: [...brokers],
    ...(tls && { ssl: tls.caFile === undefined ? true : { ca: [readFileSync(tls.caFile, 'utf8')] } }),
    ...(sasl && { sasl: saslOptions(sasl) }),
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    retry: KAFKA_RETRY,
    logLevel: logLevel.WARN,
    logCreator: logCreator(log),
  };
}

/** The settings of each mechanism, in the form that kafkajs wants. */
type SaslOptions = {
  [Mechanism in KafkaSasl['mechanism']]: { mechanism: Mechanism; username: string; password: string };
}[KafkaSasl['mechanism']];

const saslOptions = ({ mechanism, username, password }: KafkaSasl): SaslOptions => ({ mechanism, username, password });
