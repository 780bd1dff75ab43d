import { aborted, backoffMs, pause, type Scheduler } from '@halyard/core';
import { Batcher } from '@halyard/persistence';
import type { Consumer, EachBatchPayload, KafkaMessage } from 'kafkajs';
import { gatherPage } from '../tail/gathering.js';
import type { Log } from '@halyard/observability';
import { keepRunning, type Worker } from '@halyard/background';
import type { KafkaCluster } from './kafka-cluster.js';

export interface FetchedMessages {
  readonly partition: number;
  readonly messages: readonly KafkaMessage[];
}

interface GroupMemberOptions<Topic extends string> {
  readonly cluster: KafkaCluster;
  readonly group: string;
  readonly topics: readonly Topic[];
  /** Called with messages of one topic, one call at a time. If it rejects, the same messages come again. */
  readonly onMessages: (brought: readonly FetchedMessages[], topic: Topic) => Promise<void>;
  /** Called each time before the member joins the group. */
  readonly prepare?: () => Promise<void>;
  /** Whether the brokers store the group's progress. */
  readonly commits: boolean;
  readonly scheduler: Scheduler;
  readonly log: Log;
}

/** How many messages of a partition are handled and committed together. */
const BATCH_MAX = 250;
/** How many partitions have their messages handled together. Each alone brings only a few at a time. */
const PARTITIONS_AT_ONCE = 6;
const TOGETHER = { sizeMax: PARTITIONS_AT_ONCE, gathers: false };
/** kafkajs sends a heartbeat at this interval at most, however often it is asked to. */
const HEARTBEAT_MS = 500;
const REJECTED_MS = { first: 100, max: 5_000 };
const CRASHED_MS = { first: 200, max: 2_000 };
/**
 * Failures before a warning, about 3 s. A new topic or group has no leader at first, nor has one whose broker went
 * away.
 */
const WARNED_FROM = 5;
/** How long a stop waits for the brokers to learn of it, after the last batch is handled. */
const LEAVE_MS = 3_000;

/**
 * A permanent member of a consumer group: a consumer that crashes is replaced. Progress is committed after each batch,
 * under the generation of the group in which the batch was fetched. If the member's partitions have moved since, the
 * broker refuses the commit.
 */
export class GroupMember<Topic extends string> implements Worker {
  private readonly stopping = new AbortController();
  private readonly inHand = new Set<Promise<unknown>>();
  private readonly pages: ReadonlyMap<Topic, Batcher<FetchedMessages, undefined>>;
  private readonly commits = new Batcher((resolved: readonly EachBatchPayload[]) => commit(resolved), TOGETHER);
  private readonly done: Promise<void>;

  constructor(private readonly options: GroupMemberOptions<Topic>) {
    const pageOf = (topic: Topic) =>
      new Batcher((brought: readonly FetchedMessages[]) => this.page(brought, topic), TOGETHER);
    this.pages = new Map(options.topics.map((topic) => [topic, pageOf(topic)]));
    this.done = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.allSettled(this.inHand);
    const gaveUp = new AbortController();
    await Promise.race([this.done, pause(LEAVE_MS, gaveUp.signal, this.options.scheduler)]);
    gaveUp.abort();
  }

  private get stopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private async run(): Promise<void> {
    const { group, log, scheduler } = this.options;
    await keepRunning((onJoin) => this.participate(onJoin), {
      signal: this.stopping.signal,
      backoff: CRASHED_MS,
      onFailure: (error, failures) => {
        // When brokers start, they create topics and choose leaders. Such a failure is expected, and needs no stack.
        if (failures < WARNED_FROM) log.info({ group, failures, cause: String(error) }, 'a consumer starts again');
        else log.warn({ group, failures, err: error }, 'a consumer starts again');
      },
      scheduler,
    });
  }

  /** Takes part in the group until it stops or crashes. */
  private async participate(onJoin: () => void): Promise<void> {
    const { cluster, group, topics, prepare } = this.options;
    try {
      for (const topic of topics) await cluster.ensureTopic(topic);
      await prepare?.();
      if (!this.stopped) await this.consume(cluster.consumer(group), onJoin);
    } catch (error) {
      topics.forEach((topic) => cluster.forget(topic));
      throw error;
    }
  }

  private async consume(consumer: Consumer, onJoin: () => void): Promise<void> {
    const { cluster, topics } = this.options;
    const crash = new Promise<Error>((resolve) =>
      consumer.on(consumer.events.CRASH, ({ payload }) => resolve(payload.error)),
    );
    consumer.on(consumer.events.GROUP_JOIN, onJoin);
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: topics.map((topic) => cluster.nameOf(topic)), fromBeginning: true });
      await consumer.run({
        autoCommit: false,
        partitionsConsumedConcurrently: PARTITIONS_AT_ONCE,
        eachBatchAutoResolve: false,
        eachBatch: (batch) => this.handleBatch(batch),
      });
      const error = await Promise.race([crash, aborted(this.stopping.signal)]);
      if (error) throw error;
    } finally {
      await consumer.disconnect();
    }
  }

  private async handleBatch(payload: EachBatchPayload): Promise<void> {
    const { batch } = payload;
    // Throws if the batch had to wait and now belongs to another member.
    await payload.heartbeat();
    for (let from = 0; from < batch.messages.length; from += BATCH_MAX) {
      if (this.stopped || !payload.isRunning() || payload.isStale()) return;
      const messages = batch.messages.slice(from, from + BATCH_MAX);
      if (!(await this.handle(messages, payload))) return;
      const last = messages.at(-1);
      if (last) payload.resolveOffset(last.offset);
      if (this.options.commits) await this.commits.add(payload);
    }
  }

  private async page(brought: readonly FetchedMessages[], topic: Topic): Promise<readonly undefined[]> {
    const beganMs = performance.now();
    await this.options.onMessages(brought, topic);
    const events = brought.reduce((count, { messages }) => count + messages.length, 0);
    await gatherPage(events, beganMs, this.stopping.signal);
    return brought.map(() => undefined);
  }

  /** Handles messages, again and again until that succeeds. @returns false if a stop ended this */
  private async handle(messages: readonly KafkaMessage[], payload: EachBatchPayload): Promise<boolean> {
    const { cluster, group, topics, scheduler, log } = this.options;
    const { batch } = payload;
    const topic = topics.find((name) => cluster.nameOf(name) === batch.topic);
    const pages = topic === undefined ? undefined : this.pages.get(topic);
    if (!pages) return true;
    const heart = new Heart(() => payload.heartbeat(), scheduler);
    try {
      for (let failures = 1; !this.stopped; failures += 1) {
        const work = pages.add({ partition: batch.partition, messages });
        this.inHand.add(work);
        try {
          await work;
          return true;
        } catch (error) {
          log.warn({ group, topic, failures, err: error }, 'events are brought again');
        } finally {
          this.inHand.delete(work);
        }
        await pause(backoffMs(failures, REJECTED_MS), this.stopping.signal, scheduler);
        if (heart.failure) throw heart.failure;
      }
      return false;
    } finally {
      heart.stop();
    }
  }
}

/** Commits everything that the member has resolved so far, in one request for all callers. */
async function commit(resolved: readonly EachBatchPayload[]): Promise<readonly undefined[]> {
  const last = resolved.at(-1);
  await last?.commitOffsetsIfNecessary(last.uncommittedOffsets());
  return resolved.map(() => undefined);
}

class Heart {
  /** The error that stopped the heartbeats. After it, the partitions may belong to another member. */
  failure: Error | undefined;
  private cancel: () => void;

  constructor(
    private readonly heartbeat: () => Promise<void>,
    private readonly scheduler: Scheduler,
  ) {
    this.cancel = this.beatLater();
  }

  stop(): void {
    this.cancel();
  }

  private beatLater(): () => void {
    return this.scheduler.after(HEARTBEAT_MS, () => void this.beat());
  }

  private async beat(): Promise<void> {
    try {
      await this.heartbeat();
      this.cancel = this.beatLater();
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error('no heartbeat', { cause: error });
    }
  }
}
