import type { ServiceName, Topic } from '@halyard/contracts';
import type { Clock, Scheduler } from '@halyard/core';
import type { DataSource, EntityManager } from 'typeorm';
import type { EventConsumer } from './consumer.js';
import type { Skip } from './inbox.js';
import type { Log } from '@halyard/observability';
import type { Message, MessageBus } from '../message-bus.js';
import type { Worker } from '@halyard/background';
import { ConsumerRebuilds } from './consumer-rebuilds.js';
import { RetryLoop } from './retry-loop.js';
import { TopicInbox, type TopicInboxOptions } from './topic-inbox.js';

export interface ConsumerRunnerOptions {
  readonly service: ServiceName;
  readonly consumer: EventConsumer;
  /** Opens the service's own schema, where progress is stored beside the effects. */
  readonly dataSource: DataSource;
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: Log;
}

/** Counters since the start of the process. */
export interface ConsumerStats {
  readonly handled: number;
  readonly duplicates: number;
}

/**
 * Runs a consumer. Each event has its effect once: the effect commits together with the progress of its key. Events of
 * a key come in order. An event that fails is retried and then parked, and delays only its own key. While the database
 * is away, the bus keeps bringing the events, and nothing is parked.
 */
export class ConsumerRunner {
  readonly group: string;
  private readonly topics: ReadonlyMap<Topic, TopicInbox>;
  private readonly retries: RetryLoop;
  /** The rebuilds of the consumer; undefined if it can't be rebuilt. */
  readonly rebuilds: ConsumerRebuilds | undefined;
  private running: Worker | undefined;

  constructor(private readonly options: ConsumerRunnerOptions) {
    const { service, consumer, dataSource, bus, clock, scheduler, log } = options;
    this.group = `${service}.${consumer.name}`;
    this.retries = new RetryLoop({
      consumer: consumer.name,
      dataSource,
      clock,
      scheduler,
      log,
      retry: async (topic, key) => this.find(topic)?.drain(key, 'retry'),
    });
    const askFor: TopicInboxOptions['askFor'] = (topic, wanted) => bus.askFor(this.group, topic, wanted);
    const common = { consumer, dataSource, clock, log, onRetry: this.retries.wake, askFor };
    this.topics = new Map(consumer.topics.map((topic) => [topic, new TopicInbox({ ...common, topic })]));
    const { rebuildSteps: steps } = consumer;
    this.rebuilds = steps && new ConsumerRebuilds({ ...options, steps, group: this.group });
  }

  get consumer(): string {
    return this.options.consumer.name;
  }

  /** The consumer that this runner runs. */
  get definition(): EventConsumer {
    return this.options.consumer;
  }

  get stats(): ConsumerStats {
    const inboxes = [...this.topics.values()];
    const sum = (count: (inbox: TopicInbox) => number): number => inboxes.reduce((all, one) => all + count(one), 0);
    return { handled: sum(({ handled }) => handled), duplicates: sum(({ duplicates }) => duplicates) };
  }

  async start(): Promise<void> {
    this.retries.start();
    this.rebuilds?.start();
    this.running = await this.options.bus.consume({
      group: this.group,
      topics: this.options.consumer.topics,
      onBatch: (messages, topic) => this.receive(messages, topic),
    });
  }

  /** Finishes the batch in hand, and takes no other. */
  async stop(): Promise<void> {
    await this.running?.stop();
    await Promise.all([this.retries.stop(), this.rebuilds?.stop()]);
  }

  /** Handles a batch. Rejects only if the bus has to bring the same batch again. */
  receive(messages: readonly Message[], topic: Topic): Promise<void> {
    return this.inboxOf(topic).receive(messages);
  }

  /** Retries a held key, in order, even while new events of it arrive. A key that fails again is parked again. */
  replay(topic: string, key: string): Promise<void> {
    return this.inboxOf(topic).drain(key, 'replay');
  }

  /**
   * Makes a key skip a message at its next attempt. @returns the message's sequence; undefined if nothing holds the key
   */
  skip(tx: EntityManager, topic: string, key: string, skip: Skip): Promise<number | undefined> {
    return this.inboxOf(topic).skip(tx, key, skip);
  }

  /** How many messages of its topics the consumer has not handled yet. */
  async lag(): Promise<number> {
    const lags = await Promise.all([...this.topics.keys()].map((topic) => this.options.bus.lag(this.group, topic)));
    return lags.reduce((all, one) => all + one, 0);
  }

  private find(topic: string): TopicInbox | undefined {
    return [...this.topics].find(([name]) => name === topic)?.[1];
  }

  private inboxOf(topic: string): TopicInbox {
    const inbox = this.find(topic);
    if (!inbox) throw new Error(`${this.group} does not listen to ${topic}`);
    return inbox;
  }
}
