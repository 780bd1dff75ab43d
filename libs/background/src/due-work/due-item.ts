import type { EntityManager } from 'typeorm';

/** Work for a later time. Kind and key identify it: putting it again moves it. */
export interface DueItem {
  readonly kind: string;
  /** Unique within the kind. */
  readonly key: string;
  /** The account whose clock `dueAt` is in; null for the system's clock. */
  readonly accountId: string | null;
  readonly dueAt: Date;
  /** Small JSON with anything else that the handler needs. */
  readonly data: unknown;
}

/**
 * Does the due work. Its writes through `tx` commit together with the end of the item, or not at all; anything it does
 * elsewhere must bear repetition. Several items may share the transaction, in order.
 *
 * @returns when the item is due again, by its own clock; nothing if it is done
 */
export type DueHandler = (item: DueItem, tx: EntityManager) => Promise<Date | void>;
