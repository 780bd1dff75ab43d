import { type Admin, type Consumer, type Message, Partitioners, type Producer } from 'kafkajs';
import type { Log } from '@halyard/observability';
import { clientConfig, KAFKA_RETRY, type KafkaSettings } from './kafka-settings.js';
import { Kafka } from './kafkajs.js';
import { ReconnectingClient } from './reconnecting.js';

export interface PartitionRange {
  readonly partition: number;
  /** Offset of the first message that the topic still holds. */
  readonly low: number;
  readonly high: number;
}

export interface WrittenAt {
  readonly partition: number;
  readonly offset: number;
}

/**
 * Retries of a consumer, for about 20 s. A consumer that outlasts a broker's restart stays the same member. A new one
 * would have to wait until the group gives the old one up.
 */
const CONSUMER_RETRY = { initialRetryTime: 100, maxRetryTime: 500, retries: 40 } as const;
/** How long a consumer may be silent before brokers expel it. By default they refuse less than 6 s. */
const SESSION_TIMEOUT_MS = 6_000;
const HEARTBEAT_INTERVAL_MS = 1_000;
/** How long a rebalance waits for a busy member. */
const REBALANCE_TIMEOUT_MS = 8_000;
const FETCH_WAIT_MS = 2_000;
const FETCH_BYTES_MAX = 4 * 1024 * 1024;
const PARTITION_BYTES_MAX = 512 * 1024;
const METADATA_MAX_AGE_MS = 60_000;
/** The most bytes in one request. It is far below what a broker accepts by default (1 MiB for each partition). */
const SEND_BYTES_MAX = 512 * 1024;

/**
 * The connections of one process to a Kafka cluster. Callers give names without the prefix, and offsets are numbers
 * here.
 */
export class KafkaCluster {
  private readonly kafka: Kafka;
  private readonly consumers: Kafka;
  private readonly admin: ReconnectingClient<Admin>;
  private readonly producer: ReconnectingClient<Producer>;
  private readonly made = new Set<string>();

  constructor(
    private readonly settings: KafkaSettings,
    clientId: string,
    log: Log,
  ) {
    const config = clientConfig(settings, clientId, log);
    this.kafka = new Kafka(config);
    this.consumers = new Kafka({ ...config, retry: CONSUMER_RETRY });
    this.admin = new ReconnectingClient(() => this.kafka.admin({ retry: KAFKA_RETRY }));
    this.producer = new ReconnectingClient(() =>
      this.kafka.producer({
        allowAutoTopicCreation: false,
        createPartitioner: Partitioners.DefaultPartitioner,
        // One request at a time: otherwise a retried request would come after the one that follows it.
        maxInFlightRequests: 1,
        metadataMaxAge: METADATA_MAX_AGE_MS,
        retry: KAFKA_RETRY,
      }),
    );
  }

  nameOf(name: string): string {
    return this.settings.topicPrefix + name;
  }

  /** Creates a topic unless it exists. The answer is remembered until `forget`. */
  async ensureTopic(topic: string): Promise<void> {
    if (this.made.has(topic)) return;
    const name = this.nameOf(topic);
    await this.admin.use(async (admin) => {
      // Looks first, because only an operator may be allowed to create topics.
      if ((await admin.listTopics()).includes(name)) return;
      const { partitions: numPartitions, replication: replicationFactor } = this.settings;
      await admin.createTopics({ topics: [{ topic: name, numPartitions, replicationFactor }], waitForLeaders: true });
    });
    this.made.add(topic);
  }

  /** Forgets that a topic exists. Call this when a request about it failed: it may have been deleted. */
  forget(topic: string): void {
    this.made.delete(topic);
  }

  /**
   * Sends messages, and resolves once all in-sync replicas have them. The messages of a key keep their order. @returns
   * each partition's first offset
   */
  async send(topic: string, messages: readonly Message[]): Promise<WrittenAt[]> {
    const written: WrittenAt[] = [];
    for (const some of byBytes(messages)) {
      const answers = await this.producer.use((producer) =>
        producer.send({ topic: this.nameOf(topic), messages: some, acks: -1 }),
      );
      written.push(...answers.map(({ partition, baseOffset }) => ({ partition, offset: Number(baseOffset) })));
    }
    return written;
  }

  /** The names of all topics, with their prefixes. */
  topics(): Promise<readonly string[]> {
    return this.admin.use((admin) => admin.listTopics());
  }

  async rangesOf(topic: string): Promise<PartitionRange[]> {
    await this.ensureTopic(topic);
    const offsets = await this.admin.use((admin) => admin.fetchTopicOffsets(this.nameOf(topic)));
    return offsets.map(({ partition, low, high }) => ({ partition, low: Number(low), high: Number(high) }));
  }

  /**
   * The offset of the group's next message, by partition; undefined for a partition of which it has handled nothing.
   */
  async committedOf(group: string, topic: string): Promise<Map<number, number | undefined>> {
    const fetched = await this.admin.use((admin) =>
      admin.fetchOffsets({ groupId: this.nameOf(group), topics: [this.nameOf(topic)] }),
    );
    return new Map(
      fetched.flatMap(({ partitions }) =>
        partitions.map(({ partition, offset }) => [partition, Number(offset) < 0 ? undefined : Number(offset)]),
      ),
    );
  }

  consumer(group: string): Consumer {
    return this.consumers.consumer({
      groupId: this.nameOf(group),
      sessionTimeout: SESSION_TIMEOUT_MS,
      heartbeatInterval: HEARTBEAT_INTERVAL_MS,
      rebalanceTimeout: REBALANCE_TIMEOUT_MS,
      maxWaitTimeInMs: this.settings.fetchWaitMs ?? FETCH_WAIT_MS,
      maxBytes: FETCH_BYTES_MAX,
      maxBytesPerPartition: PARTITION_BYTES_MAX,
      metadataMaxAge: METADATA_MAX_AGE_MS,
      allowAutoTopicCreation: false,
      // We replace a consumer that crashed ourselves: kafkajs would do so after some errors only.
      retry: { ...CONSUMER_RETRY, restartOnFailure: () => Promise.resolve(false) },
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.admin.close(), this.producer.close()]);
  }
}

function* byBytes(messages: readonly Message[]): Generator<Message[]> {
  let some: Message[] = [];
  let bytes = 0;
  for (const message of messages) {
    const more = Buffer.byteLength(message.value ?? '');
    if (some.length > 0 && bytes + more > SEND_BYTES_MAX) {
      yield some;
      [some, bytes] = [[], 0];
    }
    some.push(message);
    bytes += more;
  }
  if (some.length > 0) yield some;
}
