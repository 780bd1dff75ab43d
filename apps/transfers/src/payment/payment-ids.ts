import { siblingId } from '@halyard/core';

/** What an attempt's or a settlement's id is a sibling for. Each number for ever: stored ids rest on it. */
const ENTRY = 0;
const HOLD = 1;
const EVENTS = 2;
/** Purposes of one leg; those of the next begin behind them. */
const PURPOSES_PER_LEG = 16;

/** Bounds the legs of a payment, so that no leg's purposes reach those of another kind. */
export const LEGS_MAX = 256;

const ofLeg = (leg: number, purpose: number): number => leg * PURPOSES_PER_LEG + purpose;
const BEHIND_LEGS = LEGS_MAX * PURPOSES_PER_LEG;

/** The payment that an operation makes; also the id of its main leg, and so of the transfer that is answered. */
export const paymentIdOf = (operationId: string): string => siblingId(operationId, BEHIND_LEGS);

/** Of the legs besides the main one, by their places among the payment's legs. */
export const legIdOf = (attemptId: string, leg: number): string => siblingId(attemptId, BEHIND_LEGS + 1 + leg);

/** The hold on the balance that a leg takes from, by the leg's place. */
export const holdIdOf = (attemptId: string, leg: number): string => siblingId(attemptId, ofLeg(leg, HOLD));

/**
 * The credit that a leg ends in.
 *
 * @param origin id of the attempt, or of the settlement for a leg that settles at a bank: days after its payment perhaps,
 * so that a busy balance can tell it from what it has forgotten (ADR 6)
 */
export const entryIdOf = (origin: string, leg: number): string => siblingId(origin, ofLeg(leg, ENTRY));

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
] as const;

/**
 * The id of an event. Another attempt's, another leg's and another kind's differ, so that only the very same step is the
 * same append.
 *
 * @param origin id of the attempt, the settlement, the hold or the entry that the event is about
 */
export const eventIdOf = (origin: string, kind: (typeof eventKinds)[number], leg = 0): string =>
  siblingId(origin, ofLeg(leg, EVENTS + eventKinds.indexOf(kind)));
