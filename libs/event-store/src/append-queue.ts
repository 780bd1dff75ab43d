import { asError } from './as-error.js';
import type { EncodedAppend } from './encoded-append.js';
import type { Appended } from './event-store.js';
import { EventStoreUnavailable } from './event-store.js';
import { turnEnd } from './turn-end.js';

export type Outcome = Appended | Error;

interface Waiting {
  readonly append: EncodedAppend;
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: Error) => void;
}

export interface AppendQueueOptions {
  /** Bounds one commit's message and latency; what is beyond goes into the next. 1000 by default. */
  readonly groupAppendsMax?: number;
  /** No append waits or is in flight any more. */
  readonly onIdle?: () => void;
}

/** Appends that failed, and with them those that were decided on top of them. */
export class FailedAppends {
  private readonly lowest = new Map<string, { readonly expected: number; readonly error: Error }>();

  add({ stream, expected }: EncodedAppend, error: Error): void {
    const known = this.lowest.get(stream);
    if (!known || expected < known.expected) this.lowest.set(stream, { expected, error });
  }

  /** Why an append that was submitted behind the failed ones must fail too: the events it builds on aren't there. */
  reasonFor({ stream, expected }: EncodedAppend): Error | undefined {
    const failed = this.lowest.get(stream);
    return failed && failed.expected < expected ? failed.error : undefined;
  }

  get size(): number {
    return this.lowest.size;
  }
}

/**
 * Group commit: appends gather while a commit is in flight, and until the event loop's turn ends, so that callers whom
 * one commit has answered meet in the next. Order of submission is kept; one group is in flight at a time.
 */
export class AppendQueue {
  private waiting: Waiting[] = [];
  private draining: Promise<void> | undefined;
  private closed = false;

  /** @param commit gives one outcome per append, in order; its rejection fails the whole group */
  constructor(
    private readonly commit: (group: readonly EncodedAppend[]) => Promise<readonly Outcome[]>,
    private readonly options: AppendQueueOptions = {},
  ) {}

  submit(append: EncodedAppend): Promise<Appended> {
    if (this.closed) return Promise.reject(new EventStoreUnavailable('The event store is closed'));
    return new Promise((resolve, reject) => {
      this.waiting.push({ append, resolve, reject });
      this.draining ??= this.drain();
    });
  }

  /** Refuses further appends; resolves once all that were submitted have their outcome. */
  async close(): Promise<void> {
    this.closed = true;
    await this.draining;
  }

  private async drain(): Promise<void> {
    const { groupAppendsMax = 1000, onIdle } = this.options;
    await turnEnd();
    while (this.waiting.length > 0) {
      const group = this.waiting.splice(0, groupAppendsMax);
      this.settle(group, await this.outcomes(group));
      await turnEnd();
    }
    this.draining = undefined;
    onIdle?.();
  }

  private async outcomes(group: readonly Waiting[]): Promise<readonly Outcome[]> {
    try {
      return await this.commit(group.map(({ append }) => append));
    } catch (error) {
      const failure = asError(error);
      return group.map(() => failure);
    }
  }

  private settle(group: readonly Waiting[], outcomes: readonly Outcome[]): void {
    const failed = new FailedAppends();
    group.forEach(({ append, resolve, reject }, index) => {
      const outcome = outcomes[index] ?? new EventStoreUnavailable('The append has no outcome');
      if (outcome instanceof Error) {
        failed.add(append, outcome);
        reject(outcome);
      } else {
        resolve(outcome);
      }
    });
    if (failed.size > 0) this.failFollowers(failed);
  }

  /** Their failure is known only now: what was submitted before and builds on them must not reach the store. */
  private failFollowers(failed: FailedAppends): void {
    this.waiting = this.waiting.filter(({ append, reject }) => {
      const reason = failed.reasonFor(append);
      if (reason) reject(reason);
      return !reason;
    });
  }
}
