import type { ServiceName, Topic } from '@halyard/contracts';
import type { Clock } from '@halyard/core';
import type { DataSource, EntityManager } from 'typeorm';
import type { EventConsumer } from './consumer.js';
import type { Log } from './log.js';
import type { MessageBus, Running } from './message-bus.js';
import { Rebuilds } from './rebuilds.js';
import { RetryLoop } from './retry-loop.js';
import type { Scheduler } from './scheduler.js';
import { TopicInbox } from './topic-inbox.js';
import { transact } from './transact.js';

export interface ConsumerRunnerOptions {
  readonly service: ServiceName;
  readonly consumer: EventConsumer;
  /** Of the service's own schema, where the consumer's progress is kept beside its effects. */
  readonly dataSource: DataSource;
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: Log;
}

/** Counts since the start of the process. */
export interface ConsumerStats {
  readonly handled: number;
  readonly duplicates: number;
}

/**
 * Runs a consumer: each event has its effect once, together with the progress of its key; a key's events come in order;
 * what fails is tried again and then parked, and holds up its own key alone. While the database is away, the bus keeps
 * bringing the events and nothing is parked.
 */
export class ConsumerRunner {
  readonly group: string;
  private readonly topics: ReadonlyMap<Topic, TopicInbox>;
  private readonly retries: RetryLoop;
  private readonly rebuilds: Rebuilds;
  private running: Running | undefined;

  constructor(private readonly options: ConsumerRunnerOptions) {
    const { service, consumer, dataSource, clock, scheduler, log } = options;
    this.group = `${service}.${consumer.name}`;
    this.rebuilds = new Rebuilds(dataSource, consumer.name);
    this.retries = new RetryLoop({
      consumer: consumer.name,
      dataSource,
      clock,
      scheduler,
      log,
      before: () => this.refill(),
      retry: async (topic, key) => this.find(topic)?.drain(key, 'retry'),
    });
    const onRetry = (at: Date): void => this.retries.wake(at);
    this.topics = new Map(
      consumer.topics.map((topic) => [topic, new TopicInbox({ consumer, topic, dataSource, clock, log, onRetry })]),
    );
  }

  get consumer(): string {
    return this.options.consumer.name;
  }

  /** The consumer itself; what it wants is the runner's to do. */
  get definition(): EventConsumer {
    return this.options.consumer;
  }

  get stats(): ConsumerStats {
    const inboxes = [...this.topics.values()];
    const sum = (count: (inbox: TopicInbox) => number): number => inboxes.reduce((all, one) => all + count(one), 0);
    return { handled: sum(({ handled }) => handled), duplicates: sum(({ duplicates }) => duplicates) };
  }

  async start(): Promise<void> {
    this.retries.wake();
    this.running = await this.options.bus.consume({
      group: this.group,
      topics: this.options.consumer.topics,
      onBatch: (messages, topic) => this.receive(messages, topic),
    });
  }

  /** Finishes what is in hand. */
  async stop(): Promise<void> {
    await this.running?.stop();
    await this.retries.stop();
  }

  /** Takes one batch, as the bus brings it. Rejects only when the same batch is to come again. */
  receive(messages: readonly unknown[], topic: Topic): Promise<void> {
    return this.inboxOf(topic).receive(messages);
  }

  /** Tries a parked key again, in order, also while events of it arrive. It is parked anew if it fails again. */
  replay(topic: string, key: string): Promise<void> {
    return this.inboxOf(topic).replay(key);
  }

  /** Makes the consumer hear everything again, after `drop` has emptied its read model. */
  async rebuild(drop: (tx: EntityManager) => Promise<void>): Promise<void> {
    await transact(this.options.dataSource, (tx) => this.clear(tx, drop));
    await this.refill();
  }

  /**
   * Drops the consumer's progress, and what `drop` drops, in the caller's transaction. New events wait for those before
   * them until the bus has been rewound: by `refill`, or by any process of the service within a minute.
   */
  async clear(tx: EntityManager, drop: (tx: EntityManager) => Promise<void>): Promise<void> {
    await this.rebuilds.begin(tx);
    for (const inbox of this.topics.values()) await inbox.forget(tx);
    await drop(tx);
  }

  /** Rewinds the bus for a rebuild that was begun, if that is still to be done. */
  refill(): Promise<void> {
    return this.rebuilds.finish(async () => {
      for (const topic of this.topics.keys()) await this.options.bus.rewind(this.group, topic);
    });
  }

  /** `refill` in the background, until it succeeds. */
  refillSoon(): void {
    this.retries.wake();
  }

  /** A rebuild was begun, and the bus has not been rewound for it yet. */
  isRefillDue(): Promise<boolean> {
    return this.rebuilds.isDue();
  }

  /** Messages of its topics that its group has not handled yet. */
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
