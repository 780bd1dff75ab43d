import type { CloudEvent, Topic } from '@halyard/contracts';
import { MalformedEvent } from '@halyard/contracts/topics';
import { pause, type Scheduler } from '@halyard/core';
import type { Worker } from '@halyard/background';
import { transact } from '@halyard/persistence';
import type { DataSource, EntityManager } from 'typeorm';
import type { RebuildSteps } from './consumer.js';
import { causeOf, claimsOf, readMessage, type SequencedMessage } from './incoming.js';
import { isPassing } from './passing.js';
import type { Message, MessageBus } from '../message-bus.js';
import type { EventPlace, RebuildRows } from './rebuild.rows.js';
import type { UntakenEvent } from '../rebuildable-models.js';

/** How long a rebuild that has stopped at an event waits before it tries the event again. */
const STOPPED_MS = 5_000;

interface RebuildReaderOptions {
  readonly id: string;
  /** A group of the rebuild's own, so that the bus brings it everything from the first event. */
  readonly group: string;
  readonly topics: readonly Topic[];
  readonly steps: RebuildSteps;
  readonly rows: RebuildRows;
  readonly dataSource: DataSource;
  readonly bus: MessageBus;
  readonly scheduler: Scheduler;
}

/** Brings all events to one rebuild, at its pace. Several processes may do so at once: they share the group. */
export class RebuildReader {
  private running: Worker | undefined;
  private readonly stopping = new AbortController();

  constructor(private readonly options: RebuildReaderOptions) {}

  get id(): string {
    return this.options.id;
  }

  async start(): Promise<void> {
    const { group, topics, bus } = this.options;
    this.running = await bus.consume({ group, topics, onBatch: (messages, topic) => this.receive(messages, topic) });
  }

  /** Finishes the batch in hand without waiting for its pace. */
  async stop(): Promise<void> {
    const stopped = this.running?.stop();
    this.stopping.abort();
    await stopped;
  }

  /** Whether it has taken everything that its sources have. */
  async isLevel(): Promise<boolean> {
    const { bus, group, topics } = this.options;
    for (const topic of topics) if (await bus.isAwaiting(group, topic)) return false;
    return (await this.lag()) === 0;
  }

  /** How many messages it still has to take, as far as they are in the topics. */
  async lag(): Promise<number> {
    const { bus, group, topics } = this.options;
    const lags = await Promise.all(topics.map((topic) => bus.lag(group, topic)));
    return lags.reduce((all, one) => all + one, 0);
  }

  /** Rejects only if the bus has to bring the same batch again. */
  private async receive(messages: readonly Message[], topic: Topic): Promise<void> {
    // The consumer itself has set foreign messages aside.
    const placed = messages.flatMap(({ content, foreign }) =>
      foreign === undefined ? (readMessage(topic, content) ?? []) : [],
    );
    try {
      await this.takeAll(topic, placed);
    } catch (error) {
      if (isPassing(error)) throw error;
      for (const one of placed) await this.takeAlone(topic, one);
    }
  }

  private async takeAll(topic: Topic, messages: readonly SequencedMessage[]): Promise<void> {
    for (let from = 0; from < messages.length;) {
      const taken = await this.take(topic, messages.slice(from));
      if (taken === undefined) return;
      from += taken;
    }
  }

  /** Takes a message that may fail, again and again until that succeeds or an operator has let the consumer skip it. */
  private async takeAlone(topic: Topic, message: SequencedMessage): Promise<void> {
    const { id, rows, scheduler } = this.options;
    for (;;) {
      try {
        await this.take(topic, [message]);
        return;
      } catch (error) {
        if (isPassing(error)) throw error;
        if (await rows.isSkipped(topic, message.key, message.sequence)) return this.skip(topic, message);
        await rows.stoppedAt(id, untakenOf(topic, message, error));
        await pause(STOPPED_MS, this.stopping.signal, scheduler);
        if (this.stopping.signal.aborted) throw error;
      }
    }
  }

  private async skip(topic: Topic, message: SequencedMessage): Promise<void> {
    const { dataSource, rows, id } = this.options;
    await transact(dataSource, (tx) => rows.count(tx, id, [placeOf(topic, message)]));
  }

  /** @returns how many messages it has taken; undefined if the rebuild has ended */
  private async take(topic: Topic, messages: readonly SequencedMessage[]): Promise<number | undefined> {
    const { id, rows, steps, dataSource, scheduler } = this.options;
    const done = await transact(dataSource, async (tx) => {
      const pace = await rows.lock(tx, id);
      if (!pace) return undefined;
      const some = messages.slice(0, pace.countMax);
      const events = await this.handledBefore(tx, topic, some);
      if (events.length > 0) await steps.take(events, tx);
      const places = some.map((message) => placeOf(topic, message));
      return { count: some.length, waitMs: await rows.count(tx, id, places) };
    });
    if (done && done.waitMs > 0) await pause(done.waitMs, this.stopping.signal, scheduler);
    return done?.count;
  }

  /** Selects the events that the consumer itself has handled. It will handle the others for the first time. */
  private async handledBefore(
    tx: EntityManager,
    topic: Topic,
    messages: readonly SequencedMessage[],
  ): Promise<CloudEvent[]> {
    const keys = [...new Set(messages.map(({ key }) => key))];
    const reached = await this.options.rows.reached(tx, topic, keys);
    return messages
      .filter(({ key, sequence }) => sequence <= (reached.get(key) ?? 0))
      .map(({ content }) => {
        if (content instanceof MalformedEvent) throw content;
        return content;
      });
  }
}

const placeOf = (topic: Topic, { key, sequence }: SequencedMessage): EventPlace => ({
  stream: `${topic} ${key}`,
  revision: sequence,
});

function untakenOf(topic: Topic, message: SequencedMessage, error: unknown): UntakenEvent {
  const { id = '', type = '' } = claimsOf(message.message);
  return { ...placeOf(topic, message), id, type, cause: causeOf(error) };
}
