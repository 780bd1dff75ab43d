import { type MoneyJson, moneyToJson, usd } from '@halyard/core';
import { balanceOfAccount, type LedgerAccount, transitOf } from './chart-of-accounts.js';
import type { LimitCommand } from '../limit/limit.decider.js';
import type {
  AcceptPayment,
  CreateLeg,
  EndLeg,
  ProcessLeg,
  RefundFee,
  RefuseLeg,
  RefusePayment,
} from './payment.decider.js';
import { debitIdOf, entryIdOf, holdIdOf, reservationIdOf } from '../payment-ids.js';
import {
  directionOf,
  isAtBank,
  isFeeOfFailed,
  isHeldAtFirst,
  isReady,
  isStarted,
  isTakenAtOnce,
  originOf,
} from './payment.legs.js';
import {
  type LegState,
  type Payment,
  type PaymentSide,
  type PaymentTerms,
  statusOf,
  type Stop,
  type WeeklyLimit,
} from './payment.model.js';

export type Entry =
  | (NewEntry & { readonly type: 'PlaceHold'; readonly holdId: string })
  | (ForLeg & { readonly type: 'PostHold' | 'ReleaseHold'; readonly holdId: string })
  | (NewEntry & { readonly type: 'PostCredit'; readonly entryId: string })
  | (NewEntry & { readonly type: 'PostCoveredDebit'; readonly entryId: string })
  | (NewEntry & { readonly type: 'PostDebit'; readonly entryId: string; readonly owner?: BalanceOwner });

interface ForLeg {
  readonly legId: string;
  readonly at: string;
}

interface NewEntry extends ForLeg {
  readonly amount: MoneyJson;
  readonly contra: LedgerAccount;
}

/** The owner to notify when the balance goes below zero. Absent for the platform's balance, which nobody watches. */
interface BalanceOwner extends Pick<PaymentSide, 'ownerKind' | 'ownerId'> {
  readonly accountId: string;
}

export interface PlannedEntry {
  readonly fundingSourceId: string;
  readonly entry: Entry;
}

export interface PlannedLimit {
  readonly customerId: string;
  readonly command: LimitCommand;
}

/** Entries to append first, and the command that continues the payment after them. */
export interface Step {
  /** A limit that is checked before the entries. */
  readonly limit?: PlannedLimit;
  readonly entries: readonly PlannedEntry[];
  readonly then?: AcceptPayment | ProcessLeg | RefundFee | CreateLeg | RefuseLeg | EndLeg;
  /** Replaces `then` if a balance lacks the funds for an entry. */
  readonly otherwise?: RefusePayment | RefuseLeg;
  /** Replaces `then` if the limit is too low. */
  readonly overLimit?: RefusePayment;
}

/** The independent steps that are due now. If no step has a `then`, the payment waits for a bank or has ended. */
export type Plan = readonly Step[];

const NO_FUNDS = { reason: 'InsufficientFunds' } as const;
const OVER_LIMIT = { reason: 'OverWeeklyLimit' } as const;

/** Plans from the legs' states alone, so that every process that takes up the payment does the same at any time. */
export function planOf(payment: Payment): Plan {
  const { terms, legs } = payment;
  const status = statusOf(payment);
  if (!terms || status === 'none') return [];
  if (status === 'initiated') {
    const entries = legs.flatMap((leg, place) => madeAtFirst(payment, terms, leg, place));
    const refuse = { type: 'RefusePayment', at: terms.at } as const;
    const otherwise = { ...refuse, refusal: NO_FUNDS };
    const overLimit = { ...refuse, refusal: OVER_LIMIT };
    return [{ limit: reservation(terms), entries, then: { type: 'AcceptPayment' }, otherwise, overLimit }];
  }
  if (status === 'refused') {
    // Only another process that raced with the refusal can have placed these holds.
    const entries = legs.flatMap((leg, place) =>
      isHeldAtFirst(leg.terms) ? closeHold('ReleaseHold', leg, holdIdOf(terms.attemptId, place), terms.at) : [],
    );
    return [{ entries }];
  }
  return legs.flatMap((leg, place) => stepsOfLeg(payment, terms, leg, place));
}

/** The entries of a leg that are made before the payment is accepted. */
function madeAtFirst(payment: Payment, terms: PaymentTerms, leg: LegState, place: number): PlannedEntry[] {
  if (isHeldAtFirst(leg.terms)) return placeHold(terms, leg, place, { id: terms.attemptId, at: terms.at });
  return isTakenAtOnce(leg.terms) ? [...coveredDebit(terms, leg, place), ...givenBy(payment, terms, leg, place)] : [];
}

function stepsOfLeg(payment: Payment, terms: PaymentTerms, leg: LegState, place: number): Step[] {
  const { id: legId } = leg.terms;
  if (leg.status === 'stopped' && leg.stop) {
    const limit = legId === terms.paymentId ? givenBack(terms, leg.stop) : undefined;
    return [{ limit, entries: undoing(terms, leg, leg.stop, place), then: { type: 'EndLeg', legId } }];
  }
  if (isReady(leg)) {
    const entries = [...takenBy(payment, terms, leg, place), ...givenBy(payment, terms, leg, place)];
    return [{ entries, then: { type: 'ProcessLeg', legId } }];
  }
  if (leg.status === 'planned' && isStarted(leg)) return creationOf(payment, terms, leg, place);
  if (leg.status === 'refused' && isStarted(leg)) {
    // Only another process can have placed the hold, as for a refused payment.
    const { id, at } = startOf(payment, terms, leg);
    return [{ entries: closeHold('ReleaseHold', leg, holdIdOf(id, place), at) }];
  }
  if (isFeeOfFailed(payment, leg)) return [{ entries: [], then: { type: 'RefundFee', legId } }];
  // Money on its way to a bank has already left its balance.
  const isGoingOut = isAtBank(leg) && directionOf(leg.terms) === 'out';
  return isGoingOut ? [{ entries: takenBy(payment, terms, leg, place) }] : [];
}

/**
 * Reserves the amount without fees, as in `limitOf`. A sender with a weekly limit has no balance, so nothing else can
 * refuse its payment. A reservation therefore always belongs to an accepted payment.
 */
function reservation(terms: PaymentTerms): PlannedLimit | undefined {
  const { weeklyLimit } = terms;
  if (!weeklyLimit) return undefined;
  const { customerId, limit } = weeklyLimit;
  return { customerId, command: { type: 'ReserveLimit', ...reservedBy(terms, weeklyLimit), limit, at: terms.at } };
}

/** Gives the amount back to the week that it was taken from, once the main leg fails, is cancelled or is returned. */
function givenBack(terms: PaymentTerms, { at }: Stop): PlannedLimit | undefined {
  const { weeklyLimit } = terms;
  if (!weeklyLimit) return undefined;
  return {
    customerId: weeklyLimit.customerId,
    command: { type: 'GiveBackLimit', ...reservedBy(terms, weeklyLimit), at },
  };
}

function reservedBy({ paymentId, attemptId, legs }: PaymentTerms, { week }: WeeklyLimit) {
  const amount = legs.find(({ id }) => id === paymentId)?.amount ?? moneyToJson(usd(0n));
  return { reservationId: reservationIdOf(attemptId), paymentId, week, amount };
}

/** A later leg is created once its money has come. */
function creationOf(payment: Payment, terms: PaymentTerms, leg: LegState, place: number): Step[] {
  const { id: legId } = leg.terms;
  const origin = originOf(payment, leg, terms);
  if (origin.endsHere) return [{ entries: [], then: { type: 'RefuseLeg', legId, reason: 'ReceiverClosed' } }];
  return [
    {
      entries: placeHold(terms, leg, place, origin),
      then: { type: 'CreateLeg', legId },
      otherwise: { type: 'RefuseLeg', legId, reason: 'InsufficientFunds' },
    },
  ];
}

/** The entries that undo a leg. There are none if the leg moved nothing, or if another leg takes its money back. */
function undoing(terms: PaymentTerms, leg: LegState, stop: Stop, place: number): PlannedEntry[] {
  const { kind, from, destination, recourse, refundTo } = leg.terms;
  const direction = directionOf(leg.terms);
  const credit = (side: PaymentSide | undefined) => (side ? [postCredit(terms, leg, side, stop, place)] : []);
  const debit = (side: PaymentSide | undefined) => (side ? [postDebit(terms, leg, side, stop, place)] : []);
  if (stop.was === 'processed' && kind === 'fee' && !stop.isCause) return [...debit(destination), ...credit(refundTo)];
  // The bank takes the fee back as well, so the party that was refunded owes it.
  if (stop.was === 'failed') return debit(refundTo);
  if (stop.was === 'processed' && direction === 'in') {
    return recourse ? [postDebit(terms, broughtTo(terms, leg, recourse), recourse, stop, place)] : [];
  }
  if (direction === 'out' && isStarted(leg)) return credit(recourse);
  if (stop.was === 'pending' && balanceOfAccount(from) !== undefined && isHeldAtFirst(leg.terms)) {
    return closeHold('ReleaseHold', leg, holdIdOf(terms.attemptId, place), stop.at);
  }
  return [];
}

/**
 * Returns the leg that brought the money: the leg at the bank, or the leg that passed the money on to the balance that
 * now owes it.
 */
function broughtTo({ legs }: PaymentTerms, leg: LegState, { fundingSourceId }: PaymentSide): Pick<LegState, 'terms'> {
  const { id, to } = leg.terms;
  if (balanceOfAccount(to) !== undefined) return leg;
  const next = legs.find((other) => other.dependsOn.includes(id) && balanceOfAccount(other.to) === fundingSourceId);
  return next ? { terms: next } : leg;
}

interface EntryId {
  readonly id: string;
  readonly at: string;
}

/** The entry that takes the amount out of the balance `from`, if there is one. */
function takenBy(payment: Payment, terms: PaymentTerms, leg: LegState, place: number): PlannedEntry[] {
  const { from, taken, source } = leg.terms;
  if (balanceOfAccount(from) === undefined) return [];
  const start = startOf(payment, terms, leg);
  if (taken === 'regardless') return [postDebit(terms, leg, source, start, place)];
  return closeHold('PostHold', leg, holdIdOf(start.id, place), start.at);
}

/** A debit's id derives from the origin of the money: the payment, or the settlement whose money the leg passes on. */
function startOf(payment: Payment, terms: PaymentTerms, leg: LegState): EntryId {
  if (leg.terms.taken === undefined) return { id: terms.attemptId, at: terms.at };
  return originOf(payment, { ...leg, settlement: undefined }, terms);
}

/** The entry that credits the balance `to`, if there is one. */
function givenBy(payment: Payment, terms: PaymentTerms, leg: LegState, place: number): PlannedEntry[] {
  const fundingSourceId = balanceOfAccount(leg.terms.to);
  return fundingSourceId === undefined
    ? []
    : [postCredit(terms, leg, { fundingSourceId }, originOf(payment, leg, terms), place)];
}

function placeHold(
  { paymentId }: PaymentTerms,
  { terms }: LegState,
  place: number,
  { id, at }: EntryId,
): PlannedEntry[] {
  const fundingSourceId = balanceOfAccount(terms.from);
  if (fundingSourceId === undefined) return [];
  const { id: legId, amount } = terms;
  const contra = transitOf(paymentId);
  return [{ fundingSourceId, entry: { type: 'PlaceHold', holdId: holdIdOf(id, place), legId, amount, contra, at } }];
}

function coveredDebit({ paymentId, attemptId, at }: PaymentTerms, { terms }: LegState, place: number): PlannedEntry[] {
  const fundingSourceId = balanceOfAccount(terms.from);
  if (fundingSourceId === undefined) return [];
  const entryId = debitIdOf(attemptId, place);
  const { id: legId, amount } = terms;
  const contra = transitOf(paymentId);
  return [{ fundingSourceId, entry: { type: 'PostCoveredDebit', entryId, legId, amount, contra, at } }];
}

function closeHold(type: 'PostHold' | 'ReleaseHold', { terms }: LegState, holdId: string, at: string): PlannedEntry[] {
  const fundingSourceId = balanceOfAccount(terms.from);
  return fundingSourceId === undefined ? [] : [{ fundingSourceId, entry: { type, holdId, legId: terms.id, at } }];
}

function postCredit(
  { paymentId }: PaymentTerms,
  { terms: { id: legId, amount } }: LegState,
  { fundingSourceId }: Pick<PaymentSide, 'fundingSourceId'>,
  { id, at }: EntryId,
  place: number,
): PlannedEntry {
  const entryId = entryIdOf(id, place);
  return { fundingSourceId, entry: { type: 'PostCredit', entryId, legId, amount, contra: transitOf(paymentId), at } };
}

function postDebit(
  { paymentId, accountId }: PaymentTerms,
  { terms: { id: legId, kind, amount } }: Pick<LegState, 'terms'>,
  { fundingSourceId, ownerKind, ownerId }: PaymentSide,
  { id, at }: EntryId,
  place: number,
): PlannedEntry {
  const entryId = debitIdOf(id, place);
  const owner = kind === 'microDeposit' ? undefined : { accountId, ownerKind, ownerId };
  const contra = transitOf(paymentId);
  return { fundingSourceId, entry: { type: 'PostDebit', entryId, legId, amount, contra, at, owner } };
}
