import type { EntityManager } from 'typeorm';

/** Has the ends of outages come due, for accounts whose banks keep time. */
export abstract class OutageEnds {
  /**
   * The account's outages are others from now on.
   *
   * @param tx the transaction that changes them
   */
  abstract changed(tx: EntityManager, accountId: string, ends: readonly Date[]): Promise<void>;
}
