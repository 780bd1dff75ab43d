import { type Claim, Unavailable } from '@halyard/core';

/** An event to append. Its id makes the append idempotent. */
export interface NewEvent {
  /**
   * The event's id. It derives from the id of the attempt and an index, so that the store recognizes a repeated append.
   */
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata?: EventMetadata;
}

/** Facts about an event that folding never needs. */
export interface EventMetadata {
  readonly traceparent?: string;
  readonly operationId?: string;
}

export interface StoredEvent {
  readonly id: string;
  readonly stream: string;
  /** The event's number in its stream: from 0, without gaps. */
  readonly revision: number;
  /** The event's position in the global order. It grows with every commit, and may leave gaps. */
  readonly position: Position;
  /**
   * The time of recording, by the store's clock. Clocks are set now and then, so it may be earlier than that of an
   * event before.
   */
  readonly recordedAt: Date;
  readonly type: string;
  /** @throws UnreadableEvent */
  readonly data: unknown;
  /** @throws UnreadableEvent */
  readonly metadata: EventMetadata;
}

/** Thrown on reading the body of an event that is not JSON. The event itself is still delivered. */
export class UnreadableEvent extends Error {
  override readonly name = 'UnreadableEvent';
}

/** Position in the global order. Users may only compare positions. Zero is before the first event. */
export type Position = bigint;

/** The revision of the last event that the writer saw; `no-stream` if it saw none. */
export type ExpectedRevision = number | 'no-stream';

export interface Append {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly NewEvent[];
  /** A claim without which the append is not made. */
  readonly claim?: Claim;
}

export interface AppendResult {
  /** Revision of the last event of the append. */
  readonly revision: number;
  /** Position of its last event, or of an event that was appended together with it. */
  readonly position: Position;
}

/** A submitted append. Later appends that rest on it name it. */
export interface Submission {
  /**
   * Resolves once the append is committed. Rejects with WrongExpectedRevision, ClaimLost, PredecessorLost,
   * EventStoreUnavailable, or RangeError if no store could make the append. A rejection that nobody handles is no
   * error.
   */
  readonly committed: Promise<AppendResult>;
  /** Calls back once with the outcome: at once if it is known, otherwise as soon as it is. */
  whenKnown(hear: (outcome: AppendResult | Error) => void): void;
}

/**
 * Another writer has appended first. Nothing of this append is stored. Read the end of the stream, and decide again.
 */
export class WrongExpectedRevision extends Error {
  override readonly name = 'WrongExpectedRevision';
  constructor(readonly stream: string) {
    super(`${stream} moved on`);
  }
}

/** An append on which this one rests did not commit. Nothing of this append is stored. */
export class PredecessorLost extends Error {
  override readonly name = 'PredecessorLost';
  /** @param cause the first failure, which made all the others fail. It is never itself a PredecessorLost */
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

/** The store could not be reached, or the connection was lost while the outcome was unknown. Repeat the same append. */
export class EventStoreUnavailable extends Unavailable {
  override readonly name = 'EventStoreUnavailable';
}

export interface ReadOptions {
  /** The first revision to deliver. By default, reading forwards begins at 0, and backwards at the end. */
  readonly from?: number;
  readonly direction?: 'forwards' | 'backwards';
  readonly count?: number;
}

export interface SubscriptionOptions {
  /** The position after which events are delivered. */
  readonly from: Position;
  readonly streamPrefixes: readonly string[];
  /**
   * Called with one batch at a time, in global order. `position` says how far the store was read, even if no event
   * matched. If it rejects, the subscription stops and passes the error to `onFailure`.
   */
  readonly onBatch: (batch: SubscriptionBatch) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

export interface SubscriptionBatch {
  readonly events: readonly StoredEvent[];
  readonly position: Position;
}

export interface StoreReader {
  /** Stops. Resolves once no batch is being handled, and no other will be. */
  stop(): Promise<void>;
}

/**
 * Streams of events with one global order. An append is stored as a whole, leaves no gap in its stream, and fails as a
 * whole if another writer was first. A repeat of an append (same stream, expected revision and event ids) gets the
 * first success again. A subscriber that starts from a position it has handled never misses an event, however many
 * processes write.
 *
 * An append may rest on earlier ones that are not committed yet; it is then stored only if all of these are. Adapters
 * need not write a chain at once, so the chain's first links may be stored without the rest (ADR 16). An append that
 * fails makes everything fail that rests on it, and nothing else. An append with a claim is stored only if the claim
 * holds. A store beside the claims writes both in one commit; any other store makes the claim first.
 */
export abstract class EventStore {
  /**
   * Submits an append at once. The order of calls is the order of submission.
   *
   * The append rests on `after`, which are submissions of this store, and on earlier uncommitted appends to its stream
   * with a lower expected revision. A submission in `after` that is committed has no effect; one that has failed makes
   * the append fail at once.
   *
   * A writer that decided on events not known to be committed has to name their appends in `after`, even appends to its
   * own stream. The store may already know that one of them failed, and would then no longer count it as uncommitted.
   */
  abstract submit(append: Append, after?: readonly Submission[]): Submission;

  /** @throws WrongExpectedRevision, PredecessorLost, EventStoreUnavailable */
  append(append: Append): Promise<AppendResult> {
    return this.submit(append).committed;
  }

  /** Reads a stream. A stream that does not exist has no events. */
  abstract read(stream: string, options?: ReadOptions): AsyncIterable<StoredEvent>;
  /** Position of the newest event. A projection that has reached it includes everything that was answered so far. */
  abstract head(): Promise<Position>;
  /** The time at which the event at the head was recorded; undefined if there is no event. */
  abstract headAt(): Promise<Date | undefined>;
  /** Delivers events from a position on, first the stored ones, then new ones. It reconnects by itself. */
  abstract subscribe(options: SubscriptionOptions): StoreReader;
  abstract close(): Promise<void>;
}
