import { siblingId } from '@halyard/core';

/**
 * The purposes for which ids derive from that of an attempt, a settlement or a stop. Never change a number: stored ids
 * depend on it.
 */
const ENTRY = 0;
const HOLD = 1;
const DEBIT = 2;
const EVENTS = 3;
/** How many purposes a leg has; those of the next leg follow. */
const PURPOSES_PER_LEG = 32;

/** Bounds the legs of a payment, so that purposes of legs never collide with those of other kinds. */
export const LEGS_MAX = 256;

const ofLeg = (leg: number, purpose: number): number => leg * PURPOSES_PER_LEG + purpose;
const BEHIND_LEGS = LEGS_MAX * PURPOSES_PER_LEG;

/** The payment that an operation makes. It is also the id of the main leg, and so of the transfer in the answer. */
export const paymentIdOf = (operationId: string): string => siblingId(operationId, BEHIND_LEGS);

/** Ids of the legs other than the main one, by their index in the payment. */
export const legIdOf = (attemptId: string, leg: number): string => siblingId(attemptId, BEHIND_LEGS + 1 + leg);

/**
 * The hold on the balance that a leg takes money from, by the leg's index.
 *
 * @param origin as for `entryIdOf`
 */
export const holdIdOf = (origin: string, leg: number): string => siblingId(origin, ofLeg(leg, HOLD));

/**
 * The credit at the end of a leg, or the one that gives its money back.
 *
 * @param origin id of the attempt; of the settlement or the stop for entries that follow from one. Those may come days
 * after the payment, so that their ids must be new: a busy balance could have forgotten the payment's (ADR 6)
 */
export const entryIdOf = (origin: string, leg: number): string => siblingId(origin, ofLeg(leg, ENTRY));

/** The debit that a leg makes without a hold. @param origin as for `entryIdOf` */
export const debitIdOf = (origin: string, leg: number): string => siblingId(origin, ofLeg(leg, DEBIT));

/** The reservation that the payment makes on its sender's weekly limit. */
export const reservationIdOf = (attemptId: string): string => siblingId(attemptId, BEHIND_LEGS + 1 + LEGS_MAX);

/** The kinds of events of a payment and of its entries; the index of each is part of its id. */
const eventKinds = [
  'PaymentInitiated',
  'PaymentAccepted',
  'PaymentRefused',
  'LegSettled',
  'LegProcessed',
  'HoldPlaced',
  'HoldPosted',
  'HoldReleased',
  'CreditPosted',
  'DebitPosted',
  'LegCreated',
  'LegRefused',
  'LegsStopped',
  'LegFailed',
  'LegCancelled',
  'LimitReserved',
  'LimitRefused',
  'LimitGivenBack',
  'LegSubmitted',
  'DebitRefused',
] as const;

/**
 * The id of an event. It differs by attempt, leg and kind, so that only the very same step is the same append.
 *
 * @param origin id of the attempt, settlement, stop, hold or entry that the event is about
 */
export const eventIdOf = (origin: string, kind: (typeof eventKinds)[number], leg = 0): string =>
  siblingId(origin, ofLeg(leg, EVENTS + eventKinds.indexOf(kind)));
