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

interface GivenEntry {
  readonly legId: string;
  /** ISO 8601, by the clock of the payment's account. */
  readonly at: string;
  /**
   * The stream is known not to contain the id up to this revision, from a search after `TooOldToTell` or because of
   * `NEVER_GIVEN`.
   */
  readonly absentThrough?: number;
}

/** The `absentThrough` of an id that was made for this command: no stream can contain it. */
export const NEVER_GIVEN = Number.MAX_SAFE_INTEGER;

interface NewEntry extends GivenEntry {
  readonly amount: MoneyJson;
  /** The ledger account on the other side. */
  readonly contra: string;
}

export interface PlaceHold extends NewEntry {
  readonly type: 'PlaceHold';
  readonly holdId: string;
}

/** Moves the held amount from the balance to the hold's contra account. */
export interface PostHold extends GivenEntry {
  readonly type: 'PostHold';
  readonly holdId: string;
}

export interface ReleaseHold extends GivenEntry {
  readonly type: 'ReleaseHold';
  readonly holdId: string;
}

export interface PostCredit extends NewEntry {
  readonly type: 'PostCredit';
  readonly entryId: string;
}

/** Debits an amount that is owed, even if it is not available. */
export interface PostDebit extends NewEntry {
  readonly type: 'PostDebit';
  readonly entryId: string;
  /** The owner to notify when this takes the balance below zero; absent for a balance that may be negative. */
  readonly owner?: Omit<BelowZero, 'times'>;
}

/** Debits an available amount. A refusal is an event too, so that a repeat is refused as well. */
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
  /** The state no longer remembers ids this old: search the stream for it and decide again with `absentThrough`. */
  | 'TooOldToTell';

/** The balance's state forbids the command. The caller decides what to tell the client. */
export class BalanceRefusal extends DomainError {
  constructor(readonly reason: BalanceRefusalReason) {
    super('InvalidResourceState', { message: reason });
  }
}

/** A command may arrive again at any time from any process; a repeat gives no events. @throws BalanceRefusal */
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

/** Open holds are never forgotten: a hold that is not open was closed or never placed, and nothing is due. */
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

const postingOf = ({ postings, postedMinor }: Balance, { legId }: GivenEntry, minor: bigint): Posting => ({
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
