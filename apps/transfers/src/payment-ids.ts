import { siblingId } from '@halyard/core';

/** Purposes of ids that derive from an attempt, a settlement or a stop. Stored ids depend on these numbers. */
const ENTRY = 0;
const HOLD = 1;
const DEBIT = 2;
const EVENTS = 3;
/** Purposes per leg. The next leg's purposes follow. */
const PURPOSES_PER_LEG = 32;

/** Bounds the number of legs in a payment, so that purposes of legs never collide with the others. */
export const LEGS_MAX = 256;

const ofLeg = (leg: number, purpose: number): number => leg * PURPOSES_PER_LEG + purpose;
const BEHIND_LEGS = LEGS_MAX * PURPOSES_PER_LEG;

/** The main leg, and so the transfer in the answer, has the same id. */
export const paymentIdOf = (operationId: string): string => siblingId(operationId, BEHIND_LEGS);

/** Ids of all legs but the main one, by their index in the payment. */
export const legIdOf = (attemptId: string, leg: number): string => siblingId(attemptId, BEHIND_LEGS + 1 + leg);

/** The hold on the balance that a leg takes money from. @param origin as for `entryIdOf` */
export const holdIdOf = (origin: string, leg: number): string => siblingId(origin, ofLeg(leg, HOLD));

/**
 * The credit at the end of a leg, or the credit that gives its money back.
 *
 * @param origin id of the attempt, or of the settlement or stop that the entry follows from. Such an entry may come
 * days after the payment and needs a new id, since a busy balance could have forgotten the ids of the payment (ADR 6)
 */
export const entryIdOf = (origin: string, leg: number): string => siblingId(origin, ofLeg(leg, ENTRY));

/** The debit of a leg that takes money without a hold. @param origin as for `entryIdOf` */
export const debitIdOf = (origin: string, leg: number): string => siblingId(origin, ofLeg(leg, DEBIT));

export const reservationIdOf = (attemptId: string): string => siblingId(attemptId, BEHIND_LEGS + 1 + LEGS_MAX);

/** The kinds of events of a payment and of its entries. Each kind's index is part of the event's id. */
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
  'LegCorrected',
] as const;

/**
 * Differs by attempt, leg and kind, so that only a repeat of the very same step is the same append.
 *
 * @param origin id of the attempt, settlement, stop, hold or entry that the event is about
 */
export const eventIdOf = (origin: string, kind: (typeof eventKinds)[number], leg = 0): string =>
  siblingId(origin, ofLeg(leg, EVENTS + eventKinds.indexOf(kind)));
