import { type Claim, Unavailable } from '@halyard/core';

/** An event to append. Its id makes the append idempotent. */
export interface NewEvent {
  /** Derived from the attempt's id and an index, so that the store recognizes a repeated append. */
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata?: EventMetadata;
}

/** Never needed to fold the event. */
export interface EventMetadata {
  readonly traceparent?: string;
  readonly operationId?: string;
}

export interface StoredEvent {
  readonly id: string;
  readonly stream: string;
  /** 0 for the first event of its stream, then without gaps. */
  readonly revision: number;
  /** Position in the global order. Grows with every commit; may have gaps. */
  readonly position: Position;
  /** By the store's clock. Clocks are set, so an event may have an earlier time than one before it. */
  readonly recordedAt: Date;
  readonly type: string;
  /** @throws UnreadableEvent */
  readonly data: unknown;
  /** @throws UnreadableEvent */
  readonly metadata: EventMetadata;
}

/** An event's stored body is not JSON. The event is still delivered: only reading its body fails. */
export class UnreadableEvent extends Error {
  override readonly name = 'UnreadableEvent';
}

/** Position in the global order. Users may only compare positions. Zero is before the first event. */
export type Position = bigint;

/** The revision of the last event that the writer saw, or no-stream. */
export type ExpectedRevision = number | 'no-stream';

export interface Append {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly NewEvent[];
  /** The append is made only if this claim holds. */
  readonly claim?: Claim;
}

export interface AppendResult {
  /** Of the last event appended. */
  readonly revision: number;
  /** Of the last event, or of one that was appended together with it. */
  readonly position: Position;
}

/** A submitted append. Later appends name it if they rest on it. */
export interface Submission {
  /**
   * Rejects with WrongExpectedRevision, ClaimLost, PredecessorLost, EventStoreUnavailable, or RangeError for an append
   * that no store could make. It never becomes an unhandled rejection.
   */
  readonly committed: Promise<AppendResult>;
  /** Calls back once, as soon as the outcome is known, or at once if it is already. */
  whenKnown(hear: (outcome: AppendResult | Error) => void): void;
}

/** Another writer appended first. Nothing of this append is stored; read the end of the stream and decide again. */
export class WrongExpectedRevision extends Error {
  override readonly name = 'WrongExpectedRevision';
  constructor(readonly stream: string) {
    super(`${stream} moved on`);
  }
}

/** This append rests on one that did not commit. Nothing of this append is stored. */
export class PredecessorLost extends Error {
  override readonly name = 'PredecessorLost';
  /** @param cause the failure at the start of the chain, never itself a PredecessorLost */
  constructor(
    readonly stream: string,
    override readonly cause: Error,
  ) {
    super(`${stream}: what the append rests on did not commit`);
  }
}

/** Somebody else holds the claim of this append. Nothing of it is stored, or ever will be. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
  constructor(
    readonly stream: string,
    readonly claim: Claim,
  ) {
    super(`${stream}: what it was claimed under is taken`);
  }
}

/** The store could not be reached, or the connection was lost with the outcome unknown: repeat the same append. */
export class EventStoreUnavailable extends Unavailable {
  override readonly name = 'EventStoreUnavailable';
}

export interface ReadOptions {
  /** First revision to deliver. By default 0 forwards, and the end backwards. */
  readonly from?: number;
  readonly direction?: 'forwards' | 'backwards';
  readonly count?: number;
}

export interface SubscriptionOptions {
  /** Events after this position are delivered. */
  readonly from: Position;
  readonly streamPrefixes: readonly string[];
  /**
   * Called with one batch at a time, in global order. `position` is how far the store was read, even if no event
   * matched. A rejection stops the subscription and is passed to `onFailure`.
   */
  readonly onBatch: (batch: SubscriptionBatch) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

export interface SubscriptionBatch {
  readonly events: readonly StoredEvent[];
  readonly position: Position;
}

export interface StoreReader {
  /** Resolves once no batch is being handled, and none will be. */
  stop(): Promise<void>;
}

/**
 * Streams of events with one global order. An append is all or nothing, leaves no gap in its stream, and fails as a
 * whole if another writer was first. A repeat of an append (same stream, expected revision and event ids) returns the
 * first success. A subscriber that starts from a position it has handled never misses an event, however many processes
 * write.
 *
 * An append may rest on earlier ones that are not committed yet: it is stored only if all of them are. Adapters need
 * not write a chain at once, so any beginning of a chain may be stored alone (ADR 16). An append that fails takes down
 * everything that rests on it, and nothing else. An append under a claim is stored only if the claim holds: a store
 * beside the claims writes both in one commit, any other store makes the claim first.
 */
export abstract class EventStore {
  /**
   * Submits an append at once; the order of calls is the order of submission.
   *
   * The append rests on uncommitted appends to its stream that were submitted earlier with a lower expected revision,
   * and on `after`, which are submissions of this store. Committed submissions in `after` have no effect; a failed one
   * fails the append at once. A writer that decided on events not known to be committed has to name their appends in
   * `after`, even those to its own stream: the store may already know that one failed, and then no longer counts it as
   * uncommitted.
   */
  abstract submit(append: Append, after?: readonly Submission[]): Submission;

  /** @throws WrongExpectedRevision, PredecessorLost, EventStoreUnavailable */
  append(append: Append): Promise<AppendResult> {
    return this.submit(append).committed;
  }

  /** Yields nothing for a stream that does not exist. */
  abstract read(stream: string, options?: ReadOptions): AsyncIterable<StoredEvent>;
  /** Position of the newest event. A projection that has reached it includes everything that was answered. */
  abstract head(): Promise<Position>;
  /** Catches up from the position, then follows live; reconnects by itself. */
  abstract subscribe(options: SubscriptionOptions): StoreReader;
  abstract close(): Promise<void>;
}
