import { type ServiceName, serviceOf, type Topic, topicOf } from '@halyard/contracts';
import { REPUBLISH_REQUESTS } from '@halyard/contracts/topics';
import { newId, TimerScheduler } from '@halyard/core';
import type { Identities } from '@halyard/persistence';
import type { KafkaMessage } from 'kafkajs';
import type { DataSource } from 'typeorm';
import { LAG_COUNT_MAX } from '../tail/history-tail.js';
import type { Log } from '@halyard/observability';
import {
  type ConsumeOptions,
  type BusReader,
  type FollowOptions,
  type Message,
  MessageBus,
  type KeyTail,
} from '../message-bus.js';
import type { Worker } from '@halyard/background';
import { decodeMessage, isFor } from './event-encoding.js';
import { type FetchedMessages, GroupMember } from './group-member.js';
import { KafkaCluster } from './kafka-cluster.js';
import { type KafkaSettings, settingsOfEpoch } from './kafka-settings.js';
import { strangenessOf } from './message-signature.js';
import { type TopicsOfLaterEpoch, watchEpoch } from './epoch-watch.js';
import { Relay, relayAgeSeconds } from './relay.js';
import { republisherOf, requestsFor } from './republish-requests.js';
import { TopicEnds } from './topic-ends.js';

export interface KafkaBusOptions {
  readonly service: ServiceName;
  /** Opens the service's own schema, with its history and the relay's checkpoint. */
  readonly dataSource: DataSource;
  readonly settings: KafkaSettings;
  /** The number of restores that the data has been through. */
  readonly epoch: number;
  /** Called once a later epoch's topics are there: a restored copy of the installation works with these brokers. */
  readonly onEpochOver: (error: TopicsOfLaterEpoch) => void;
  /** Signs what the service publishes, and verifies what others send. */
  readonly identities: Identities;
  readonly log: Log;
}

/**
 * The bus on Kafka. Each service relays its history to its topic, as CloudEvents in structured mode, and consumers are
 * consumer groups. While brokers are away the bus waits for them; only `rewind` and `lag` fail. `follow` brings only
 * what the topic still holds. Groups get everything, because a group that comes too late gets the history again. Anyone
 * who can reach the brokers can write to a topic: messages that the topic's service has not signed are foreign (ADR
 * 26).
 */
export class KafkaBus extends MessageBus {
  private readonly cluster: KafkaCluster;
  private readonly scheduler = new TimerScheduler();
  private readonly running = new Set<Worker>();

  /** @throws Error if the file of authorities can't be read */
  constructor(private readonly options: KafkaBusOptions) {
    super();
    const { settings, epoch, service, log } = options;
    this.cluster = new KafkaCluster(settingsOfEpoch(settings, epoch), service, log);
    this.keep(watchEpoch({ ...options, cluster: this.cluster }));
  }

  publish(service: ServiceName): Promise<Worker> {
    const { dataSource, identities, log } = this.options;
    const { cluster, scheduler } = this;
    const topic = topicOf(service);
    const relay = topic && new Relay({ service, topic, dataSource, cluster, identities, scheduler, log }).start();
    return Promise.resolve(relay ? this.keep(relay) : { stop: () => Promise.resolve() });
  }

  consume({ group, topics, onBatch }: ConsumeOptions): Promise<Worker> {
    const member = new GroupMember<Topic>({
      ...this.surroundings(),
      group,
      topics,
      commits: true,
      prepare: () => this.askForWhatWasDropped(group, topics),
      onMessages: async (brought, topic) => {
        const read = await this.read(messagesOf(brought), topic, group);
        if (read.length > 0) await onBatch(read, topic);
      },
    });
    return Promise.resolve(this.keep(member));
  }

  /** Brings topics to this process, in a group of its own that ends with the process. */
  follow({ name, topics, onBatch }: FollowOptions): Promise<BusReader> {
    const ends = new TopicEnds(topics, (topic) => this.cluster.rangesOf(topic));
    const member = new GroupMember<Topic>({
      ...this.surroundings(),
      group: `${name}.${newId()}`,
      topics,
      commits: false,
      prepare: () => ends.look(),
      onMessages: async (brought, topic) => {
        const read = await this.read(messagesOf(brought), topic);
        const proven = read.filter(({ foreign }) => foreign === undefined);
        if (proven.length > 0) await onBatch(proven, topic);
        for (const { partition, messages } of brought) {
          const last = messages.at(-1);
          if (last) ends.reach(topic, partition, Number(last.offset) + 1);
        }
      },
    });
    return Promise.resolve({ ...this.keep(member), caughtUp: ends.reached });
  }

  /** Asks the topic's service to publish its history again for this group alone. @throws Error if the brokers refuse */
  rewind(group: string, topic: Topic): Promise<void> {
    return this.request(group, topic);
  }

  /**
   * Asks the topic's service to publish some keys' events again for this group alone. @throws Error if the brokers did
   * not accept the request
   */
  askFor(group: string, topic: Topic, wanted: readonly KeyTail[]): Promise<void> {
    return this.request(group, topic, wanted);
  }

  /**
   * A new group asks for what the topic has dropped before it reads. The source serves requests in order, for any group.
   *
   * @throws Error if the brokers can't be asked
   */
  async isAwaiting(group: string, topic: Topic): Promise<boolean> {
    const [ranges, committed] = await Promise.all([
      this.cluster.rangesOf(topic),
      this.cluster.committedOf(group, topic),
    ]);
    const isNew = [...committed.values()].every((offset) => offset === undefined);
    if (isNew && ranges.some(({ low }) => low > 0)) return true;
    return (await this.unread(republisherOf(serviceOf(topic)), REPUBLISH_REQUESTS)) > 0;
  }

  /** @throws Error if the brokers can't be asked */
  async lag(group: string, topic: Topic): Promise<number> {
    return Math.min(await this.unread(group, topic), LAG_COUNT_MAX);
  }

  async outboxAgeSeconds(service: ServiceName): Promise<number> {
    const topic = topicOf(service);
    return topic === undefined ? 0 : relayAgeSeconds(this.options.dataSource, topic);
  }

  async close(): Promise<void> {
    await Promise.all([...this.running].map((one) => one.stop()));
    await this.cluster.close();
  }

  private async unread(group: string, topic: string): Promise<number> {
    const [ranges, committed] = await Promise.all([
      this.cluster.rangesOf(topic),
      this.cluster.committedOf(group, topic),
    ]);
    const unread = ranges.map(({ partition, low, high }) => high - Math.max(low, committed.get(partition) ?? low));
    return unread.reduce((all, one) => all + Math.max(one, 0), 0);
  }

  private async request(group: string, topic: Topic, wanted?: readonly KeyTail[]): Promise<void> {
    await this.cluster.ensureTopic(REPUBLISH_REQUESTS);
    const requests = await requestsFor(this.options.identities, group, topic, wanted);
    await this.cluster.send(REPUBLISH_REQUESTS, requests);
  }

  /** Reads the messages that are for the group or for all. They are verified in parallel, in the thread pool. */
  private read(messages: readonly KafkaMessage[], topic: Topic, group?: string): Promise<Message[]> {
    const { identities } = this.options;
    const mine = messages.filter((message) => isFor(group, message));
    return Promise.all(
      mine.map(async (message) => ({
        content: decodeMessage(message),
        foreign: await strangenessOf(identities, serviceOf(topic), topic, message),
      })),
    );
  }

  private surroundings() {
    return { cluster: this.cluster, scheduler: this.scheduler, log: this.options.log };
  }

  private keep(one: Worker): Worker {
    this.running.add(one);
    const stop = async (): Promise<void> => {
      await one.stop();
      this.running.delete(one);
    };
    return { stop };
  }

  /**
   * Asks for the messages that a group has missed: it is new, or was away for longer than the topic stores messages.
   */
  private async askForWhatWasDropped(group: string, topics: readonly Topic[]): Promise<void> {
    for (const topic of topics) {
      const committed = await this.cluster.committedOf(group, topic);
      const ranges = await this.cluster.rangesOf(topic);
      if (ranges.some(({ partition, low }) => (committed.get(partition) ?? 0) < low)) await this.rewind(group, topic);
    }
  }
}

const messagesOf = (brought: readonly FetchedMessages[]): KafkaMessage[] => brought.flatMap(({ messages }) => messages);
