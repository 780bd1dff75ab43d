import { moneyFromJson, type MoneyJson } from '@halyard/core';
import { initialIds, remember, type RememberedIds } from './remembered-ids.js';
import { eventReader } from '../stored-event.js';

/** The state of a balance after an event has changed its posted amount (contract of what no peer has, section 8b). */
export interface Posting {
  /** 1 for the first, then without gaps. */
  readonly number: number;
  /** The posted amount after this entry. */
  readonly total: MoneyJson;
  readonly legId: string;
}

/**
 * `contra`: the ledger account on the other side (chart of accounts). `at`: the time of the balance's account, never
 * before that of an earlier event of the balance. `posting`: present when the event changes the posted amount; absent
 * in events of earlier versions.
 */
interface HoldData {
  readonly holdId: string;
  readonly amount: MoneyJson;
  readonly contra: string;
  readonly at: string;
  readonly posting?: Posting;
}

export interface EntryData {
  readonly entryId: string;
  readonly amount: MoneyJson;
  readonly contra: string;
  readonly at: string;
  readonly posting?: Posting;
}

interface DebitData extends EntryData {
  /** Set if the debit required the amount to be available. */
  readonly covered?: true;
  /** Present if the debit took the available balance below zero. */
  readonly belowZero?: BelowZero;
}

/** The owner to notify that the balance went below zero, and how many times it has. */
export interface BelowZero {
  readonly accountId: string;
  readonly ownerKind: 'account' | 'customer';
  readonly ownerId: string;
  readonly times: number;
}

export type BalanceEvent =
  | { readonly type: 'HoldPlaced'; readonly data: HoldData }
  | { readonly type: 'HoldPosted'; readonly data: HoldData }
  | { readonly type: 'HoldReleased'; readonly data: HoldData }
  | { readonly type: 'CreditPosted'; readonly data: EntryData }
  /** Without `covered`, the debit could not be refused: a return, or a fee on a received amount. */
  | { readonly type: 'DebitPosted'; readonly data: DebitData }
  /** Final: the same covered debit is refused every time that it is asked for. */
  | { readonly type: 'DebitRefused'; readonly data: EntryData };

/** Gives stored balance events their type back. Later versions of an event are upcast only here. */
export const balanceEventOf = eventReader<BalanceEvent>({
  HoldPlaced: true,
  HoldPosted: true,
  HoldReleased: true,
  CreditPosted: true,
  DebitPosted: true,
  DebitRefused: true,
});

export interface Hold {
  readonly minor: bigint;
  readonly contra: string;
}

/**
 * US cents. Available = posted - held. A hold or a covered debit never takes it below zero; a debit that can't be
 * refused (a return, a fee) may. All open holds are kept. Of closed holds, posted entries and refused debits only the
 * latest ids are, see `RememberedIds`.
 */
export interface Balance {
  postedMinor: bigint;
  heldMinor: bigint;
  readonly holds: Map<string, Hold>;
  readonly settled: RememberedIds;
  readonly refused: RememberedIds;
  /** The number of events that have changed the posted amount. */
  postings: number;
  timesBelowZero: number;
  /** Revision of the last event; -1 before the first. */
  revision: number;
  /** Time of the last event that changed it. */
  updatedAt: string | undefined;
  /** Time of the last event. */
  at: string | undefined;
}

export const balanceStream = (fundingSourceId: string): string => `balance-${fundingSourceId}`;

export const initial = (): Balance => ({
  postedMinor: 0n,
  heldMinor: 0n,
  holds: new Map(),
  settled: initialIds(),
  refused: initialIds(),
  postings: 0,
  timesBelowZero: 0,
  revision: -1,
  updatedAt: undefined,
  at: undefined,
});

/** The later of two times in ISO 8601, UTC. */
export const later = (one: string, other: string | undefined): string =>
  other === undefined || one > other ? one : other;

/** The change of the posted amount in cents, or undefined if the event does not change it. */
export function postedBy({ type, data }: BalanceEvent): bigint | undefined {
  switch (type) {
    case 'HoldPosted':
    case 'DebitPosted':
      return -BigInt(data.amount.minor);
    case 'CreditPosted':
      return BigInt(data.amount.minor);
    case 'HoldPlaced':
    case 'HoldReleased':
    case 'DebitRefused':
      return undefined;
  }
}

export const availableMinor = ({ postedMinor, heldMinor }: Balance): bigint => postedMinor - heldMinor;

/** Folds in place: the caller owns the state, and a busy balance must not pay for each open hold at each event. */
export function evolve(balance: Balance, event: BalanceEvent): Balance {
  const { type, data } = event;
  const { minor } = moneyFromJson(data.amount);
  const posted = postedBy(event);
  balance.revision += 1;
  balance.at = later(data.at, balance.at);
  if (posted !== undefined) {
    balance.postedMinor += posted;
    balance.postings += 1;
  }
  if (type === 'DebitRefused') {
    remember(balance.refused, data.entryId, balance.revision);
    return balance;
  }
  balance.updatedAt = data.at;
  switch (type) {
    case 'HoldPlaced':
      balance.holds.set(data.holdId, { minor, contra: data.contra });
      balance.heldMinor += minor;
      return balance;
    case 'HoldPosted':
    case 'HoldReleased':
      return closeHold(balance, data.holdId, minor);
    case 'CreditPosted':
      remember(balance.settled, data.entryId, balance.revision);
      return balance;
    case 'DebitPosted':
      balance.timesBelowZero = data.belowZero?.times ?? balance.timesBelowZero;
      remember(balance.settled, data.entryId, balance.revision);
      return balance;
  }
}

function closeHold(balance: Balance, holdId: string, minor: bigint): Balance {
  balance.heldMinor -= minor;
  balance.holds.delete(holdId);
  remember(balance.settled, holdId, balance.revision);
  return balance;
}
