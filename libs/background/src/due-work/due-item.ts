import type { EntityManager } from 'typeorm';

/** Something that must happen at a time. Kind and key identify it: putting it again moves it. */
export interface DueItem {
  /** The kind of handler that it is for. */
  readonly kind: string;
  /** Unique within the kind. */
  readonly key: string;
  /** The account whose clock `dueAt` is in; null for the system's clock. */
  readonly accountId: string | null;
  readonly dueAt: Date;
  /** Anything else that the handler needs, as JSON; small. */
  readonly data: unknown;
}

/**
 * Does what is due. What it writes through `tx` commits together with the end of the item, or not at all; anything it
 * does elsewhere must bear repetition. Several items may share the transaction, in order.
 *
 * @returns when the same item is due again, by its own clock; nothing if it is done
 */
export type DueHandler = (item: DueItem, tx: EntityManager) => Promise<Date | void>;
