import { DomainError } from '@halyard/core';

const RETRY_AFTER_SECONDS = 1;
/**
 * Of those that waited, so many begin in one turn of the event loop. A commit can end hundreds at once; all that begin in
 * their place would hold up who is to be turned away meanwhile.
 */
const BEGUN_PER_TURN_MAX = 16;

/**
 * There is more to do than can be done: turned away before anything was begun. One error for all, since to make one, with
 * its stack, costs more than the rest of the refusal.
 */
export const overloaded = new DomainError('ServiceUnavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });

export interface BudgetOptions {
  /** How many may be carried out at a time. */
  readonly inFlightMax: number;
  /** How many may wait for that; they are taken in the order in which they came. */
  readonly queueMax: number;
  readonly onShed: () => void;
}

/**
 * Bounds what is carried out at a time: what is beyond it waits in a short queue, and what is beyond that is turned away
 * at once, while it has cost nothing yet (ADR 24).
 */
export class InFlightBudget {
  private running = 0;
  private readonly waiting = new Set<() => void>();
  /** It is their turn: a place is theirs. */
  private readonly called: (() => void)[] = [];

  constructor(private readonly options: BudgetOptions) {}

  get inFlight(): number {
    return this.running;
  }

  get queued(): number {
    return this.waiting.size;
  }

  /** @throws overloaded when whatever comes now would be turned away */
  refuseWhenFull(): void {
    const { inFlightMax, queueMax, onShed } = this.options;
    if (this.running < inFlightMax || this.waiting.size < queueMax) return;
    onShed();
    throw overloaded;
  }

  /**
   * Takes a place now, without waiting for one.
   *
   * @returns what gives it back; to call that again does nothing
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
   * Carries out `work` when it is its turn.
   *
   * @param whenGone registers what is to happen once nobody waits for the answer any more: work that is still queued then
   * is dropped
   * @throws overloaded, without having begun
   */
  async run<Result>(work: () => Promise<Result>, whenGone: (drop: () => void) => void): Promise<Result> {
    if (this.running < this.options.inFlightMax) this.running += 1;
    else await this.turn(whenGone);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private turn(whenGone: (drop: () => void) => void): Promise<void> {
    this.refuseWhenFull();
    return new Promise((resolve, reject) => {
      this.waiting.add(resolve);
      whenGone(() => {
        if (this.waiting.delete(resolve)) reject(overloaded);
      });
    });
  }

  /** A place that somebody waits for is handed over, so that nobody who comes later takes it. */
  private leave(): void {
    const [next] = this.waiting;
    if (!next) {
      this.running -= 1;
      return;
    }
    this.waiting.delete(next);
    this.called.push(next);
    if (this.called.length === 1) setImmediate(() => this.begin());
  }

  private begin(): void {
    const begun = this.called.slice(0, BEGUN_PER_TURN_MAX);
    for (const begin of begun) begin();
    this.called.splice(0, begun.length);
    if (this.called.length > 0) setImmediate(() => this.begin());
  }
}
