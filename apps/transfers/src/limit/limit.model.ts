import type { CalendarDate, MoneyJson } from '@halyard/core';
import { later } from '../balance/balance.model.js';
import { initialIds, remember, type RememberedIds } from '../balance/remembered-ids.js';
import { eventReader } from '../stored-event.js';

export interface ReservationData {
  /** Derived from the payment's attempt, so that every process uses the same id. */
  readonly reservationId: string;
  readonly paymentId: string;
  /** The Monday that begins the week, UTC. */
  readonly week: CalendarDate;
  readonly amount: MoneyJson;
  /** By the clock of the payment's account, and never before that of an earlier event of the stream. */
  readonly at: string;
}

export type LimitEvent =
  | { readonly type: 'LimitReserved'; readonly data: ReservationData }
  /** Final: the same reservation is refused every time that it is asked for. */
  | { readonly type: 'LimitRefused'; readonly data: ReservationData }
  /** The payment failed, was cancelled or was returned: the amount goes back to its week. */
  | { readonly type: 'LimitGivenBack'; readonly data: ReservationData };

export const limitEventOf = eventReader<LimitEvent>({
  LimitReserved: true,
  LimitRefused: true,
  LimitGivenBack: true,
});

/** How many weeks are kept. A reservation for an earlier week is refused. */
export const OPEN_WEEKS_MAX = 4;

/**
 * The amounts that a sender has used, in US cents, for the last weeks in which it sent: a stream may live for years.
 * Only the latest ids of reservations are kept, see `RememberedIds`.
 */
export interface Limit {
  readonly weeks: Map<CalendarDate, bigint>;
  /** The latest week that is no longer kept; empty if there is none. */
  closedThrough: CalendarDate;
  readonly reserved: RememberedIds;
  readonly refused: RememberedIds;
  readonly givenBack: RememberedIds;
  /** Revision of the last event; -1 before the first. */
  revision: number;
  /** Time of the last event. */
  at: string | undefined;
}

export const limitStream = (customerId: string): string => `limit-${customerId}`;

export const initial = (): Limit => ({
  weeks: new Map(),
  closedThrough: '',
  reserved: initialIds(),
  refused: initialIds(),
  givenBack: initialIds(),
  revision: -1,
  at: undefined,
});

/** Calendar dates compare as text. */
export const isClosed = ({ closedThrough }: Limit, week: CalendarDate): boolean => week <= closedThrough;

export const usedMinor = ({ weeks }: Limit, week: CalendarDate): bigint => weeks.get(week) ?? 0n;

/** Changes `limit` in place: the caller owns it. */
export function evolve(limit: Limit, { type, data }: LimitEvent): Limit {
  const { reservationId, week, amount } = data;
  limit.revision += 1;
  limit.at = later(data.at, limit.at);
  switch (type) {
    case 'LimitReserved':
      remember(limit.reserved, reservationId, limit.revision);
      return use(limit, week, BigInt(amount.minor));
    case 'LimitRefused':
      remember(limit.refused, reservationId, limit.revision);
      return limit;
    case 'LimitGivenBack':
      remember(limit.givenBack, reservationId, limit.revision);
      return use(limit, week, -BigInt(amount.minor));
  }
}

function use(limit: Limit, week: CalendarDate, minor: bigint): Limit {
  if (isClosed(limit, week)) return limit;
  limit.weeks.set(week, usedMinor(limit, week) + minor);
  if (limit.weeks.size > OPEN_WEEKS_MAX) {
    limit.closedThrough = [...limit.weeks.keys()].reduce((first, other) => (other < first ? other : first));
    limit.weeks.delete(limit.closedThrough);
  }
  return limit;
}
