import type { EntityManager } from 'typeorm';

/** Something that must happen at a time. Kind and key name it: put again, it is moved. */
export interface DueItem {
  /** Which handler it is for. */
  readonly kind: string;
  /** Unique within the kind. */
  readonly key: string;
  /** Whose time `dueAt` is in; null for the system's. */
  readonly accountId: string | null;
  readonly dueAt: Date;
  /** What the handler is to know besides, as JSON; small. */
  readonly data: unknown;
}

/**
 * Does what is due. What it writes through `tx` is committed together with the item's end, or not at all; what it does
 * elsewhere must bear being done again. Several items may share the transaction, in their order.
 *
 * @returns when the same item is due again, in its own time; nothing if it is done
 */
export type DueHandler = (item: DueItem, tx: EntityManager) => Promise<Date | void>;
