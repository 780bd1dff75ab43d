import { BANK_CLEARING, balanceOfAccount } from './chart-of-accounts.js';
import type { Direction, Leg, LegState, Payment, PaymentTerms, StoppedLeg } from './payment.model.js';

export const legOf = ({ legs }: Payment, legId: string): LegState | undefined =>
  legs.find(({ terms }) => terms.id === legId);

/** How a leg moves money at a bank; undefined for one that touches none. */
export const directionOf = ({ from, to }: Pick<Leg, 'from' | 'to'>): Direction | undefined =>
  from === BANK_CLEARING ? 'in' : to === BANK_CLEARING ? 'out' : undefined;

/** Nothing before it is waited for. */
export const isStarted = ({ startedAt }: LegState): boolean => startedAt !== undefined;

/** Nothing outside is waited for: what the leg needs is processed, and where a bank has to move money it has. */
export const isReady = (leg: LegState): boolean =>
  isStarted(leg) && (directionOf(leg.terms) === undefined ? leg.status === 'pending' : leg.status === 'settled');

/** With its bank, which may yet do anything. */
export const isAtBank = (leg: LegState): boolean =>
  leg.status === 'pending' && isStarted(leg) && directionOf(leg.terms) !== undefined;

/** The leg that a leg waits for, or that has ended with it; itself, where it waits for none. */
export function funderOf(payment: Payment, leg: LegState): LegState {
  const before = leg.terms.dependsOn[0];
  const funder = before !== undefined && !isStarted(leg) ? legOf(payment, before) : undefined;
  return funder ? funderOf(payment, funder) : leg;
}

/** A balance holds the amount for the leg before the payment is accepted. */
export const isHeldAtFirst = ({ from, taken }: Leg): boolean =>
  taken === undefined && balanceOfAccount(from) !== undefined;

/** What the leg's postings are named after, and their time: the settlement that they follow, or the payment's beginning. */
export interface Origin {
  readonly id: string;
  readonly at: string;
  /** Nothing may go on from there to a bank. */
  readonly endsHere?: true;
}

export function originOf(payment: Payment, leg: LegState, terms: PaymentTerms): Origin {
  if (leg.settlement) return leg.settlement;
  for (const needed of leg.terms.dependsOn) {
    const before = legOf(payment, needed);
    if (before) return originOf(payment, before, terms);
  }
  return { id: terms.attemptId, at: terms.at };
}

/**
 * What falls with a leg that is stopped, itself first: what was to come after it and has not begun, what it had paid on
 * to a balance, and its fees. What has begun at a bank of its own goes on (decision "a late return").
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

/** A fee that has flowed back with the main leg, after its bank had brought it. */
export const isRefunded = ({ terms, status, stop }: LegState): boolean =>
  terms.kind === 'fee' && status === 'failed' && stop?.was === 'processed' && !stop.isCause;

/** A fee that was with its bank when the main leg was returned, and has come after all. */
export const isFeeOfFailed = (payment: Payment, { terms, status }: LegState): boolean =>
  status === 'processed' &&
  terms.kind === 'fee' &&
  terms.refundTo !== undefined &&
  terms.dependsOn.some((needed) => legOf(payment, needed)?.status === 'failed');

/** Nobody pays a fee of what failed; but what was debited from the bank of somebody without a balance goes its own way, and so
 * does what its bank has already: that flows back once it has come. */
function endOfFee({ status, startedAt, submission, terms }: LegState): StoppedLeg['ends'] | undefined {
  if (status === 'pending' && (startedAt === undefined || (terms.refundTo && !submission))) return 'cancelled';
  return status === 'processed' && terms.refundTo ? 'failed' : undefined;
}
