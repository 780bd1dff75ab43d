import type { Transfer } from './transfer.entity.js';

export abstract class KnownTransfers {
  /** By payment id: its transfers, in the order of its legs. */
  abstract ofPayments(paymentIds: readonly string[]): Promise<ReadonlyMap<string, readonly Transfer[]>>;
  /** By party id: the number of the last transfer in its list; 0 without any. */
  abstract lastNumbers(partyIds: readonly string[]): Promise<ReadonlyMap<string, bigint>>;
  /** By account id: the number of the last transfer of the account and its customers; 0 without any. */
  abstract lastAccountNumbers(accountIds: readonly string[]): Promise<ReadonlyMap<string, bigint>>;
}
