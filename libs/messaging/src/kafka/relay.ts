import { aborted, type Scheduler } from '@halyard/core';
import type { CloudEvent, ServiceName, Topic } from '@halyard/contracts';
import { REPUBLISH_REQUESTS } from '@halyard/contracts/topics';
import { type Identities, sessionOf, type SessionUse } from '@halyard/persistence';
import type { DataSource } from 'typeorm';
import { FIRST_OFFSET, GroupOffsets, RELAY_GROUP as GROUP } from '../tail/group-offsets.js';
import { readKey, readTail } from '../tail/history-tail.js';
import { Lease } from '@halyard/background';
import type { Log } from '@halyard/observability';
import type { Worker } from '@halyard/background';
import { TailLoop, type TailLoopOptions } from '../tail/tail-loop.js';
import { encodeEvent } from './event-encoding.js';
import { GroupMember } from './group-member.js';
import type { KafkaCluster, WrittenAt } from './kafka-cluster.js';
import { signAll } from './message-signature.js';
import { type RequestedEvents, republisherOf, requestedOf } from './republish-requests.js';

interface RelayOptions {
  readonly service: ServiceName;
  readonly topic: Topic;
  /** Opens the service's own schema, with the history to publish and the relay's checkpoint. */
  readonly dataSource: DataSource;
  readonly cluster: KafkaCluster;
  /** Signs everything that is published, even if it is published again. */
  readonly identities: Identities;
  readonly scheduler: Scheduler;
  readonly log: Log;
}

/**
 * Publishes a service's history to its topic, and again for a group that asks for it. One process of the service does
 * this at a time. The checkpoint moves by compare-and-set once the brokers have a page. A relay that was paused, and
 * wakes up beside its successor, at worst sends a page twice: consumers recognize the repeated events by their sequence
 * numbers.
 */
export class Relay {
  private readonly offsets: GroupOffsets;

  constructor(private readonly options: RelayOptions) {
    this.offsets = new GroupOffsets(options.dataSource);
  }

  start(): Worker {
    const { dataSource, scheduler, log, topic } = this.options;
    return new Lease({ dataSource, name: `relay ${topic}`, scheduler, log }).hold((signal) => this.work(signal));
  }

  private async work(signal: AbortSignal): Promise<void> {
    const { dataSource, scheduler, log, topic } = this.options;
    const reader = sessionOf(dataSource).join(() => loop.wake());
    const loop = new TailLoop({
      group: GROUP,
      topic,
      onBatch: this.publisher(signal, () => loop.wake()),
      session: () => reader.session(),
      offsets: this.offsets,
      scheduler,
      log,
    });
    const republishing = this.republish(reader, signal);
    await aborted(signal);
    await Promise.all([loop.stop(), republishing.stop()]);
    await reader.leave();
  }

  private publisher(signal: AbortSignal, wake: () => void): TailLoopOptions['onBatch'] {
    let ends: ReadonlyMap<number, number> | undefined;
    return async (events) => {
      const before = ends ?? (await this.endsOfTopic());
      ends = undefined;
      const written = await this.send(events, signal);
      ends = new Map([...before, ...written.map(({ partition, offset }) => [partition, offset + 1] as const)]);
      const isNew = written.some(({ partition, offset }) => offset < (before.get(partition) ?? 0));
      if (isNew || [...before.values()].every((end) => end === 0)) await this.fillAgain(wake);
    };
  }

  private async endsOfTopic(): Promise<ReadonlyMap<number, number>> {
    const { cluster, topic } = this.options;
    cluster.forget(topic);
    return new Map((await cluster.rangesOf(topic)).map(({ partition, high }) => [partition, high]));
  }

  /** Sends the whole history to a topic that holds less than was sent to it, because somebody has created it anew. */
  private async fillAgain(wake: () => void): Promise<void> {
    const { topic, log } = this.options;
    if ((await this.offsets.load(GROUP, topic)).xid === FIRST_OFFSET.xid) return;
    log.warn({ topic }, 'the topic has lost what it held and is filled again');
    await this.offsets.rewind(GROUP, topic);
    wake();
  }

  /**
   * Serves requests to publish again. A request is committed after it was served, so after a crash it is served once
   * more.
   */
  private republish(reader: SessionUse, signal: AbortSignal): Worker {
    const { service, topic, cluster, identities, scheduler, log } = this.options;
    return new GroupMember({
      cluster,
      group: republisherOf(service),
      topics: [REPUBLISH_REQUESTS],
      commits: true,
      scheduler,
      log,
      onMessages: async (brought) => {
        const messages = brought.flatMap((one) => one.messages);
        const { groups, keys } = await requestedOf(identities, topic, messages);
        if (groups.size > 0) await this.sendAgain(reader, groups, signal);
        await this.sendKeysAgain(reader, keys, signal);
      },
    });
  }

  private async sendKeysAgain(reader: SessionUse, keys: RequestedEvents['keys'], signal: AbortSignal): Promise<void> {
    for (const [key, { from, groups }] of keys) {
      const events = await readKey(await reader.session(), this.options.topic, { key, from });
      await this.send(events, signal, groups);
    }
  }

  private async send(
    events: readonly CloudEvent[],
    signal: AbortSignal,
    groups?: ReadonlySet<string>,
  ): Promise<WrittenAt[]> {
    const { cluster, identities, topic } = this.options;
    const encoded = events.map((event) => encodeEvent(event, groups));
    const messages = await signAll(identities, topic, encoded);
    return unlessAborted(signal, cluster.send(topic, messages));
  }

  /** Sends everything that may be read now. Later rows are not published yet, and will reach all groups anyway. */
  private async sendAgain(reader: SessionUse, groups: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    const { topic, log } = this.options;
    log.info({ topic, groups: [...groups] }, 'the history is published again');
    for (let place = FIRST_OFFSET; ;) {
      const { events, end, isFull } = await readTail(await reader.session(), topic, place);
      await this.send(events, signal, groups);
      if (!end || !isFull) return;
      place = { ...FIRST_OFFSET, ...end };
    }
  }
}

/**
 * How long the oldest unpublished event has waited, by the database's clock; 0 if none waits. While a topic is filled
 * again, the whole history counts as waiting.
 */
export async function relayAgeSeconds(dataSource: DataSource, topic: Topic): Promise<number> {
  const { xid, position } = await new GroupOffsets(dataSource).load(GROUP, topic);
  const [oldest] = await dataSource.query<{ seconds: number }[]>(
    `SELECT greatest(extract(epoch FROM clock_timestamp() - written_at), 0)::float8 AS seconds FROM history
     WHERE (xid, position) > ($1::xid8, $2::bigint) ORDER BY xid, position LIMIT 1`,
    [xid, position],
  );
  return oldest?.seconds ?? 0;
}

/** Waits for brokers, but no longer than the lease is held. @throws Error if the signal aborts first */
function unlessAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  return Promise.race([
    work,
    aborted(signal).then((): never => {
      throw new Error('the relay gave up its lease');
    }),
  ]);
}
