import { DomainError } from '@halyard/core';
import { TurnStarts } from '@halyard/http';

const RETRY_AFTER_SECONDS = 1;
/**
 * How many requests start in one turn of the event loop. A commit can end hundreds at once; starting all that waited
 * would delay refusals in the meantime.
 */
const BEGUN_PER_TURN_MAX = 16;

/**
 * Overload: refused before anything was begun. One error for all, since making one, with its stack, costs more than the
 * rest of the refusal.
 */
export const overloaded = new DomainError('ServiceUnavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });

interface BudgetOptions {
  /** How many may run at a time. */
  readonly inFlightMax: number;
  /** How many may wait for a slot, in order of arrival. */
  readonly queueMax: number;
  readonly onShed: () => void;
}

/**
 * Bounds the work in progress: further requests wait in a short queue, and beyond that they are refused at once, before
 * they cost anything (ADR 24).
 */
export class InFlightBudget {
  private running = 0;
  private readonly waiting = new Set<() => void>();
  /** Their turn has come: they have a slot. */
  private readonly called = new TurnStarts(BEGUN_PER_TURN_MAX);

  constructor(private readonly options: BudgetOptions) {}

  get inFlight(): number {
    return this.running;
  }

  get queued(): number {
    return this.waiting.size;
  }

  /** @throws overloaded when any new request would be refused */
  refuseWhenFull(): void {
    const { inFlightMax, queueMax, onShed } = this.options;
    if (this.running < inFlightMax || this.waiting.size < queueMax) return;
    onShed();
    throw overloaded;
  }

  /**
   * Takes a slot without waiting. @returns frees it; calling it again does nothing
   *
   * @throws overloaded
   */
  take(): () => void {
    this.refuseWhenFull();
    this.running += 1;
    let isTaken = true;
    return () => {
      if (isTaken) this.leave();
      isTaken = false;
    };
  }

  /**
   * Runs `work` when its turn comes, beside what else begins in this turn of the event loop.
   *
   * @param whenGone registers a callback for when nobody waits for the answer any more: queued work is then dropped
   * @throws overloaded, without having begun
   */
  async run<Result>(work: () => Promise<Result>, whenGone: (drop: () => void) => void): Promise<Result> {
    await this.turn(whenGone);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private turn(whenGone: (drop: () => void) => void): Promise<void> {
    this.refuseWhenFull();
    return new Promise((resolve, reject) => {
      if (this.running < this.options.inFlightMax) {
        this.running += 1;
        return this.called.add(resolve);
      }
      this.waiting.add(resolve);
      whenGone(() => {
        if (this.waiting.delete(resolve)) reject(overloaded);
      });
    });
  }

  /** A freed slot goes to the next in the queue, so that no later request takes it. */
  private leave(): void {
    const [next] = this.waiting;
    if (!next) {
      this.running -= 1;
      return;
    }
    this.waiting.delete(next);
    this.called.add(next);
  }
}
