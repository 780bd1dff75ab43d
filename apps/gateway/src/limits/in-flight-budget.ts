import { DomainError, TurnStarts } from '@halyard/core';

const RETRY_AFTER_SECONDS = 1;
/** A commit can end hundreds of requests at once. Starting all that wait in one turn would delay refusals. */
const BEGUN_PER_TURN_MAX = 16;

/**
 * The error for requests that are refused before they begin. They share one error, since making one with its stack
 * costs more than the rest.
 */
export const overloaded = new DomainError('ServiceUnavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });

export interface Caller {
  /** An application, a person in one of our applications, or a network. */
  readonly name: string;
  /** The accounts that the caller acts for and belongs to; none for a network. */
  readonly accounts: readonly string[];
  /** Whether the caller is a person in one of our applications. */
  readonly isPerson: boolean;
}

export interface BudgetBounds {
  readonly inFlightMax: number;
  /** How many slots one caller may have, if slots are counted by caller. */
  readonly ofOneCallerMax?: number;
  readonly ofOneAccountMax?: number;
  /** How many slots only people may have. */
  readonly keptForPeople?: number;
  /** This many may wait for a slot, in order of arrival. */
  readonly queueMax: number;
}

interface BudgetOptions extends BudgetBounds {
  readonly onShed: () => void;
}

/** Bounds the work in progress. More requests wait in a short queue; beyond that they are refused at once (ADR 24). */
export class InFlightBudget {
  private running = 0;
  private readonly waiting = new Set<() => void>();
  /** Requests that have a slot and are about to start. */
  private readonly called = new TurnStarts(BEGUN_PER_TURN_MAX);
  private readonly callers = new Map<string, number>();
  private readonly accounts = new Map<string, number>();
  /** Slots in use by callers that are not people. */
  private ofOthers = 0;
  private readonly ofOneCallerMax: number;
  private readonly ofOneAccountMax: number;
  private readonly tooManyOfOne: DomainError;
  private readonly tooManyOfAccount: DomainError;

  constructor(private readonly options: BudgetOptions) {
    this.ofOneCallerMax = options.ofOneCallerMax ?? Number.POSITIVE_INFINITY;
    this.ofOneAccountMax = options.ofOneAccountMax ?? Number.POSITIVE_INFINITY;
    const tooMany = (message: string): DomainError =>
      new DomainError('TooManyRequests', { message, retryAfterSeconds: RETRY_AFTER_SECONDS });
    this.tooManyOfOne = tooMany(`One client may have ${this.ofOneCallerMax} of these requests at a time.`);
    this.tooManyOfAccount = tooMany(
      `The clients of one account may have ${this.ofOneAccountMax} of these requests at a time together.`,
    );
  }

  get inFlight(): number {
    return this.running;
  }

  get queued(): number {
    return this.waiting.size;
  }

  /** @throws overloaded if any new request would be refused */
  refuseWhenFull(): void {
    const { inFlightMax, queueMax, onShed } = this.options;
    if (this.running < inFlightMax || this.waiting.size < queueMax) return;
    onShed();
    throw overloaded;
  }

  /**
   * Takes a slot for a caller without waiting. No caller or account can take the slots of all others.
   * @returns a function that frees the slot; calling it again does nothing
   * @throws overloaded; DomainError TooManyRequests if the caller or its account has all that it may have
   */
  take(caller: Caller): () => void {
    const { name, accounts, isPerson } = caller;
    if ((this.callers.get(name) ?? 0) >= this.ofOneCallerMax) throw this.tooManyOfOne;
    if (accounts.some((account) => (this.accounts.get(account) ?? 0) >= this.ofOneAccountMax))
      throw this.tooManyOfAccount;
    if (!isPerson) this.refuseWhenKept();
    this.refuseWhenFull();
    this.running += 1;
    this.count(caller, 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.count(caller, -1);
      this.leave();
    };
  }

  /** @throws overloaded if only slots for people are left */
  private refuseWhenKept(): void {
    const { inFlightMax, keptForPeople = 0, onShed } = this.options;
    if (this.ofOthers < inFlightMax - keptForPeople) return;
    onShed();
    throw overloaded;
  }

  private count({ name, accounts, isPerson }: Caller, by: 1 | -1): void {
    if (!isPerson) this.ofOthers += by;
    countIn(this.callers, name, by);
    for (const account of accounts) countIn(this.accounts, account, by);
  }

  /**
   * Runs `work` when its turn comes.
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

function countIn(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
