import { asError } from './as-error.js';
import type { Claim } from '@halyard/core';
import type { EncodedAppend } from './encoded-append.js';
import { encodeAppend } from './encoded-append.js';
import type { Append, AppendResult, Submission } from './event-store.js';
import { EventStoreUnavailable, PredecessorLost } from './event-store.js';

export type Outcome = AppendResult | Error;

/** A submission with its outcome, as soon as that is known. It makes a promise only for a caller that asks for one. */
export class OutstandingSubmission implements Submission {
  private known: Outcome | undefined;
  private promised: Promise<AppendResult> | undefined;
  private listeners: ((outcome: Outcome) => void)[] = [];

  get outcome(): Outcome | undefined {
    return this.known;
  }

  get committed(): Promise<AppendResult> {
    if (!this.promised) {
      const { promise, resolve, reject } = Promise.withResolvers<AppendResult>();
      promise.catch(() => undefined);
      this.whenKnown((outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)));
      this.promised = promise;
    }
    return this.promised;
  }

  whenKnown(hear: (outcome: Outcome) => void): void {
    if (this.known) hear(this.known);
    else this.listeners.push(hear);
  }

  settle(outcome: Outcome): void {
    const { listeners } = this;
    this.known = outcome;
    this.listeners = [];
    for (const hear of listeners) hear(outcome);
  }
}

export interface PendingAppend {
  readonly append: EncodedAppend;
  readonly claim?: Claim;
  /** The submissions on which the append rests, without those that were committed when it was submitted. */
  readonly after: readonly OutstandingSubmission[];
  readonly submission: OutstandingSubmission;
}

/**
 * Passes an append to a queue. The append fails at once if no store could make it, if it rests on a failed one, or if
 * the queue refuses it.
 */
export function submitted(
  append: Append,
  after: readonly Submission[],
  enqueue: (pending: PendingAppend) => void,
): Submission {
  const submission = new OutstandingSubmission();
  try {
    const { stream, claim } = append;
    enqueue({ append: encodeAppend(append), claim, after: stillOpen(stream, after), submission });
  } catch (error) {
    submission.settle(asError(error));
  }
  return submission;
}

/**
 * Selects the submissions that have no outcome yet. @throws PredecessorLost if one has failed; TypeError for a
 * submission of another store
 */
export function stillOpen(stream: string, after: readonly Submission[]): readonly OutstandingSubmission[] {
  const open: OutstandingSubmission[] = [];
  for (const submission of after) {
    if (!(submission instanceof OutstandingSubmission))
      throw new TypeError('An append rests on submissions of its own store');
    if (submission.outcome instanceof Error) throw fallenWith(submission.outcome, stream);
    if (!submission.outcome) open.push(submission);
  }
  return open;
}

const fallenWith = (failure: Error, stream: string): PredecessorLost =>
  new PredecessorLost(stream, failure instanceof PredecessorLost ? failure.cause : failure);

/** The appends that have failed. They decide which later appends fail as well. */
export class Losses {
  private readonly lowest = new Map<string, { readonly expected: number; readonly failure: Error }>();
  private readonly failures = new Map<OutstandingSubmission, Error>();

  get none(): boolean {
    return this.failures.size === 0;
  }

  add({ append: { stream, expected }, submission }: PendingAppend, failure: Error): void {
    this.failures.set(submission, failure);
    const known = this.lowest.get(stream);
    if (!known || expected < known.expected) this.lowest.set(stream, { expected, failure });
  }

  /**
   * The reason why an append fails: events that it builds on, or a submission that it rests on, are lost. Undefined if
   * nothing is.
   */
  reasonFor({ append: { stream, expected }, after }: PendingAppend): PredecessorLost | undefined {
    const below = this.lowest.get(stream);
    if (below && below.expected < expected) return fallenWith(below.failure, stream);
    for (const submission of after) {
      const failure = this.failures.get(submission);
      if (failure) return fallenWith(failure, stream);
    }
    return undefined;
  }

  /** Finds the outcomes of a group, in order. An append that fails with an earlier one is not passed to `outcomeOf`. */
  judge(group: readonly PendingAppend[], outcomeOf: (pending: PendingAppend, index: number) => Outcome): Outcome[] {
    return group.map((pending, index) => {
      const outcome = this.reasonFor(pending) ?? outcomeOf(pending, index);
      if (outcome instanceof Error) this.add(pending, outcome);
      return outcome;
    });
  }
}

export const noOutcome = (): Error => new EventStoreUnavailable('The append has no outcome');

export const storeClosed = (): Error => new EventStoreUnavailable('The event store is closed');
