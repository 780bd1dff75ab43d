import { type Decider, DomainError, type MoneyJson, moneyToJson, usd } from '@halyard/core';
import {
  availableMinor,
  type Balance,
  type BalanceEvent,
  type BelowZero,
  evolve,
  type Hold,
  initial,
} from './balance.model.js';
import { type RememberedIds, verdictOn } from './remembered-ids.js';

interface Given {
  /** ISO 8601, the time of the payment's account. */
  readonly at: string;
  /**
   * Revision up to which the id is known not to be in the stream: found out after a `TooOldToTell`, or `NEVER_GIVEN`.
   */
  readonly absentThrough?: number;
}

/** For an id that was made for this command: no stream can have it. */
export const NEVER_GIVEN = Number.MAX_SAFE_INTEGER;

interface NewEntry extends Given {
  readonly amount: MoneyJson;
  /** The ledger account on the other side. */
  readonly contra: string;
}

export interface PlaceHold extends NewEntry {
  readonly type: 'PlaceHold';
  readonly holdId: string;
}

/** The held amount leaves the balance for the contra account of the hold. */
export interface PostHold extends Given {
  readonly type: 'PostHold';
  readonly holdId: string;
}

/** The held amount is available again. */
export interface ReleaseHold extends Given {
  readonly type: 'ReleaseHold';
  readonly holdId: string;
}

export interface PostCredit extends NewEntry {
  readonly type: 'PostCredit';
  readonly entryId: string;
}

/** Debits what is owed, whether it is available or not. */
export interface PostDebit extends NewEntry {
  readonly type: 'PostDebit';
  readonly entryId: string;
  /**
   * Who is notified when this takes the balance below zero; absent for a balance that may be negative by its nature.
   */
  readonly owner?: Omit<BelowZero, 'times'>;
}

/** Debits what is available. A refusal is an event too, so that whoever else asks for the same debit gets the same. */
export interface PostCoveredDebit extends NewEntry {
  readonly type: 'PostCoveredDebit';
  readonly entryId: string;
}

export type BalanceCommand = PlaceHold | PostHold | ReleaseHold | PostCredit | PostDebit | PostCoveredDebit;

type BalanceRefusalReason =
  /** The hold or the covered debit would take available below zero. */
  | 'InsufficientAvailableBalance'
  /** An open hold has this id and another amount. */
  | 'HoldIdReused'
  /** The id is older than the state remembers: search the stream for it and decide again with `absentThrough`. */
  | 'TooOldToTell';

/** The state of the balance forbids the command. The caller decides what to tell the client. */
export class BalanceRefusal extends DomainError {
  constructor(readonly reason: BalanceRefusalReason) {
    super('InvalidResourceState', { message: reason });
  }
}

/**
 * A command may come again at any time and from any process: one that was carried out already gives no events.
 *
 * @throws BalanceRefusal
 */
export function decide(command: BalanceCommand, balance: Balance): BalanceEvent[] {
  switch (command.type) {
    case 'PlaceHold':
      return placeHold(command, balance);
    case 'PostHold':
    case 'ReleaseHold':
      return closeHold(command, balance.holds.get(command.holdId));
    case 'PostCredit':
      return postCredit(command, balance);
    case 'PostDebit':
      return postDebit(command, balance);
    case 'PostCoveredDebit':
      return postCoveredDebit(command, balance);
  }
}

function placeHold({ holdId, amount, contra, at, absentThrough }: PlaceHold, balance: Balance): BalanceEvent[] {
  const minor = BigInt(amount.minor);
  const open = balance.holds.get(holdId);
  if (open?.minor === minor) return [];
  if (open) throw new BalanceRefusal('HoldIdReused');
  if (isSettled(balance, holdId, absentThrough)) return [];
  if (availableMinor(balance) < minor) throw new BalanceRefusal('InsufficientAvailableBalance');
  return [{ type: 'HoldPlaced', data: { holdId, amount, contra, at } }];
}

/** Open holds are never forgotten, so one that is not open was closed, or never placed: either way nothing is due. */
function closeHold({ type, holdId, at }: PostHold | ReleaseHold, hold: Hold | undefined): BalanceEvent[] {
  if (!hold) return [];
  const data = { holdId, amount: moneyToJson(usd(hold.minor)), contra: hold.contra, at };
  return [{ type: type === 'PostHold' ? 'HoldPosted' : 'HoldReleased', data }];
}

function postCredit({ entryId, amount, contra, at, absentThrough }: PostCredit, balance: Balance): BalanceEvent[] {
  if (isSettled(balance, entryId, absentThrough)) return [];
  return [{ type: 'CreditPosted', data: { entryId, amount, contra, at } }];
}

function postDebit(command: PostDebit, balance: Balance): BalanceEvent[] {
  const { entryId, amount, contra, at, absentThrough, owner } = command;
  if (isSettled(balance, entryId, absentThrough)) return [];
  const before = availableMinor(balance);
  const goesBelow = before >= 0n && before < BigInt(amount.minor);
  const belowZero = goesBelow && owner ? { ...owner, times: balance.timesBelowZero + 1 } : undefined;
  return [{ type: 'DebitPosted', data: { entryId, amount, contra, at, belowZero } }];
}

function postCoveredDebit(command: PostCoveredDebit, balance: Balance): BalanceEvent[] {
  const { entryId, amount, contra, at, absentThrough } = command;
  if (isSettled(balance, entryId, absentThrough)) return [];
  if (has(balance.refused, entryId, absentThrough)) throw new BalanceRefusal('InsufficientAvailableBalance');
  const data = { entryId, amount, contra, at };
  return availableMinor(balance) < BigInt(amount.minor)
    ? [{ type: 'DebitRefused', data }]
    : [{ type: 'DebitPosted', data: { ...data, covered: true } }];
}

const isSettled = ({ settled }: Balance, id: string, absentThrough: number | undefined): boolean =>
  has(settled, id, absentThrough);

function has(ids: RememberedIds, id: string, absentThrough: number | undefined): boolean {
  const verdict = verdictOn(ids, id, absentThrough);
  if (verdict === 'tooOldToTell') throw new BalanceRefusal('TooOldToTell');
  return verdict === 'seen';
}

export const balanceDecider: Decider<Balance, BalanceCommand, BalanceEvent> = { initial, evolve, decide };
