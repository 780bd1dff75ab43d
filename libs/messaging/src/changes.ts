import type { Document, Operation } from '@halyard/contracts';
import type { DomainError } from '@halyard/core';
import type { EntityManager } from 'typeorm';

/** One fact for the history: what others are told, and what only the owner may read again. */
export interface HistoryEntry {
  /** Id of the resource whose order matters. */
  readonly key: string;
  readonly accountId: string;
  readonly type: string;
  /** Public: no secret and no personal data. */
  readonly data: unknown;
  /** Time of the change, from the account's clock. */
  readonly at: Date;
  /** Personal data of the change, sealed for the audit trail. Never leaves the table. */
  readonly sealed?: Buffer;
  /** Trace context of what it came of, where that is another's than the rest of the change. */
  readonly traceparent?: string;
}

/** A change in the making: every write of it goes through `tx`, every fact of it through `record`. */
export interface Change {
  readonly tx: EntityManager;
  /**
   * Adds history rows in their order, in one statement, and returns the last one's sequence number within its key, from 1.
   */
  readonly record: (...entries: readonly [HistoryEntry, ...HistoryEntry[]]) => Promise<number>;
}

export interface ChangeOptions<Answer> {
  /** Status of the answer, where it is not the usual one of such a document. */
  readonly status?: number;
  /**
   * Tells others of the change once it stands, unless it is a refusal. An operation whose others could not be told is
   * not finished: its repeat tells them.
   */
  readonly tell?: (answer: Answer) => Promise<void>;
}

/** An operation that is done with others of its kind, and what it is about. */
export interface Asked<Item> {
  readonly operation: Operation;
  readonly item: Item;
}

/** Does all that is asked in one change. A refusal is of its own operation only, which has changed nothing then. */
export type CommonWork<Item, Answer> = (
  change: Change,
  asked: readonly Asked<Item>[],
) => Promise<readonly (Answer | DomainError)[]>;

/**
 * How a plain service changes anything: state, history rows and the operation's outcome commit together, and the same
 * operation again returns the stored outcome without doing it twice.
 */
export abstract class Changes {
  /** @throws DomainError Conflict while another process carries out an operation with the same Idempotency-Key */
  abstract run<Answer extends Document>(
    operation: Operation,
    work: (change: Change) => Promise<Answer>,
    options?: ChangeOptions<Answer>,
  ): Promise<Answer>;
  /**
   * `run` for what many ask at the same time: what one turn asks, or a commit keeps waiting, is one change, which costs
   * little more than a single one. When it fails each is done alone, so that nobody suffers from another's trouble.
   */
  abstract together<Item, Answer extends Document>(
    work: CommonWork<Item, Answer>,
  ): (operation: Operation, item: Item) => Promise<Answer>;
  /** A change that no client asked for: a consumer's effect, within the transaction that the consumer was given. */
  abstract within(tx: EntityManager, traceparent?: string): Change;
}
