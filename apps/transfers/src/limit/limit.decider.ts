import { type Decider, DomainError, type MoneyJson } from '@halyard/core';
import { later } from '../balance/balance.model.js';
import { type RememberedIds, verdictOn } from '../balance/remembered-ids.js';
import {
  evolve,
  initial,
  isClosed,
  type Limit,
  type LimitEvent,
  type ReservationData,
  usedMinor,
} from './limit.model.js';

interface GivenReservation extends ReservationData {
  /** The stream is known not to contain the reservation up to this revision, as for balances. */
  readonly absentThrough?: number;
}

export interface ReserveLimit extends GivenReservation {
  readonly type: 'ReserveLimit';
  /** The most that the sender may use in the week. */
  readonly limit: MoneyJson;
}

/** Gives a reservation back to its week, which may be long past. */
export interface GiveBackLimit extends GivenReservation {
  readonly type: 'GiveBackLimit';
}

export type LimitCommand = ReserveLimit | GiveBackLimit;

type LimitRefusalReason =
  /** Final: the reservation would have exceeded the week's limit. */
  | 'OverWeeklyLimit'
  /** The state forgot reservations this old: search the stream for it and decide again with `absentThrough`. */
  | 'TooOldToTell';

export class LimitRefusal extends DomainError {
  constructor(readonly reason: LimitRefusalReason) {
    super('InvalidResourceState', { message: reason });
  }
}

/**
 * A refusal is an event, so that it stays the same whichever process drives the payment. A repeat of a command gives no
 * events. @throws LimitRefusal
 */
export function decide(command: LimitCommand, limit: Limit): LimitEvent[] {
  const { reservationId, paymentId, week, amount, at } = command;
  const data: ReservationData = { reservationId, paymentId, week, amount, at: later(at, limit.at) };
  if (command.type === 'GiveBackLimit') {
    return has(limit.givenBack, command) ? [] : [{ type: 'LimitGivenBack', data }];
  }
  if (has(limit.refused, command)) throw new LimitRefusal('OverWeeklyLimit');
  if (has(limit.reserved, command)) return [];
  const isWithin = usedMinor(limit, week) + BigInt(amount.minor) <= BigInt(command.limit.minor);
  return [{ type: isWithin && !isClosed(limit, week) ? 'LimitReserved' : 'LimitRefused', data }];
}

function has(ids: RememberedIds, { reservationId, absentThrough }: GivenReservation): boolean {
  const verdict = verdictOn(ids, reservationId, absentThrough);
  if (verdict === 'tooOldToTell') throw new LimitRefusal('TooOldToTell');
  return verdict === 'seen';
}

export const limitDecider: Decider<Limit, LimitCommand, LimitEvent> = { initial, evolve, decide };
