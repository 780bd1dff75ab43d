import type { EntityManager } from 'typeorm';

/** Work for a later time. If an item with the same kind and key is put again, it replaces this one. */
export interface DueItem {
  readonly kind: string;
  /** Unique within the kind. */
  readonly key: string;
  /** The account by whose clock the item is due; null for the system's clock. */
  readonly accountId: string | null;
  readonly dueAt: Date;
  /** Everything else that the handler needs, as small JSON. */
  readonly data: unknown;
}

/**
 * Does the work of an item that is due. Its writes through `tx` commit together with the end of the item, or not at
 * all. Everything else that it does may happen again. Several items may share the transaction, one after the other.
 *
 * @returns when the item is due again, by its own clock; nothing if it is done
 */
export type DueHandler = (item: DueItem, tx: EntityManager) => Promise<Date | void>;
