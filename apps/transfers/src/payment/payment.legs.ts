import { BANK_CLEARING, balanceOfAccount } from './chart-of-accounts.js';
import type { Direction, Leg, LegState, Payment, PaymentTerms, StoppedLeg } from './payment.model.js';

export const legOf = ({ legs }: Payment, legId: string): LegState | undefined =>
  legs.find(({ terms }) => terms.id === legId);

/** Whether a leg debits a bank (`in`) or credits one (`out`); undefined for a leg between balances. */
export const directionOf = ({ from, to }: Pick<Leg, 'from' | 'to'>): Direction | undefined =>
  from === BANK_CLEARING ? 'in' : to === BANK_CLEARING ? 'out' : undefined;

/** It waits for no other leg. */
export const isStarted = ({ startedAt }: LegState): boolean => startedAt !== undefined;

/** It can be processed: the legs that it depends on are, and its bank, if it has one, has moved the money. */
export const isReady = (leg: LegState): boolean =>
  isStarted(leg) && (directionOf(leg.terms) === undefined ? leg.status === 'pending' : leg.status === 'settled');

/** It is with its bank, which may still settle or return it. */
export const isAtBank = (leg: LegState): boolean =>
  leg.status === 'pending' && isStarted(leg) && directionOf(leg.terms) !== undefined;

/** The leg at the start of the chain that a leg waits for; the leg itself where it waits for none. */
export function funderOf(payment: Payment, leg: LegState): LegState {
  const before = leg.terms.dependsOn[0];
  const funder = before !== undefined && !isStarted(leg) ? legOf(payment, before) : undefined;
  return funder ? funderOf(payment, funder) : leg;
}

/** Its amount is held on a balance before the payment is accepted. */
export const isHeldAtFirst = ({ from, taken }: Leg): boolean =>
  taken === undefined && balanceOfAccount(from) !== undefined;

/** Its entries are made before the payment is accepted: nothing else can keep it from being processed. */
export const isTakenAtOnce = ({ taken }: Leg): boolean => taken === 'atOnce';

/**
 * The id from which a leg's postings derive, and their time: those of the settlement that they follow, else those of
 * the payment.
 */
export interface PostingOrigin {
  readonly id: string;
  readonly at: string;
  /** The money may not be passed on to a bank. */
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
 * The legs that fall with a stopped leg, itself first: legs after it that have not begun, money that it had passed on
 * to a balance, and its fees. A leg that has begun at a bank of its own goes on (decision "a late return").
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

/** A fee that was refunded with the main leg after its bank had brought it. */
export const isRefunded = ({ terms, status, stop }: LegState): boolean =>
  terms.kind === 'fee' && status === 'failed' && stop?.was === 'processed' && !stop.isCause;

/** A fee that was with its bank when the main leg was returned, and that the bank has brought since. */
export const isFeeOfFailed = (payment: Payment, { terms, status }: LegState): boolean =>
  status === 'processed' &&
  terms.kind === 'fee' &&
  terms.refundTo !== undefined &&
  terms.dependsOn.some((needed) => legOf(payment, needed)?.status === 'failed');

/**
 * Nobody pays a fee for a leg that failed. A fee debited from the bank of somebody without a balance still runs its
 * course, and so does one that its bank already has: that is refunded once it has come.
 */
function endOfFee({ status, startedAt, submission, terms }: LegState): StoppedLeg['ends'] | undefined {
  if (status === 'pending' && (startedAt === undefined || (terms.refundTo && !submission))) return 'cancelled';
  return status === 'processed' && terms.refundTo ? 'failed' : undefined;
}
