import type { Topic } from '@halyard/contracts';
import { type Admin, type Consumer, type Message, Partitioners, type Producer } from 'kafkajs';
import type { Log } from '@halyard/observability';
import { clientConfig, KAFKA_RETRY, type KafkaSettings } from './kafka-settings.js';
import { Kafka } from './kafkajs.js';
import { ReconnectingClient } from './reconnecting.js';

export interface PartitionRange {
  readonly partition: number;
  /** Offset of the first message that is still there. */
  readonly low: number;
  readonly high: number;
}

export interface WrittenAt {
  readonly partition: number;
  readonly offset: number;
}

/**
 * About 20 s: a consumer that outlasts a broker's restart stays the same member. A new one would have to wait until the
 * group gives the old one up.
 */
const CONSUMER_RETRY = { initialRetryTime: 100, maxRetryTime: 500, retries: 40 } as const;
/** Brokers expel a consumer after this, and refuse less than 6 s by default. */
const SESSION_TIMEOUT_MS = 6_000;
const HEARTBEAT_INTERVAL_MS = 1_000;
/** How long a rebalance waits for a member that is busy. */
const REBALANCE_TIMEOUT_MS = 8_000;
const FETCH_WAIT_MS = 2_000;
const FETCH_BYTES_MAX = 4 * 1024 * 1024;
const PARTITION_BYTES_MAX = 512 * 1024;
const METADATA_MAX_AGE_MS = 60_000;
/** Far below what a broker takes in one request by default (1 MiB for each partition). */
const SEND_BYTES_MAX = 512 * 1024;

/** The connections of one process to a Kafka cluster. Names have no prefix here, and offsets are numbers. */
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
        // One request at a time; otherwise a retried one would end up behind its successor.
        maxInFlightRequests: 1,
        metadataMaxAge: METADATA_MAX_AGE_MS,
        retry: KAFKA_RETRY,
      }),
    );
  }

  nameOf(name: string): string {
    return this.settings.topicPrefix + name;
  }

  /** Creates a topic unless it exists. Remembered until `forget`. */
  async ensureTopic(topic: string): Promise<void> {
    if (this.made.has(topic)) return;
    const name = this.nameOf(topic);
    await this.admin.use(async (admin) => {
      // Checked first: creating topics may be reserved for an operator.
      if ((await admin.listTopics()).includes(name)) return;
      const { partitions: numPartitions, replication: replicationFactor } = this.settings;
      await admin.createTopics({ topics: [{ topic: name, numPartitions, replicationFactor }], waitForLeaders: true });
    });
    this.made.add(topic);
  }

  /** Call this when a request about the topic failed: it may be gone. */
  forget(topic: string): void {
    this.made.delete(topic);
  }

  /** Resolves once all in-sync replicas have them; a key's keep their order. @returns each partition's first offset */
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

  async rangesOf(topic: Topic): Promise<PartitionRange[]> {
    await this.ensureTopic(topic);
    const offsets = await this.admin.use((admin) => admin.fetchTopicOffsets(this.nameOf(topic)));
    return offsets.map(({ partition, low, high }) => ({ partition, low: Number(low), high: Number(high) }));
  }

  /** By partition: the offset of the group's next message; undefined if it has handled none. */
  async committedOf(group: string, topic: Topic): Promise<Map<number, number | undefined>> {
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
      // A consumer that crashed is replaced: kafkajs itself does that for some errors only.
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
