import type { Log } from '@halyard/observability';
import { clientConfig, type KafkaSettings } from './kafka-settings.js';
import { Kafka } from './kafkajs.js';

/** Few attempts, because somebody waits. */
const RETRY = { initialRetryTime: 100, maxRetryTime: 500, retries: 1 } as const;

/** The brokers that store a topic, for the partition that has the fewest. */
export interface TopicReplicas {
  readonly assigned: number;
  /** How many of them have everything. */
  readonly inSync: number;
}

export interface BrokersSeen {
  /** The names of all topics, with their prefixes. */
  readonly topics: readonly string[];
  /** The replicas of those topics that were asked for and exist, by full name. */
  readonly replicas: ReadonlyMap<string, TopicReplicas>;
}

/** How brokers refuse a way to log in that they do not know, or any log-in at all. */
const REFUSED_MECHANISMS: ReadonlySet<unknown> = new Set(['UNSUPPORTED_SASL_MECHANISM', 'ILLEGAL_SASL_STATE']);

/** Whether brokers refused the log-in. All other errors mean that they can't be reached. */
export const isRefusedLogin = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'KafkaJSSASLAuthenticationError' || ('type' in error && REFUSED_MECHANISMS.has(error.type)));

/** Looks at topics, and writes nothing. @throws the client's error, if no broker can be asked */
export async function lookAtBrokers(
  settings: KafkaSettings,
  wanted: readonly string[],
  log: Log,
): Promise<BrokersSeen> {
  const kafka = new Kafka({ ...clientConfig(settings, 'halyard-doctor', log), retry: RETRY });
  const admin = kafka.admin({ retry: RETRY });
  try {
    await admin.connect();
    const topics = await admin.listTopics();
    const found = wanted.map((name) => settings.topicPrefix + name).filter((name) => topics.includes(name));
    const described = found.length === 0 ? [] : (await admin.fetchTopicMetadata({ topics: found })).topics;
    const replicas = described.map(({ name, partitions }): [string, TopicReplicas] => [
      name,
      {
        assigned: Math.min(...partitions.map((partition) => partition.replicas.length)),
        inSync: Math.min(...partitions.map((partition) => partition.isr.length)),
      },
    ]);
    return { topics, replicas: new Map(replicas) };
  } finally {
    await admin.disconnect();
  }
}
