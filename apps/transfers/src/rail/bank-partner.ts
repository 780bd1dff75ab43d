import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import type { ReturnCode, SettlementRoute } from '@halyard/core';
import type { PaymentSide } from '../payment/payment.model.js';

/** A leg for the partner. Its id identifies it for ever: a partner accepts it once. */
export interface BankEntry {
  /** Id of the leg. */
  readonly id: string;
  readonly accountId: string;
  readonly route: Exclude<SettlementRoute, 'instant'>;
  readonly amountMinor: bigint;
  readonly bank: PaymentSide;
  /** When the leg began to wait for its bank, by its account's clock. */
  readonly startedAt: Date;
  /** The return that the bank's name asks for, if banks are simulated; never set in production. */
  readonly returns?: FundingSourceFact['returns'];
}

/**
 * A partner's answer about an entry. `unknown`: it can't tell yet, and has to be asked again. `absent`: it did not get
 * the entry, and no submission of it can still arrive.
 */
export type Receipt =
  { readonly kind: 'accepted' | 'unknown' | 'absent' } | { readonly kind: 'rejected'; readonly code: ReturnCode };

/** A bank's action on an accepted entry. */
export interface BankEvent {
  /** A UUIDv7, the same in every report of this action. */
  readonly id: string;
  readonly entryId: string;
  /** Why the bank returned the entry; absent if it has settled. */
  readonly returned?: ReturnCode;
  /** By the account's clock. */
  readonly at: Date;
}

export interface Happenings {
  readonly happenings: readonly BankEvent[];
  /** The next poll continues here. */
  readonly cursor: string;
}

/**
 * Moves money at banks in production (ADR 42). We poll everything: partners call nobody. If a call throws, its outcome
 * is unknown. All adapters pass one suite (test/bank-partner), and `PromptPartner` bounds their time.
 */
export abstract class BankPartner {
  /** Submits an entry once. After an error or `unknown`, we ask `find` about it and do not submit it again. */
  abstract submit(entry: BankEntry): Promise<Receipt>;
  abstract find(entryId: string): Promise<Receipt>;
  /**
   * All actions since the cursor, in any order, and perhaps more than once.
   *
   * @param cursor from the previous answer; undefined at first
   */
  abstract happened(cursor: string | undefined, max: number): Promise<Happenings>;
}
