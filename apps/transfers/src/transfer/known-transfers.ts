import type { Transfer } from './transfer.entity.js';

/** What the pages before a page have left of transfers. */
export abstract class KnownTransfers {
  /** Payment -> its transfers, in the order of its legs. */
  abstract ofPayments(paymentIds: readonly string[]): Promise<ReadonlyMap<string, readonly Transfer[]>>;
  /** Party -> the number of the last transfer in its list; 0 where it has none. */
  abstract lastNumbers(partyIds: readonly string[]): Promise<ReadonlyMap<string, bigint>>;
}
