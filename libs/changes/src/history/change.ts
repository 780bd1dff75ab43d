import type { Operation } from '@halyard/contracts';
import type { DomainError } from '@halyard/core';
import type { EntityManager } from 'typeorm';

/** One row of the history, with public data for others, and sealed data that only the owner reads again. */
export interface HistoryEntry {
  /** Id of the resource within which order matters. */
  readonly key: string;
  readonly accountId: string;
  readonly type: string;
  /** Without secrets and personal data. */
  readonly data: unknown;
  /** By the account's clock. */
  readonly at: Date;
  /** Sealed personal data of the change, for the audit trail. Never leaves the table. */
  readonly sealed?: Buffer;
  /** Trace context of the cause, if it differs from that of the rest of the change. */
  readonly traceparent?: string;
}

/** A change under way: every write goes through `tx`, every fact through `record`. */
export interface Change {
  readonly tx: EntityManager;
  /** Adds history rows in order, in one statement. Each gets the next sequence number of its key, from 1. */
  readonly record: (...entries: readonly HistoryEntry[]) => Promise<void>;
}

export interface ChangeOptions<Answer> {
  /** Defaults to the usual status for such an answer. */
  readonly status?: number;
  /**
   * Tells other services once the change is committed, unless the answer is a refusal. The operation is finished only
   * when they know: its repeat tells them again.
   */
  readonly tell?: (answer: Answer) => Promise<void>;
}

export interface AskedItem<Item> {
  readonly operation: Operation;
  readonly item: Item;
}

/** History rows are written together with the operations' outcomes, in one exchange with the database. */
export interface CommonChange extends Pick<Change, 'tx'> {
  readonly record: (...entries: readonly HistoryEntry[]) => void;
}

/** A refused operation must not have changed anything, and does not affect the others. */
export type CommonWork<Item, Answer> = (
  change: CommonChange,
  asked: readonly AskedItem<Item>[],
) => Promise<readonly (Answer | DomainError)[]>;
