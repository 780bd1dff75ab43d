import { type Decider, DomainError, type MoneyJson, moneyToJson, usd } from '@halyard/core';
import {
  availableMinor,
  type Balance,
  type BalanceEvent,
  type BelowZero,
  evolve,
  initial,
  later,
  type Posting,
} from './balance.model.js';
import { type RememberedIds, verdictOn } from './remembered-ids.js';

interface Given {
  /** The transfer for which it is made. */
  readonly legId: string;
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
      return closeHold(command, balance);
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
  return [{ type: 'HoldPlaced', data: { holdId, amount, contra, at: later(at, balance.at) } }];
}

/** Open holds are never forgotten, so one that is not open was closed, or never placed: either way nothing is due. */
function closeHold(command: PostHold | ReleaseHold, balance: Balance): BalanceEvent[] {
  const { type, holdId, at } = command;
  const hold = balance.holds.get(holdId);
  if (!hold) return [];
  const data = { holdId, amount: moneyToJson(usd(hold.minor)), contra: hold.contra, at: later(at, balance.at) };
  return type === 'PostHold'
    ? [{ type: 'HoldPosted', data: { ...data, posting: postingOf(balance, command, -hold.minor) } }]
    : [{ type: 'HoldReleased', data }];
}

function postCredit(command: PostCredit, balance: Balance): BalanceEvent[] {
  const { entryId, amount, absentThrough } = command;
  if (isSettled(balance, entryId, absentThrough)) return [];
  const posting = postingOf(balance, command, BigInt(amount.minor));
  return [{ type: 'CreditPosted', data: { ...entryOf(command, balance), posting } }];
}

function postDebit(command: PostDebit, balance: Balance): BalanceEvent[] {
  const { entryId, amount, absentThrough, owner } = command;
  if (isSettled(balance, entryId, absentThrough)) return [];
  const before = availableMinor(balance);
  const goesBelow = before >= 0n && before < BigInt(amount.minor);
  const belowZero = goesBelow && owner ? { ...owner, times: balance.timesBelowZero + 1 } : undefined;
  const posting = postingOf(balance, command, -BigInt(amount.minor));
  return [{ type: 'DebitPosted', data: { ...entryOf(command, balance), belowZero, posting } }];
}

function postCoveredDebit(command: PostCoveredDebit, balance: Balance): BalanceEvent[] {
  const { entryId, amount, absentThrough } = command;
  if (isSettled(balance, entryId, absentThrough)) return [];
  if (has(balance.refused, entryId, absentThrough)) throw new BalanceRefusal('InsufficientAvailableBalance');
  const data = entryOf(command, balance);
  const minor = BigInt(amount.minor);
  return availableMinor(balance) < minor
    ? [{ type: 'DebitRefused', data }]
    : [{ type: 'DebitPosted', data: { ...data, covered: true, posting: postingOf(balance, command, -minor) } }];
}

const entryOf = ({ entryId, amount, contra, at }: NewEntry & { readonly entryId: string }, balance: Balance) => ({
  entryId,
  amount,
  contra,
  at: later(at, balance.at),
});

const postingOf = ({ postings, postedMinor }: Balance, { legId }: Given, minor: bigint): Posting => ({
  number: postings + 1,
  total: moneyToJson(usd(postedMinor + minor)),
  legId,
});

const isSettled = ({ settled }: Balance, id: string, absentThrough: number | undefined): boolean =>
  has(settled, id, absentThrough);

function has(ids: RememberedIds, id: string, absentThrough: number | undefined): boolean {
  const verdict = verdictOn(ids, id, absentThrough);
  if (verdict === 'tooOldToTell') throw new BalanceRefusal('TooOldToTell');
  return verdict === 'seen';
}

export const balanceDecider: Decider<Balance, BalanceCommand, BalanceEvent> = { initial, evolve, decide };
