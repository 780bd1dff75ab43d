import { siblingId } from '@halyard/core';

/** What an attempt's, a settlement's or a stop's id is a sibling for. Each number for ever: stored ids rest on it. */
const ENTRY = 0;
const HOLD = 1;
const DEBIT = 2;
const EVENTS = 3;
/** Purposes of one leg; those of the next begin behind them. */
const PURPOSES_PER_LEG = 32;

/** Bounds the legs of a payment, so that no leg's purposes reach those of another kind. */
export const LEGS_MAX = 256;

const ofLeg = (leg: number, purpose: number): number => leg * PURPOSES_PER_LEG + purpose;
const BEHIND_LEGS = LEGS_MAX * PURPOSES_PER_LEG;

/** The payment that an operation makes; also the id of its main leg, and so of the transfer that is answered. */
export const paymentIdOf = (operationId: string): string => siblingId(operationId, BEHIND_LEGS);

/** Of the legs besides the main one, by their places among the payment's legs. */
export const legIdOf = (attemptId: string, leg: number): string => siblingId(attemptId, BEHIND_LEGS + 1 + leg);

/**
 * The hold on the balance that a leg takes from, by the leg's place.
 *
 * @param origin as for `entryIdOf`
 */
export const holdIdOf = (origin: string, leg: number): string => siblingId(origin, ofLeg(leg, HOLD));

/**
 * The credit that a leg ends in, or that gives its money back.
 *
 * @param origin id of the attempt; of the settlement for what follows from one, and of the stop for what undoes the leg:
 * days after its payment perhaps, so that a busy balance can tell it from what it has forgotten (ADR 6)
 */
export const entryIdOf = (origin: string, leg: number): string => siblingId(origin, ofLeg(leg, ENTRY));

/** What a leg takes from a balance without asking. @param origin as for `entryIdOf` */
export const debitIdOf = (origin: string, leg: number): string => siblingId(origin, ofLeg(leg, DEBIT));

/** What the payment takes from its sender's weekly limit. */
export const reservationIdOf = (attemptId: string): string => siblingId(attemptId, BEHIND_LEGS + 1 + LEGS_MAX);

/** Event ids of a payment's stream and of what it enters into balances, in the order of `eventKinds`. */
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
] as const;

/**
 * The id of an event. Another attempt's, another leg's and another kind's differ, so that only the very same step is the
 * same append.
 *
 * @param origin id of the attempt, the settlement, the stop, the hold or the entry that the event is about
 */
export const eventIdOf = (origin: string, kind: (typeof eventKinds)[number], leg = 0): string =>
  siblingId(origin, ofLeg(leg, EVENTS + eventKinds.indexOf(kind)));
