import {
  addBankingDays,
  addDays,
  bankingDayFor,
  type CalendarDate,
  centralInstant,
  centralTime,
  type CutOff,
  cutOffs,
  nextBankingDay,
} from './calendar.js';
import type { ReturnCode } from './return-codes.js';

/** The largest amount that can clear on the same day (specification, "Limits"; the clearing network's rules). */
export const SAME_DAY_AMOUNT_MINOR_MAX = 100_000_00n;

/** Cut-offs in Central time. */
export type CutOffs = Readonly<Record<keyof typeof cutOffs, CutOff>>;

/**
 * Whether a credit that starts at `at` clears on the same day: that is so on a banking day, before the cut-off, and up
 * to an amount (specification, "Same-day ACH clearing").
 */
export function clearsSameDay(at: Date, amountMinor: bigint, { sameDayAch }: CutOffs = cutOffs): boolean {
  return amountMinor <= SAME_DAY_AMOUNT_MINOR_MAX && bankingDayFor(at, sameDayAch) === centralTime(at).date;
}

/** How a transfer settles. It decides the range of expected dates. */
export type SettlementRoute = 'debit' | 'credit' | 'same-day credit' | 'wire' | 'instant';

/** The range of expected dates, both ends included. */
export interface ExpectedSettlement {
  readonly earliest: Date;
  readonly latest: Date;
}

interface RouteTiming {
  readonly cutOff: keyof CutOffs;
  /** How many banking days a transfer takes after the day on which it is handed in, at least and at most. */
  readonly days: readonly [earliest: number, latest: number];
  /** Time of the earliest date, Central. */
  readonly from: CutOff;
}

const MIDNIGHT = { hour: 0, minute: 0 };
/** Time of the latest date, Central. It is the latest time seen for same-day credits (specification). */
const END_OF_DAY = { hour: 17, minute: 0 };

/**
 * When each route settles (specification, "Balance behavior", "Same-day ACH clearing", "Wire transfers out"; reference
 * facts 7.10).
 */
const timings: Readonly<Record<Exclude<SettlementRoute, 'instant'>, RouteTiming>> = {
  debit: { cutOff: 'standardAch', days: [3, 4], from: MIDNIGHT },
  credit: { cutOff: 'standardAch', days: [1, 2], from: MIDNIGHT },
  'same-day credit': { cutOff: 'sameDayAch', days: [0, 0], from: { hour: 16, minute: 0 } },
  wire: { cutOff: 'wire', days: [0, 0], from: MIDNIGHT },
};

/** Codes by which account holders may have an entry returned much later (reference facts 7.9). */
const returnedForLong: ReadonlySet<ReturnCode> = new Set(['R05', 'R07', 'R10', 'R11', 'R37', 'R38', 'R51']);
const LONG_RETURN_DAYS = 60;
const RETURN_BANKING_DAYS = 2;

/** The time until which an entry can be returned with a code, by the "Return windows" of the reference facts (7.9). */
export function returnWindowEnd(code: ReturnCode, settledAt: Date): Date {
  const { date } = centralTime(settledAt);
  const day = returnedForLong.has(code)
    ? addDays(date, LONG_RETURN_DAYS)
    : addBankingDays(nextBankingDay(date), RETURN_BANKING_DAYS - 1);
  return centralInstant({ date: day, ...END_OF_DAY });
}

/** When a transfer that starts at `at` goes to the bank network, which is at the next cut-off. */
export function exportOf(route: Exclude<SettlementRoute, 'instant'>, at: Date, given: CutOffs = cutOffs): Date {
  const cutOff = given[timings[route].cutOff];
  return centralInstant({ date: bankingDayFor(at, cutOff), ...cutOff });
}

export function expectedSettlement(route: SettlementRoute, at: Date, given: CutOffs = cutOffs): ExpectedSettlement {
  if (route === 'instant') return { earliest: at, latest: at };
  const { cutOff, days, from } = timings[route];
  const handedIn = bankingDayFor(at, given[cutOff]);
  const on = (day: CalendarDate, time: CutOff): Date => centralInstant({ date: day, ...time });
  const earliest = on(addBankingDays(handedIn, days[0]), from);
  return { earliest: earliest < at ? at : earliest, latest: on(addBankingDays(handedIn, days[1]), END_OF_DAY) };
}
