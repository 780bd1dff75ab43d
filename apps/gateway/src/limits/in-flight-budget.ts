import { DomainError, TurnStarts } from '@halyard/core';

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

export interface BudgetBounds {
  /** How many may run at a time. */
  readonly inFlightMax: number;
  /** How many of them one caller may have, where they are taken for callers. */
  readonly ofOneCallerMax?: number;
  /** How many may wait for a slot, in order of arrival. */
  readonly queueMax: number;
}

interface BudgetOptions extends BudgetBounds {
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
  private readonly callers = new Map<string, number>();
  private readonly ofOneCallerMax: number;
  private readonly tooManyOfOne: DomainError;

  constructor(private readonly options: BudgetOptions) {
    this.ofOneCallerMax = options.ofOneCallerMax ?? Number.POSITIVE_INFINITY;
    this.tooManyOfOne = new DomainError('TooManyRequests', {
      message: `One client may have ${this.ofOneCallerMax} of these requests at a time.`,
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }

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
   * Takes a slot for a caller, without waiting: no caller can take those of all others. @returns frees it; calling it
   * again does nothing
   *
   * @throws overloaded; DomainError TooManyRequests when the caller has all that it may have
   */
  take(caller: string): () => void {
    const taken = this.callers.get(caller) ?? 0;
    if (taken >= this.ofOneCallerMax) throw this.tooManyOfOne;
    this.refuseWhenFull();
    this.running += 1;
    this.callers.set(caller, taken + 1);
    let isTaken = true;
    return () => {
      if (isTaken) this.giveBack(caller);
      isTaken = false;
    };
  }

  private giveBack(caller: string): void {
    const left = (this.callers.get(caller) ?? 1) - 1;
    if (left > 0) this.callers.set(caller, left);
    else this.callers.delete(caller);
    this.leave();
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
