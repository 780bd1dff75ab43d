import { describe, expect, it } from '@jest/globals';
import { addDays, type CutOff, cutOffs, isBankingDay } from './calendar.js';
import { type ReturnCode } from './return-codes.js';
import { expectedSettlement, exportOf, returnWindowEnd, settlementOf } from './settlement.js';
import { settlementDays } from './settlement-days.js';

const routes = Object.keys(settlementDays) as (keyof typeof settlementDays)[];
type Route = (typeof routes)[number];

const cutOffOf: Readonly<Record<Route, CutOff>> = {
  debit: cutOffs.standardAch,
  credit: cutOffs.standardAch,
  'same-day credit': cutOffs.sameDayAch,
  wire: cutOffs.wire,
};

/** Ten years, with every leap day, holiday and change of daylight saving in them. */
const [FIRST, LAST] = ['2026-01-01', '2035-12-31'];
const days: string[] = [];
for (let day = FIRST; day <= LAST; day = addDays(day, 1)) days.push(day);

const chicago = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Chicago',
  dateStyle: 'short',
  timeStyle: 'medium',
});
/** `2026-03-02 16:00:00` in Chicago. */
const wall = (at: Date): string => chicago.format(at);
const dateOf = (at: Date): string => wall(at).slice(0, 10);
const timeIn = ({ hour, minute }: CutOff): string => `${`${hour}`.padStart(2, '0')}:${`${minute}`.padStart(2, '0')}:00`;

/** The moments of a day at which a clock in Chicago shows a time: one, two in autumn, or none in spring. */
const momentsOf = (day: string, time: string): Date[] =>
  [5, 6]
    .map((hours) => new Date(Date.parse(`${day}T${time}Z`) + hours * 3_600_000))
    .filter((at) => wall(at) === `${day} ${time}`);

/** The n-th banking day after a day, counted one by one. */
function bankingDaysAfter(day: string, count: number): string {
  let at = day;
  for (let left = count; left > 0;) {
    at = addDays(at, 1);
    if (isBankingDay(at)) left -= 1;
  }
  return at;
}

const firstBankingDayFrom = (day: string): string => (isBankingDay(day) ? day : bankingDaysAfter(day, 1));

/** The banking day for which something is handed in that begins at a time of a day. */
const handedInFor = (day: string, time: string, route: Route): string =>
  isBankingDay(day) && time < timeIn(cutOffOf[route]) ? day : bankingDaysAfter(day, 1);

const settlesAt: Readonly<Record<Route, string>> = {
  debit: '00:00:00',
  credit: '00:00:00',
  'same-day credit': '16:00:00',
  wire: timeIn(cutOffs.wire),
};
const settlesAfter: Readonly<Record<Route, number>> = { debit: 3, credit: 1, 'same-day credit': 0, wire: 0 };

/** Sundays have an hour twice, or not at all. */
const timesOf = (day: string): string[] =>
  new Date(day).getUTCDay() === 0 ? ['01:30:00', '10:00:00'] : ['00:00:00', '10:00:00', '20:00:00'];

describe.each(routes)('what each day’s %s does in ten years', (route) => {
  it('goes out at the cut-off of its banking day, and settles at its time of the right one', () => {
    const wrong: string[] = [];
    for (const day of days) {
      for (const [time, at] of timesOf(day).flatMap((time) =>
        momentsOf(day, time).map((one) => [time, one] as const),
      )) {
        const handedOver = exportOf(route, at);
        const handedIn = handedInFor(day, time, route);
        const settles = `${bankingDaysAfter(handedIn, settlesAfter[route])} ${settlesAt[route]}`;
        const does = [wall(handedOver), wall(settlementOf(route, handedOver))];
        const wanted = [`${handedIn} ${timeIn(cutOffOf[route])}`, settles];
        if (does.join() !== wanted.join() || handedOver <= at) wrong.push(`${day} ${time}: ${does.join(', ')}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('is expected then', () => {
    const wrong = days.filter((day) => {
      const [at] = momentsOf(day, '09:00:00');
      return (
        at && expectedSettlement(route, at).earliest.getTime() !== settlementOf(route, exportOf(route, at)).getTime()
      );
    });
    expect(wrong).toEqual([]);
  });

  it('goes out one day later from the very millisecond of the cut-off on', () => {
    const wrong = days.filter((day) => {
      const [cutOff] = isBankingDay(day) ? momentsOf(day, timeIn(cutOffOf[route])) : [];
      if (!cutOff) return false;
      const before = exportOf(route, new Date(cutOff.getTime() - 1));
      return before.getTime() !== cutOff.getTime() || dateOf(exportOf(route, cutOff)) !== bankingDaysAfter(day, 1);
    });
    expect(wrong).toEqual([]);
  });
});

describe('a day in ten years', () => {
  it('settles nothing before it was handed over, also where a change of the clock hands over late in the day', () => {
    const wrong = days.filter((day) =>
      momentsOf(day, '20:30:00').some((at) => settlementOf('same-day credit', at) < at),
    );
    expect(wrong).toEqual([]);
  });

  it('without banks hands in for the next day that has some, if a change of the clock hands over then', () => {
    const wrong = days.filter((day) => {
      const [at] = isBankingDay(day) ? [] : momentsOf(day, '10:00:00');
      return at && dateOf(settlementOf('debit', at)) !== bankingDaysAfter(firstBankingDayFrom(day), 3);
    });
    expect(wrong).toEqual([]);
  });

  it.each<[ReturnCode, (settled: string) => string]>([
    ['R01', (settled) => bankingDaysAfter(settled, 2)],
    ['R10', (settled) => addDays(settled, 60)],
  ])(
    'lets %s come back until 17:00 of the last day of its window, also where a simulation settles on a Saturday',
    (code, lastDay) => {
      const wrong = days.filter((day) =>
        timesOf(day)
          .flatMap((time) => momentsOf(day, time))
          .some((settled) => wall(returnWindowEnd(code, settled)) !== `${lastDay(day)} 17:00:00`),
      );
      expect(wrong).toEqual([]);
    },
  );

  it.each(['2026-11-01', '2031-11-02'])('that has an hour twice, %s, is one day', (day) => {
    const [first, second] = momentsOf(day, '01:30:00');
    expect(second?.getTime()).toBe((first?.getTime() ?? 0) + 3_600_000);
    for (const route of routes) {
      expect(exportOf(route, second ?? new Date())).toEqual(exportOf(route, first ?? new Date()));
    }
  });

  it('a wire is never later than its day, whatever its cut-off', () => {
    const given = { ...cutOffs, wire: { hour: 18, minute: 30 } };
    for (const at of days.slice(0, 366).flatMap((day) => momentsOf(day, '12:00:00'))) {
      const { earliest, latest } = expectedSettlement('wire', at, given);
      expect(wall(earliest).slice(11)).toBe('18:30:00');
      expect(latest < earliest).toBe(false);
    }
  });
});
