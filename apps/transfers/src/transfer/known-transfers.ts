import type { Transfer } from './transfer.entity.js';

export abstract class KnownTransfers {
  /** Finds the transfers of payments, by payment id and in the order of their legs. */
  abstract ofPayments(paymentIds: readonly string[]): Promise<ReadonlyMap<string, readonly Transfer[]>>;
  /** The number of the last transfer in each party's list, by party id; 0 for an empty list. */
  abstract lastNumbers(partyIds: readonly string[]): Promise<ReadonlyMap<string, bigint>>;
  /** The number of the last transfer of each account and its customers, by account id; 0 without any. */
  abstract lastAccountNumbers(accountIds: readonly string[]): Promise<ReadonlyMap<string, bigint>>;
  /** The number of the last payment of each account and its customers, by account id; 0 without any. */
  abstract lastPaymentNumbers(accountIds: readonly string[]): Promise<ReadonlyMap<string, bigint>>;
}
