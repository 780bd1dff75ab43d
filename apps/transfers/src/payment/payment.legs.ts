import { BANK_CLEARING, balanceOfAccount } from './chart-of-accounts.js';
import type { Direction, Leg, LegState, Payment, PaymentTerms, StoppedLeg } from './payment.model.js';

export const legOf = ({ legs }: Payment, legId: string): LegState | undefined =>
  legs.find(({ terms }) => terms.id === legId);

/** `in` if a leg debits a bank, `out` if it credits one; undefined for a leg between balances. */
export const directionOf = ({ from, to }: Pick<Leg, 'from' | 'to'>): Direction | undefined =>
  from === BANK_CLEARING ? 'in' : to === BANK_CLEARING ? 'out' : undefined;

export const isStarted = ({ startedAt }: LegState): boolean => startedAt !== undefined;

/** Whether the legs that this leg depends on are processed, and its bank, if any, has moved the money. */
export const isReady = (leg: LegState): boolean =>
  isStarted(leg) && (directionOf(leg.terms) === undefined ? leg.status === 'pending' : leg.status === 'settled');

/** Whether the leg's bank may still settle or return the leg. */
export const isAtBank = (leg: LegState): boolean =>
  leg.status === 'pending' && isStarted(leg) && directionOf(leg.terms) !== undefined;

/** The first leg of the chain that a leg waits for; the leg itself if it waits for none. */
export function funderOf(payment: Payment, leg: LegState): LegState {
  const before = leg.terms.dependsOn[0];
  const funder = before !== undefined && !isStarted(leg) ? legOf(payment, before) : undefined;
  return funder ? funderOf(payment, funder) : leg;
}

/** Whether the leg's amount is held on a balance before the payment is accepted. */
export const isHeldAtFirst = ({ from, taken }: Leg): boolean =>
  taken === undefined && balanceOfAccount(from) !== undefined;

/**
 * Whether the leg's entries are made before the payment is accepted. Then nothing else can keep the leg from being
 * processed.
 */
export const isTakenAtOnce = ({ taken }: Leg): boolean => taken === 'atOnce';

/** Describes the settlement that the postings follow, or the payment if there is no settlement. */
export interface PostingOrigin {
  readonly id: string;
  readonly at: string;
  /** Set if the money may not be passed on to a bank. */
  readonly endsHere?: true;
}

export function originOf(payment: Payment, leg: LegState, terms: PaymentTerms): PostingOrigin {
  if (leg.settlement) return leg.settlement;
  for (const needed of leg.terms.dependsOn) {
    const before = legOf(payment, needed);
    if (before) return originOf(payment, before, terms);
  }
  return { id: terms.attemptId, at: terms.at };
}

/**
 * The stopped leg, followed by all legs that fall with it: later legs that have not begun, legs that passed its money
 * on to a balance, and its fees. A leg that has begun at a bank of its own goes on (decision "a late return").
 */
export function fallingWith(payment: Payment, cause: LegState, ends: 'failed' | 'cancelled'): StoppedLeg[] {
  const falling = new Map<string, StoppedLeg['ends']>([[cause.terms.id, ends]]);
  for (const leg of payment.legs) {
    if (!leg.terms.dependsOn.some((needed) => falling.has(needed))) continue;
    const end = leg.terms.kind === 'fee' ? endOfFee(leg) : endOfLeg(leg, ends);
    if (end) falling.set(leg.terms.id, end);
  }
  return [...falling].map(([legId, end]) => ({ legId, ends: end }));
}

function endOfLeg(leg: LegState, ends: 'failed' | 'cancelled'): StoppedLeg['ends'] | undefined {
  if (leg.status === 'planned') return 'refused';
  if (leg.status === 'pending' && !isStarted(leg)) return ends;
  return leg.status === 'processed' && directionOf(leg.terms) === undefined ? ends : undefined;
}

/** Whether a fee that its bank had brought was refunded with the main leg. */
export const isRefunded = ({ terms, status, stop }: LegState): boolean =>
  terms.kind === 'fee' && status === 'failed' && stop?.was === 'processed' && !stop.isCause;

/** Whether a fee came from its bank only after the main leg had been returned. */
export const isFeeOfFailed = (payment: Payment, { terms, status }: LegState): boolean =>
  status === 'processed' &&
  terms.kind === 'fee' &&
  terms.refundTo !== undefined &&
  terms.dependsOn.some((needed) => legOf(payment, needed)?.status === 'failed');

/**
 * Nobody pays a fee for a failed leg. Two kinds of fees still run their course: a fee from the bank of a payer without
 * a balance, and a fee that its bank already has. The latter is refunded once it has come.
 */
function endOfFee({ status, startedAt, submission, terms }: LegState): StoppedLeg['ends'] | undefined {
  if (status === 'pending' && (startedAt === undefined || (terms.refundTo && !submission))) return 'cancelled';
  return status === 'processed' && terms.refundTo ? 'failed' : undefined;
}
