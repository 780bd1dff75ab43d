import type { FundingSourceFact } from '@halyard/contracts';
import type { ReturnCode, SettlementRoute } from '@halyard/core';
import type { PaymentSide } from '../payment/payment.model.js';

/** A leg as the partner gets it. Its id identifies it for ever: a partner accepts it once. */
export interface BankEntry {
  /** Of the leg. */
  readonly id: string;
  readonly accountId: string;
  readonly route: Exclude<SettlementRoute, 'instant'>;
  readonly amountMinor: bigint;
  /** The bank that is debited or credited. */
  readonly bank: PaymentSide;
  /** Since when the leg waits for its bank, in its account's time. */
  readonly startedAt: Date;
  /** The return that the bank's name stands for where banks are simulated; never set in production. */
  readonly returns?: FundingSourceFact['returns'];
}

/**
 * What a partner says of an entry. `unknown`: it can't tell yet, and has to be asked again. `absent`: it did not get
 * the entry, and no submission of it can still arrive.
 */
export type Submitted =
  { readonly kind: 'accepted' | 'unknown' | 'absent' } | { readonly kind: 'rejected'; readonly code: ReturnCode };

/** What a bank did with an accepted entry. */
export interface Happening {
  /** A UUIDv7, the same whenever it is reported. */
  readonly id: string;
  readonly entryId: string;
  /** Why the bank returned it; absent when it has settled. */
  readonly returned?: ReturnCode;
  /** In the account's time. */
  readonly at: Date;
}

export interface Happenings {
  readonly happenings: readonly Happening[];
  /** Where the next poll continues. */
  readonly cursor: string;
}

/**
 * Moves money at banks in production (ADR 42). Everything is polled: partners call nobody. A call that throws says
 * nothing about its outcome. Adapters pass one suite (test/bank-partner); `PromptPartner` bounds their time.
 */
export abstract class BankPartner {
  /** Submits an entry, once: after an error or `unknown`, `find` asks about it and it is not submitted again. */
  abstract submit(entry: BankEntry): Promise<Submitted>;
  /** The outcome of a submission. */
  abstract find(entryId: string): Promise<Submitted>;
  /**
   * What has happened since the cursor, in any order, and perhaps more than once.
   *
   * @param cursor of the previous answer; undefined at first
   */
  abstract happened(cursor: string | undefined, max: number): Promise<Happenings>;
}
