import { type CloudEvent, serviceOf, type Topic } from '@halyard/contracts';
import { backoffMs, type Scheduler } from '@halyard/core';
import { schemaOf, type DatabaseSession } from '@halyard/persistence';
import type { GroupOffset, OffsetStore } from './group-offsets.js';
import { gatherPage } from './gathering.js';
import { historyChannel } from '@halyard/changes';
import { readTail } from './history-tail.js';
import type { Log } from '@halyard/observability';
import { Rounds } from '@halyard/background';

export interface TailLoopOptions {
  readonly group: string;
  readonly topic: Topic;
  readonly onBatch: (events: readonly CloudEvent[], topic: Topic) => Promise<void>;
  readonly session: () => Promise<DatabaseSession>;
  /** The lock that lets one process of the group read at a time. Without a name, every process reads. */
  readonly lockName?: string;
  readonly offsets: OffsetStore;
  readonly scheduler: Scheduler;
  readonly log: Log;
}

/** How often a standby checks whether the consuming process is gone. */
const STANDBY_MS = 1_000;
const HELD_BACK_MS = { first: 3, max: 1_000 };

const UNTIL_WOKEN = undefined;
const AT_ONCE = 0;

/** Brings a topic to a group: first page by page from its checkpoint, then as the history grows. */
export class TailLoop {
  private readonly rounds: Rounds;
  private readonly stopping = new AbortController();
  private readonly done: Promise<void>;
  private claimed: DatabaseSession | undefined;
  /** The place at which the next page begins, unless another process has moved the offset. */
  private at: GroupOffset | undefined;
  private isAtStale = false;
  private heldBack = 0;

  constructor(private readonly options: TailLoopOptions) {
    const { group, topic, scheduler, log } = options;
    this.rounds = new Rounds({
      round: (signal) => this.step(signal),
      onFailure: (err, failures) => log.warn({ group, topic, failures, err }, 'events are brought again'),
      scheduler,
    });
    this.done = this.run();
  }

  /** Makes the loop read its checkpoint again, because the connection was lost or the group was rewound. */
  readonly wake = (): void => {
    this.isAtStale = true;
    this.rounds.wake();
  };

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.done;
  }

  private async run(): Promise<void> {
    await this.rounds.run(this.stopping.signal);
    await this.endClaim();
  }

  /** Handles one page. @returns milliseconds to wait, unless something wakes the loop */
  private async step(signal: AbortSignal): Promise<number | undefined> {
    const { group, topic, offsets, onBatch } = this.options;
    const session = await this.options.session();
    if (signal.aborted) return AT_ONCE;
    if (!(await this.claim(session))) return STANDBY_MS;
    const beganMs = performance.now();
    const from = await this.begin();
    const { events, end, isFull, isHeldBack } = await readTail(session, topic, from);
    this.heldBack = isHeldBack && !end ? this.heldBack + 1 : Number(isHeldBack);
    if (signal.aborted) return AT_ONCE;
    if (end) {
      await onBatch(events, topic);
      this.at = await offsets.move(group, topic, from, end);
    }
    if (isFull) return AT_ONCE;
    if (end) await gatherPage(events.length, beganMs, signal);
    return isHeldBack ? backoffMs(this.heldBack, HELD_BACK_MS) : UNTIL_WOKEN;
  }

  private async begin(): Promise<GroupOffset> {
    const { group, topic, offsets } = this.options;
    if (this.isAtStale) this.at = undefined;
    this.isAtStale = false;
    this.at ??= await offsets.load(group, topic);
    return this.at;
  }

  private async claim(session: DatabaseSession): Promise<boolean> {
    if (this.claimed === session) return true;
    this.claimed = undefined;
    const { lockName } = this.options;
    if (lockName !== undefined && !(await session.tryLock(lockName))) return false;
    this.claimed = session;
    await session.listen(this.channel, this.rounds.wake);
    this.isAtStale = true;
    return true;
  }

  private async endClaim(): Promise<void> {
    this.claimed?.unlisten(this.channel, this.rounds.wake);
    const { lockName } = this.options;
    // If this fails, the connection is broken, and then the lock is free.
    if (lockName !== undefined) await this.claimed?.unlock(lockName).catch(() => undefined);
  }

  private get channel(): string {
    return historyChannel(schemaOf(serviceOf(this.options.topic)));
  }
}
