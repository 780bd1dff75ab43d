import type { Operation } from '@halyard/contracts';
import type { DomainError } from '@halyard/core';
import type { EntityManager } from 'typeorm';

/** One row of the history. It has public data for others, and sealed data that only the owner reads again. */
export interface HistoryEntry {
  /** Id of the resource. Rows with the same key have an order. */
  readonly key: string;
  readonly accountId: string;
  readonly type: string;
  /** The public data, without secrets and personal data. */
  readonly data: unknown;
  /** The time by the account's clock. */
  readonly at: Date;
  /** Sealed personal data of the change, for the audit trail. It never leaves the table. */
  readonly sealed?: Buffer;
  /** Trace context of what caused this row, if the rest of the change has another cause. */
  readonly traceparent?: string;
}

/** A change that is being made. Every write goes through `tx`, and every fact through `record`. */
export interface Change {
  readonly tx: EntityManager;
  /** Adds history rows in order, by one statement. Each row gets the next sequence number of its key, from 1. */
  readonly record: (...entries: readonly HistoryEntry[]) => Promise<void>;
}

export interface ChangeOptions<Answer> {
  /** Default: the usual status for such an answer. */
  readonly status?: number;
  /**
   * Tells other services of the change once it is committed, unless the answer is a refusal. Only then is the operation
   * finished: until then, its repeat tells them again.
   */
  readonly tell?: (answer: Answer) => Promise<void>;
}

export interface AskedItem<Item> {
  readonly operation: Operation;
  readonly item: Item;
}

/**
 * A change that several operations share. Its history rows are written together with the operations' outcomes, in one
 * exchange with the database.
 */
export interface CommonChange extends Pick<Change, 'tx'> {
  readonly record: (...entries: readonly HistoryEntry[]) => void;
}

/**
 * Carries out several operations in one change. An operation that is refused must not have changed anything, and does
 * not affect the others.
 */
export type CommonWork<Item, Answer> = (
  change: CommonChange,
  asked: readonly AskedItem<Item>[],
) => Promise<readonly (Answer | DomainError)[]>;
