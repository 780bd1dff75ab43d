import type { FundingSourceFact } from '@halyard/contracts';
import type { ReturnCode, Route } from '@halyard/core';
import type { PaymentSide } from '../payment/payment.model.js';

/** A leg as the partner gets it. Its id names it for ever: a partner takes it once. */
export interface BankEntry {
  /** Of the leg. */
  readonly id: string;
  readonly accountId: string;
  readonly route: Exclude<Route, 'instant'>;
  readonly amountMinor: bigint;
  /** The bank that is debited or credited. */
  readonly bank: PaymentSide;
  /** Since when the leg has waited for its bank, in its account's time. */
  readonly startedAt: Date;
  /** What the bank's name stands for where banks are simulated; never set in production. */
  readonly returns?: FundingSourceFact['returns'];
}

/**
 * What a partner says of an entry. `unknown`: it can't tell yet, and has to be asked again. `absent`: it never got the
 * entry and, which is more, the entry is on no way to it any more.
 */
export type Submitted =
  { readonly kind: 'accepted' | 'unknown' | 'absent' } | { readonly kind: 'rejected'; readonly code: ReturnCode };

/** What a bank did with an entry that was accepted. */
export interface Happening {
  /** A UUIDv7, the same each time that it is told. */
  readonly id: string;
  readonly entryId: string;
  /** Why the bank returned it; absent where it has settled. */
  readonly returned?: ReturnCode;
  /** In the account's time. */
  readonly at: Date;
}

export interface Happenings {
  readonly happenings: readonly Happening[];
  /** To go on from, the next time. */
  readonly cursor: string;
}

/**
 * Who moves money at banks in production (ADR 42). Everything is asked for: partners call nobody. What throws has told
 * nothing. Its adapters pass one suite (test/bank-partner); `PromptPartner` holds each to a time.
 */
export abstract class BankPartner {
  /** Hands an entry over, once: what throws, or answers `unknown`, is asked for by `find` and not submitted again. */
  abstract submit(entry: BankEntry): Promise<Submitted>;
  /** What became of a submission. */
  abstract find(entryId: string): Promise<Submitted>;
  /** What has happened since, in any order, and maybe more than once. @param cursor of the answer before; none at first */
  abstract happened(cursor: string | undefined, max: number): Promise<Happenings>;
}
