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

/**
 * Does the work of several items that are due at the same moment, of one account or of none. The rules of `DueHandler`
 * hold for all of them together.
 *
 * @param traceparent W3C trace context of what has them done; undefined if they were due by themselves
 * @returns for each item when it is due again, by its own clock; undefined if it is done
 */
export type DueHandlerOfMany = (
  items: readonly DueItem[],
  tx: EntityManager,
  traceparent?: string,
) => Promise<readonly (Date | undefined)[]>;

/** How the items of a kind are handled. */
export interface DueKind {
  readonly handle: DueHandlerOfMany;
  /** Of items that are due at the same moment, those of a lower rank come first. */
  readonly rank: number;
}
