import type { Operation } from '@halyard/contracts';
import type { DomainError } from '@halyard/core';
import type { EntityManager } from 'typeorm';

/** One row of the history: the public data that others get, and sealed data that only the owner may read again. */
export interface HistoryEntry {
  /** Id of the resource within which order matters. */
  readonly key: string;
  readonly accountId: string;
  readonly type: string;
  /** Public: no secret and no personal data. */
  readonly data: unknown;
  /** Time of the change, from the account's clock. */
  readonly at: Date;
  /** Personal data of the change, sealed for the audit trail. Never leaves the table. */
  readonly sealed?: Buffer;
  /** Trace context of the cause, when it differs from that of the rest of the change. */
  readonly traceparent?: string;
}

/** A change under way: every write goes through `tx`, every fact through `record`. */
export interface Change {
  readonly tx: EntityManager;
  /** Adds history rows in order, in one statement, each with the next sequence number of its key, from 1. */
  readonly record: (...entries: readonly HistoryEntry[]) => Promise<void>;
}

export interface ChangeOptions<Answer> {
  /** Status of the answer, when it is not the usual one for such a document. */
  readonly status?: number;
  /**
   * Tells other services once the change is committed, unless the answer is a refusal. The operation is not finished
   * before they know: its repeat tells them again.
   */
  readonly tell?: (answer: Answer) => Promise<void>;
}

/** An operation that runs together with others of its kind, and its item. */
export interface Asked<Item> {
  readonly operation: Operation;
  readonly item: Item;
}

/** A change of many operations: its history rows are written with their outcomes, in one exchange with the database. */
export interface CommonChange extends Pick<Change, 'tx'> {
  readonly record: (...entries: readonly HistoryEntry[]) => void;
}

/**
 * Carries out all operations in one change. A refusal concerns only its own operation, which then has changed nothing.
 */
export type CommonWork<Item, Answer> = (
  change: CommonChange,
  asked: readonly Asked<Item>[],
) => Promise<readonly (Answer | DomainError)[]>;
