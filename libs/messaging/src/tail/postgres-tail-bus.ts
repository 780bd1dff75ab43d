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
  /** Its role may read the public columns of every `history`, and nothing else. */
  readonly reader: SharedSession;
  /** For the consuming service's own schema, where offsets of its groups are stored. */
  readonly dataSource: DataSource;
  readonly log: Log;
  readonly scheduler?: Scheduler;
}

/**
 * The bus without a broker: consumers tail the history tables of the producers, which are in the same database. NOTIFY
 * announces new rows. The bus polls only while a running transaction holds rows back, and while another process of the
 * group is the one that consumes.
 *
 * Within a key an event may come before its predecessor, if a page ends between them and their transactions overlapped.
 * The consumer's runner then waits for the other.
 *
 * No message on it is foreign: a topic is read from its service's own schema, which only that service's role may write.
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

  /** Has nothing to relay: the history table is the topic. @throws if the reader may not read the service's history */
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
    // Sent through the database, since another process may consume for the group.
    await this.options.dataSource.query(`SELECT pg_notify($1, '')`, [REWIND_CHANNEL]);
  }

  async askFor(group: string, topic: Topic, wanted: readonly KeyTail[]): Promise<void> {
    const session = await this.session();
    for (const one of wanted) {
      const events = await readKey(session, topic, one);
      if (events.length > 0) await this.groups.get(group)?.(events, topic);
    }
  }

  async lag(group: string, topic: Topic): Promise<number> {
    return countTail(await this.session(), topic, await this.offsets.load(group, topic));
  }

  /** Rows of a history are published as soon as they are there. */
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

/** Runs one call at a time, in order. */
function inTurn(onBatch: ConsumeOptions['onBatch']): TailLoopOptions['onBatch'] {
  let last: Promise<unknown> = Promise.resolve();
  return (events, topic) => {
    const messages = events.map((content) => ({ content }));
    const next = last.then(() => onBatch(messages, topic));
    last = next.catch(() => undefined);
    return next;
  };
}
