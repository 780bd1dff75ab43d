import type { DueThing } from '@halyard/contracts/sandbox-clock';
import type { CorrectionCode, ReturnCode, SettlementRoute, SimulatedReturn } from '@halyard/core';

/**
 * Due work for banks that keep time, in the order in which it is done when all of it is due at one moment. `bank-file`
 * makes the file of a cut-off, once all of its legs have gone out.
 */
export const kindsAtBanks = [
  'outage-end',
  'late-return',
  'return',
  'correction',
  'settlement',
  'micro-deposits',
  'same-day-cut-off',
  'wire-cut-off',
  'standard-cut-off',
  'bank-file',
] as const;
export type KindAtBanks = (typeof kindsAtBanks)[number];

/** Due work for legs. */
export type KindOfLegs = Exclude<KindAtBanks, 'outage-end' | 'bank-file'>;

/** The kinds that concern a leg while it waits for its bank. A late return comes after that. */
export const kindsWhilePending = kindsAtBanks.filter(
  (kind) => kind !== 'late-return' && kind !== 'outage-end' && kind !== 'bank-file',
);

const isKindAtBanks = (kind: string): kind is KindAtBanks => kindsAtBanks.some((known) => known === kind);

/** The name of due work as clients are told. */
export function dueThingOf(kind: string): DueThing {
  if (!isKindAtBanks(kind)) throw new Error(`${kind} is not due by the clock of an account`);
  if (kind === 'late-return') return 'return';
  return kind === 'bank-file' ? 'standard-cut-off' : kind;
}

export const kindsOfCutOffs = ['same-day-cut-off', 'wire-cut-off', 'standard-cut-off'] as const satisfies KindAtBanks[];
export type CutOffKind = (typeof kindsOfCutOffs)[number];

/** The cut-off at which a leg goes out. */
export const cutOffKinds: Readonly<Record<Exclude<SettlementRoute, 'instant'>, CutOffKind>> = {
  debit: 'standard-cut-off',
  credit: 'standard-cut-off',
  'same-day credit': 'same-day-cut-off',
  wire: 'wire-cut-off',
};

/** The data of an item. The key of the item is the leg's id. */
export interface DueData {
  /** Identifies the step for ever, so that a repeat takes the same step. */
  readonly id: string;
  /** The return that the bank's name asked for at the hand-over, or a rule. */
  readonly returns?: SimulatedReturn;
  /** The rule that asks for the return or the correction. */
  readonly rule?: string;
  readonly corrects?: CorrectionCode;
}

export const lateReturn = (code: ReturnCode): SimulatedReturn => ({ code, isLate: true });

export interface DueLeg extends DueData {
  readonly legId: string;
}

/** The legs of which something was due at one moment of an account's time. */
export interface DueLegs {
  readonly accountId: string;
  readonly dueAt: Date;
  readonly legs: readonly DueLeg[];
  /** W3C trace context of the advance for which it is done; absent for what comes due by itself. */
  readonly traceparent?: string;
}
