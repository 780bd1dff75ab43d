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
import { settlementDays } from './settlement-days.js';

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
export type SettlementRoute = keyof typeof settlementDays | 'instant';

/** The range of expected dates, both ends included. */
export interface ExpectedSettlement {
  readonly earliest: Date;
  readonly latest: Date;
}

interface RouteTiming {
  readonly cutOff: keyof CutOffs;
  /** Time of the earliest date, Central. An entry never settles before it was handed over. */
  readonly from: CutOff;
}

const MIDNIGHT = { hour: 0, minute: 0 };
/** Time of the latest date, Central. It is the latest time seen for same-day credits (specification). */
const END_OF_DAY = { hour: 17, minute: 0 };

/** The times of day by which each route settles (specification, the same sections as for the days). */
const timings: Readonly<Record<keyof typeof settlementDays, RouteTiming>> = {
  debit: { cutOff: 'standardAch', from: MIDNIGHT },
  credit: { cutOff: 'standardAch', from: MIDNIGHT },
  'same-day credit': { cutOff: 'sameDayAch', from: { hour: 16, minute: 0 } },
  wire: { cutOff: 'wire', from: MIDNIGHT },
};

/** Codes by which account holders may have an entry returned much later (reference facts 7.9). */
const returnedForLong: ReadonlySet<ReturnCode> = new Set(['R05', 'R07', 'R10', 'R11', 'R37', 'R38', 'R51']);
const LONG_RETURN_DAYS = 60;
const RETURN_BANKING_DAYS = 2;
/** Two banking days with a weekend between them. */
const SHORT_RETURN_DAYS = 4;

/** The time until which an entry can be returned with a code, by the "Return windows" of the reference facts (7.9). */
export function returnWindowEnd(code: ReturnCode, settledAt: Date): Date {
  const { date } = centralTime(settledAt);
  const day = returnedForLong.has(code)
    ? addDays(date, LONG_RETURN_DAYS)
    : addBankingDays(nextBankingDay(date), RETURN_BANKING_DAYS - 1);
  return centralInstant({ date: day, ...END_OF_DAY });
}

/** For how many days after its settlement an entry can at most be returned with a code, whatever the days in between. */
export const returnDelayMaxDays = (code: ReturnCode): number =>
  returnedForLong.has(code) ? LONG_RETURN_DAYS : SHORT_RETURN_DAYS;

/** When a transfer that starts at `at` goes to the bank network, which is at the next cut-off. */
export function exportOf(route: Exclude<SettlementRoute, 'instant'>, at: Date, given: CutOffs = cutOffs): Date {
  const cutOff = given[timings[route].cutOff];
  return centralInstant({ date: bankingDayFor(at, cutOff), ...cutOff });
}

/** When the next banking day after that of `at` begins. */
export const nextBankingDayAfter = (at: Date): Date =>
  centralInstant({ date: nextBankingDay(centralTime(at).date), ...MIDNIGHT });

/** When the first banking day begins that does not begin before `at`. */
export function firstBankingDayFrom(at: Date): Date {
  const { date } = centralTime(at);
  const midnight = centralInstant({ date, ...MIDNIGHT });
  const isBegun = midnight < at;
  return centralInstant({ date: isBegun ? nextBankingDay(date) : bankingDayFor(midnight, END_OF_DAY), ...MIDNIGHT });
}

/**
 * The first moment at which an entry settles that was handed over to its bank at `handedOver` (contract of what no peer
 * has, section 1). A hand-over on a day without banks counts for the next banking day.
 */
export const settlementOf = (route: Exclude<SettlementRoute, 'instant'>, handedOver: Date): Date =>
  expectedAfter(route, handedOver).earliest;

/** The expected dates of an entry that was handed over to its bank at `handedOver`. */
export function expectedAfter(route: Exclude<SettlementRoute, 'instant'>, handedOver: Date): ExpectedSettlement {
  const { date } = centralTime(handedOver);
  const [first, last] = settlementDays[route].map((count) => addBankingDays(date, count));
  const on = (day: CalendarDate | undefined, time: CutOff): Date => centralInstant({ date: day ?? date, ...time });
  const earliest = later(on(first, timings[route].from), handedOver);
  return { earliest, latest: later(on(last, END_OF_DAY), earliest) };
}

export function expectedSettlement(route: SettlementRoute, at: Date, given: CutOffs = cutOffs): ExpectedSettlement {
  if (route === 'instant') return { earliest: at, latest: at };
  return expectedAfter(route, exportOf(route, at, given));
}

const later = (one: Date, other: Date): Date => (one < other ? other : one);
