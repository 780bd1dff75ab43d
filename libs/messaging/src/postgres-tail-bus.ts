import type { ServiceName, Topic } from '@halyard/contracts';
import { schemaOf } from '@halyard/persistence';
import type { DataSource } from 'typeorm';
import { Checkpoints } from './checkpoints.js';
import { countTail } from './history-tail.js';
import type { Log } from './log.js';
import { type ConsumeOptions, MessageBus, type Running } from './message-bus.js';
import { type Scheduler, TimerScheduler } from './scheduler.js';
import { TailLoop } from './tail-loop.js';
import { TailSession } from './tail-session.js';

export interface PostgresTailBusOptions {
  /** Of a role that may read the public columns of every service's `history`, and nothing else. */
  readonly readerUrl: string;
  /** Of the consuming service's own schema: its groups' checkpoints are kept there. */
  readonly dataSource: DataSource;
  readonly log: Log;
  readonly scheduler?: Scheduler;
}

/**
 * The bus without a broker: consumers tail the producers' history tables, which lie in the same database. Told of new
 * rows by NOTIFY; asks again by itself only while rows are held back by a transaction that is still running, and while
 * another process of the group is the one that consumes. One connection per bus, opened again whenever it is lost.
 *
 * Within a key, an event may come before the one that precedes it when a page ends between them and their transactions
 * overlapped: the consumer's runner waits for the other.
 */
export class PostgresTailBus extends MessageBus {
  private readonly checkpoints: Checkpoints;
  private readonly loops = new Set<TailLoop>();
  private opening: Promise<TailSession> | undefined;

  constructor(private readonly options: PostgresTailBusOptions) {
    super();
    this.checkpoints = new Checkpoints(options.dataSource);
  }

  /**
   * The history table is the topic: there is nothing to relay.
   *
   * @throws when the reader may not read the service's history
   */
  async publish(service: ServiceName): Promise<Running> {
    const session = await this.session();
    await session.query(`SELECT position FROM ${schemaOf(service)}.history LIMIT 0`);
    return { stop: () => Promise.resolve() };
  }

  consume({ group, topics, onBatch }: ConsumeOptions): Promise<Running> {
    const { log, scheduler = new TimerScheduler() } = this.options;
    const oneAtATime = inTurn(onBatch);
    const loops = topics.map(
      (topic) =>
        new TailLoop({
          group,
          topic,
          onBatch: oneAtATime,
          session: () => this.session(),
          checkpoints: this.checkpoints,
          scheduler,
          log,
        }),
    );
    loops.forEach((loop) => this.loops.add(loop));
    const stop = async (): Promise<void> => {
      await Promise.all(loops.map((loop) => loop.stop()));
      loops.forEach((loop) => this.loops.delete(loop));
    };
    return Promise.resolve({ stop });
  }

  async rewind(group: string, topic: Topic): Promise<void> {
    await this.checkpoints.rewind(group, topic);
    // Through the database, since the group may be consumed by another process.
    await this.options.dataSource.query(`SELECT pg_notify($1, '')`, [REWIND_CHANNEL]);
  }

  async lag(group: string, topic: Topic): Promise<number> {
    return countTail(await this.session(), topic, await this.checkpoints.load(group, topic));
  }

  async close(): Promise<void> {
    await Promise.all([...this.loops].map((loop) => loop.stop()));
    const session = await this.opening?.catch(() => undefined);
    this.opening = undefined;
    await session?.close();
  }

  private session(): Promise<TailSession> {
    this.opening ??= this.open();
    return this.opening;
  }

  private async open(): Promise<TailSession> {
    try {
      const session = await TailSession.open(this.options.readerUrl, (error) => this.lost(error));
      await session.listen(REWIND_CHANNEL, () => this.wakeAll());
      return session;
    } catch (error) {
      this.opening = undefined;
      throw error;
    }
  }

  private lost(error?: Error): void {
    this.options.log.warn({ err: error }, 'the bus lost its connection');
    this.opening = undefined;
    this.wakeAll();
  }

  private wakeAll(): void {
    this.loops.forEach((loop) => loop.wake());
  }
}

const REWIND_CHANNEL = 'halyard_rewind';

/** One call at a time, in the order of asking. */
function inTurn(onBatch: ConsumeOptions['onBatch']): ConsumeOptions['onBatch'] {
  let last: Promise<unknown> = Promise.resolve();
  return (messages, topic) => {
    const next = last.then(() => onBatch(messages, topic));
    last = next.catch(() => undefined);
    return next;
  };
}
