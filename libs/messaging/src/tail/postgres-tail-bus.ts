import { type Scheduler, TimerScheduler } from '@halyard/core';
import type { ServiceName, Topic } from '@halyard/contracts';
import { schemaOf, type DatabaseSession, type SessionUse, type SharedSession } from '@halyard/persistence';
import type { DataSource } from 'typeorm';
import { GroupOffsets, type OffsetStore } from './group-offsets.js';
import { FollowedOffset } from './following.js';
import { countTail, endOfTail, readKey } from './history-tail.js';
import type { Log } from '@halyard/observability';
import { type ConsumeOptions, type BusReader, type FollowOptions, MessageBus, type KeyTail } from '../message-bus.js';
import type { Worker } from '@halyard/background';
import { TailLoop, type TailLoopOptions } from './tail-loop.js';

export interface PostgresTailBusOptions {
  /** A session whose role may read the public columns of every `history`, and nothing else. */
  readonly reader: SharedSession;
  /** Opens the consuming service's own schema, where the offsets of its groups are stored. */
  readonly dataSource: DataSource;
  readonly log: Log;
  readonly scheduler?: Scheduler;
}

/**
 * The bus without a broker: consumers tail the producers' history tables, which are in the same database. NOTIFY
 * announces new rows. The bus polls only while a running transaction holds rows back, or while another process consumes
 * for the group.
 *
 * An event of a key may come before its predecessor, if their transactions overlapped and a page ended between the two.
 * The consumer's runner then waits for the predecessor.
 *
 * No message on this bus is foreign: a topic is read from the schema of its service, where only that service's role may
 * write.
 */
export class PostgresTailBus extends MessageBus {
  private readonly offsets: GroupOffsets;
  private readonly reader: SessionUse;
  private readonly loops = new Set<TailLoop>();
  private readonly groups = new Map<string, TailLoopOptions['onBatch']>();

  constructor(private readonly options: PostgresTailBusOptions) {
    super();
    this.offsets = new GroupOffsets(options.dataSource);
    this.reader = options.reader.join((err) => {
      options.log.warn({ err }, 'the bus lost its connection');
      this.wakeAll();
    });
  }

  /**
   * Only checks that the reader may read the service's history: the history table is the topic. @throws if it may not
   */
  async publish(service: ServiceName): Promise<Worker> {
    const session = await this.session();
    await session.query(`SELECT position FROM ${schemaOf(service)}.history LIMIT 0`);
    return { stop: () => Promise.resolve() };
  }

  consume({ group, topics, onBatch }: ConsumeOptions): Promise<Worker> {
    const oneAtATime = inTurn(onBatch);
    this.groups.set(group, oneAtATime);
    const loops = topics.map((topic) =>
      this.startLoop(group, topic, oneAtATime, this.offsets, `halyard bus ${group} ${topic}`),
    );
    return Promise.resolve({ stop: () => this.stopLoops(loops) });
  }

  follow({ name, topics, onBatch }: FollowOptions): Promise<BusReader> {
    const oneAtATime = inTurn(onBatch);
    const followed = topics.map((topic) => {
      const progress = new FollowedOffset(async () => endOfTail(await this.session(), topic));
      return { progress, loop: this.startLoop(name, topic, oneAtATime, progress) };
    });
    return Promise.resolve({
      caughtUp: Promise.all(followed.map(({ progress }) => progress.caughtUp)).then(() => undefined),
      stop: () => this.stopLoops(followed.map(({ loop }) => loop)),
    });
  }

  async rewind(group: string, topic: Topic): Promise<void> {
    await this.offsets.rewind(group, topic);
    // Sent through the database, because the process that consumes for the group may be another one.
    await this.options.dataSource.query(`SELECT pg_notify($1, '')`, [REWIND_CHANNEL]);
  }

  async askFor(group: string, topic: Topic, wanted: readonly KeyTail[]): Promise<void> {
    const session = await this.session();
    for (const one of wanted) {
      const events = await readKey(session, topic, one);
      if (events.length > 0) await this.groups.get(group)?.(events, topic);
    }
  }

  /** Never: a history drops nothing. */
  isAwaiting(_group: string, _topic: Topic): Promise<boolean> {
    return Promise.resolve(false);
  }

  async lag(group: string, topic: Topic): Promise<number> {
    return countTail(await this.session(), topic, await this.offsets.load(group, topic));
  }

  /** Always 0: the rows of a history are published as soon as they are written. */
  outboxAgeSeconds(_service: ServiceName): Promise<number> {
    return Promise.resolve(0);
  }

  async close(): Promise<void> {
    await this.stopLoops([...this.loops]);
    await this.reader.leave();
  }

  private startLoop(
    group: string,
    topic: Topic,
    onBatch: TailLoopOptions['onBatch'],
    offsets: OffsetStore,
    lockName?: string,
  ): TailLoop {
    const { log, scheduler = new TimerScheduler() } = this.options;
    const session = () => this.session();
    const loop = new TailLoop({ group, topic, onBatch, session, lockName, offsets, scheduler, log });
    this.loops.add(loop);
    return loop;
  }

  private async stopLoops(loops: readonly TailLoop[]): Promise<void> {
    await Promise.all(loops.map((loop) => loop.stop()));
    loops.forEach((loop) => this.loops.delete(loop));
  }

  private async session(): Promise<DatabaseSession> {
    const session = await this.reader.session();
    await session.listen(REWIND_CHANNEL, this.wakeAll);
    return session;
  }

  private readonly wakeAll = (): void => this.loops.forEach((loop) => loop.wake());
}

const REWIND_CHANNEL = 'halyard_rewind';

/** Makes calls run one after the other. */
function inTurn(onBatch: ConsumeOptions['onBatch']): TailLoopOptions['onBatch'] {
  let last: Promise<unknown> = Promise.resolve();
  return (events, topic) => {
    const messages = events.map((content) => ({ content }));
    const next = last.then(() => onBatch(messages, topic));
    last = next.catch(() => undefined);
    return next;
  };
}
