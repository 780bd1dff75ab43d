import type { CorrectedValues, EntryDirection, EntryRoute, ruleCustomerTypes } from '@halyard/contracts/bank-behavior';
import type { CorrectionCode, ReturnCode } from '@halyard/core';

export type RuleCustomerType = (typeof ruleCustomerTypes)[number];

/** The conditions of a rule. All that are given must hold. */
export interface EntryCondition {
  readonly direction?: EntryDirection;
  readonly route?: EntryRoute;
  readonly routingNumber?: string;
  /** Dollars as decimal texts; `from` is included, `below` is not. */
  readonly amount?: { readonly from?: string; readonly below?: string };
  readonly owner?: 'account' | 'customer';
  readonly customerType?: RuleCustomerType;
  /** A whole correlation id, or a prefix that ends in `*`. */
  readonly correlationId?: string;
}

/** The consequence of a rule. Durations are ISO 8601 and count from the settlement moment. */
export type RuleConsequence =
  | { readonly return: ReturnCode; readonly after?: string }
  | { readonly correct: CorrectionCode; readonly corrected: CorrectedValues }
  | { readonly delay: string }
  | { readonly microDeposits: 'wrong-amounts' };

/** At most one of `share` (decimal text), `first` and `every`. A rule without them strikes every entry that it fits. */
export interface BankRule {
  readonly name: string;
  readonly when?: EntryCondition;
  readonly share?: string;
  readonly first?: number;
  readonly every?: number;
  readonly then: RuleConsequence;
}

/** `from` is included, `to` is not. Both are ISO 8601 in UTC. */
export interface BankOutage {
  readonly routingNumber: string;
  readonly from: string;
  readonly to: string;
}

/** How an account's banks behave (contract of what no peer has, section 3). */
export interface BankBehavior {
  readonly seed: string;
  /** In order: the first rule that strikes an entry decides. */
  readonly rules: readonly BankRule[];
  readonly outages: readonly BankOutage[];
}

export const noBehavior: BankBehavior = { seed: '', rules: [], outages: [] };

/** How often a rule was asked about an entry that it fits, and how many entries it has struck. */
export interface RuleCount {
  readonly looked: number;
  readonly struck: number;
}

/** A rule's consequence as it is kept with an entry, without the values of a correction. */
export type Conduct =
  | { readonly return: ReturnCode; readonly after?: string }
  | { readonly correct: CorrectionCode }
  | { readonly delay: string }
  | { readonly microDeposits: 'wrong-amounts' };

/** A leg that is about to go to its bank. */
export interface LegToDraw {
  readonly legId: string;
  /** The correlation id of the leg's payment. */
  readonly correlationId: string | null;
  /** From 1, among the legs of its payment at banks. */
  readonly numberAtBanks: number;
  readonly direction: EntryDirection;
  readonly route: EntryRoute;
  /** US cents. */
  readonly amountMinor: bigint;
  readonly fundingSourceId: string;
  readonly ownerKind: 'account' | 'customer';
  readonly ownerId: string;
  /** Absent for an account. */
  readonly customerType?: RuleCustomerType;
  /** Its bank is named by a return code: no rule is asked about it, and none counts it. */
  readonly isNamed: boolean;
}

/** The decision about an entry. It is made once, and kept. */
export interface Draw {
  /** The name of the entry: `order-17/1` or `#4`. */
  readonly entry: string;
  /** The rule that struck the entry; absent if none did. */
  readonly rule?: string;
  readonly conduct?: Conduct;
  /** A simulation has left the entry out because of a delay. The next one settles it. */
  readonly isLeftOut: boolean;
}
