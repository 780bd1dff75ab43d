import type { Claim } from './claim.js';

/** An event as a decider makes it, with the id that makes its append idempotent. */
export interface NewEvent {
  /** Derived from the operation's id and an index, so that the same append again is recognised. */
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata?: EventMetadata;
}

/** What stands beside an event: never needed to fold it. */
export interface EventMetadata {
  readonly traceparent?: string;
  readonly operationId?: string;
}

export interface StoredEvent {
  readonly id: string;
  readonly stream: string;
  /** 0 for the first event of its stream, then without a hole. */
  readonly revision: number;
  /** Place in the global order. Grows with every commit; may have holes. */
  readonly position: Position;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: EventMetadata;
}

/** Place in the global order; opaque to its users but for `comparePositions`. Zero stands before the first event. */
export type Position = bigint;

/** The revision that the writer decided on: that of the last event it has seen, or no-stream. */
export type ExpectedRevision = number | 'no-stream';

export interface Append {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly NewEvent[];
  /** Has to stand first, or the append is lost. */
  readonly claim?: Claim;
}

export interface Appended {
  /** Revision of the last event appended. */
  readonly revision: number;
  readonly position: Position;
}

/** An append on its way; names itself to appends that rest on it. */
export interface Submission {
  /**
   * Rejects with WrongExpectedRevision, ClaimLost, PredecessorLost, EventStoreUnavailable, or RangeError for what no
   * store could ever append. Nobody has to look: it is never an unhandled rejection.
   */
  readonly committed: Promise<Appended>;
}

/** Another writer came first. Nothing of the append stands; read the stream's tail and decide again. */
export class WrongExpectedRevision extends Error {
  override readonly name = 'WrongExpectedRevision';
  constructor(readonly stream: string) {
    super(`${stream} moved on`);
  }
}

/** Lost through no fault of its own: something that it rests on did not commit. Nothing of it stands. */
export class PredecessorLost extends Error {
  override readonly name = 'PredecessorLost';
  /** @param cause the failure that it all began with, never itself a PredecessorLost */
  constructor(
    readonly stream: string,
    override readonly cause: Error,
  ) {
    super(`${stream}: what the append rests on did not commit`);
  }
}

/** What the append was claimed under is somebody else's. Nothing of the append stands, or ever will. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
  constructor(
    readonly stream: string,
    readonly claim: Claim,
  ) {
    super(`${stream}: what it was claimed under is taken`);
  }
}

/** The store could not be asked, or the connection was lost with the outcome unknown: the same append may be repeated. */
export class EventStoreUnavailable extends Error {
  override readonly name = 'EventStoreUnavailable';
}

export interface ReadOptions {
  /** First revision to deliver; forwards from 0 and backwards from the end by default. */
  readonly from?: number;
  readonly direction?: 'forwards' | 'backwards';
  readonly count?: number;
}

export interface SubscriptionOptions {
  /** Events after this position are delivered. */
  readonly from: Position;
  /** Only streams whose name starts with one of these. */
  readonly streamPrefixes: readonly string[];
  /**
   * Called with one batch at a time, in global order. `position` is how far the store has been read, also where no
   * event matched. A rejection stops the subscription, which calls `onFailure`.
   */
  readonly onBatch: (batch: SubscriptionBatch) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

export interface SubscriptionBatch {
  readonly events: readonly StoredEvent[];
  readonly position: Position;
}

export interface Subscription {
  /** Resolves once no batch is being handled and none will be. */
  stop(): Promise<void>;
}

/**
 * Streams of events with one global order. An append is all or nothing, leaves no hole in its stream, and loses as a
 * whole to another writer. The same append again (same stream, expected revision and event ids) returns the first
 * success. A subscriber that starts from a position it has handled never misses an event, however many processes write.
 *
 * An append may rest on earlier ones that are not committed yet: it stands only if all of them do, and no adapter needs
 * to write them at once, so that of a chain any beginning may stand (ADR 16). A loser takes down all that rests on it,
 * and nothing else. An append under a claim stands only if that does: a store beside the claim writes both in one commit,
 * any other sees to the claim first.
 */
export abstract class EventStore {
  /**
   * Hands an append over at once; the order of calls is the order of submission.
   *
   * It rests on the uncommitted appends to its stream that were submitted before it and expected a lower revision, and
   * on `after`: submissions of this store. A committed one among these asks for nothing, a failed one fails the append
   * at once. A decision on events that were not known to be committed names whoever appends them, those of its own
   * stream too: a failure that the store knows and its caller has yet to hear of is no longer among the uncommitted.
   */
  abstract submit(append: Append, after?: readonly Submission[]): Submission;

  /** @throws WrongExpectedRevision, PredecessorLost, EventStoreUnavailable */
  append(append: Append): Promise<Appended> {
    return this.submit(append).committed;
  }

  /** Events of a stream that is not there: none. */
  abstract read(stream: string, options?: ReadOptions): AsyncIterable<StoredEvent>;
  /** Position of the newest event of the store: a projection that has come so far has seen all that is answered. */
  abstract head(): Promise<Position>;
  /** Catches up from the position and then stays live; reconnects by itself. */
  abstract subscribe(options: SubscriptionOptions): Subscription;
  abstract close(): Promise<void>;
}
