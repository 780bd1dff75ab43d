import type { ServiceName, Topic } from '@halyard/contracts';
import type { Clock, Scheduler } from '@halyard/core';
import type { DataSource, EntityManager } from 'typeorm';
import type { EventConsumer } from './consumer.js';
import type { DueWork } from '@halyard/background';
import type { Skip } from './inbox.js';
import type { Log } from '@halyard/observability';
import type { Message, MessageBus } from '../message-bus.js';
import type { Worker } from '@halyard/background';
import { RetryLoop } from './retry-loop.js';
import { TopicInbox, type TopicInboxOptions } from './topic-inbox.js';

export interface ConsumerRunnerOptions {
  readonly service: ServiceName;
  readonly consumer: EventConsumer;
  /** Opens the service's own schema, where progress is stored beside the effects. */
  readonly dataSource: DataSource;
  readonly bus: MessageBus;
  readonly dueWork: DueWork;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: Log;
}

const REWIND_KEY = 'bus';

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
  private readonly rewinding: string;
  private running: Worker | undefined;

  constructor(private readonly options: ConsumerRunnerOptions) {
    const { service, consumer, dataSource, bus, dueWork, clock, scheduler, log } = options;
    this.group = `${service}.${consumer.name}`;
    this.rewinding = `rewind ${consumer.name}`;
    dueWork.on(this.rewinding, () => this.rewind());
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
    this.running = await this.options.bus.consume({
      group: this.group,
      topics: this.options.consumer.topics,
      onBatch: (messages, topic) => this.receive(messages, topic),
    });
  }

  /** Finishes the batch in hand, and takes no other. */
  async stop(): Promise<void> {
    await this.running?.stop();
    await this.retries.stop();
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

  /**
   * Deletes the consumer's progress, and everything that `drop` deletes, in the caller's transaction. So each event
   * takes effect before the transaction, or comes again after it. The bus is rewound later, as due work. Until then,
   * new events wait behind the missing ones.
   */
  async clear(tx: EntityManager, drop: (tx: EntityManager) => Promise<void>): Promise<void> {
    const { clock, dueWork } = this.options;
    await tx.query(`LOCK TABLE inbox IN EXCLUSIVE MODE`);
    await dueWork.put(
      { kind: this.rewinding, key: REWIND_KEY, accountId: null, dueAt: clock.system(), data: null },
      tx,
    );
    for (const inbox of this.topics.values()) await inbox.forget(tx);
    await drop(tx);
  }

  /** Whether the progress was deleted, but the bus is not rewound yet. */
  isRewindDue(): Promise<boolean> {
    return this.options.dueWork.has(this.rewinding, REWIND_KEY);
  }

  /** How many messages of its topics the consumer has not handled yet. */
  async lag(): Promise<number> {
    const lags = await Promise.all([...this.topics.keys()].map((topic) => this.options.bus.lag(this.group, topic)));
    return lags.reduce((all, one) => all + one, 0);
  }

  private async rewind(): Promise<void> {
    for (const topic of this.topics.keys()) await this.options.bus.rewind(this.group, topic);
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
