import { describe, expect, it } from '@jest/globals';
import { OutageTimes } from './outage-times.js';

const BANK = '222222226';
const outage = (from: string, to: string, routingNumber = BANK) => ({ routingNumber, from, to });
/** Thanksgiving Day of 2026 is the 26th of November, a Thursday. */
const times = new OutageTimes([
  outage('2026-11-24T18:00:00.000Z', '2026-11-25T15:00:00.000Z'),
  outage('2026-11-27T06:00:00.000Z', '2026-11-27T06:00:00.001Z'),
]);

describe('a bank that is down', () => {
  it.each([
    ['before', '2026-11-24T17:59:59.999Z', '2026-11-24T17:59:59.999Z'],
    // The next banking day is the Friday, when another outage has begun.
    [
      'at its beginning, on the next banking day on which it is up',
      '2026-11-24T18:00:00.000Z',
      '2026-11-30T06:00:00.000Z',
    ],
    ['at its end', '2026-11-25T15:00:00.000Z', '2026-11-25T15:00:00.000Z'],
    ['in between two outages', '2026-11-26T12:00:00.000Z', '2026-11-26T12:00:00.000Z'],
  ])('does what is due %s', (_, due, comes) => {
    expect(times.comesAt(BANK, new Date(due)).toISOString()).toBe(comes);
  });

  it('does what waited on a banking day that begins at the end of the outage', () => {
    const until = new OutageTimes([outage('2026-11-24T18:00:00.000Z', '2026-11-25T06:00:00.000Z')]);
    expect(until.comesAt(BANK, new Date('2026-11-24T20:00:00.000Z')).toISOString()).toBe('2026-11-25T06:00:00.000Z');
  });

  it('is no other bank, and none whose number is not known', () => {
    const at = new Date('2026-11-24T20:00:00.000Z');
    expect([times.isDown(BANK, at), times.isDown('011000015', at), times.isDown(undefined, at)]).toEqual([
      true,
      false,
      false,
    ]);
    expect([times.downAt(at), times.downAt(new Date('2026-11-26T12:00:00.000Z'))]).toEqual([[BANK], []]);
  });

  it('may stay down for longer than any clock goes', () => {
    const ever = new OutageTimes([outage('2026-11-24T18:00:00.000Z', '9999-12-31T23:59:59.999Z')]);
    expect(ever.comesAt(BANK, new Date('2026-11-25T00:00:00.000Z')).getTime()).toBeGreaterThan(Date.UTC(2100, 0));
  });

  it('is none where there are no outages', () => {
    expect([new OutageTimes([]).isEmpty, times.isEmpty]).toEqual([true, false]);
  });

  it('comes up after twenty outages, one after the other, day after day', () => {
    const days = Array.from({ length: 20 }, (_, day) =>
      outage(
        new Date(Date.UTC(2026, 5, 1 + day, 5)).toISOString(),
        new Date(Date.UTC(2026, 5, 2 + day, 4)).toISOString(),
      ),
    );
    // The banks of the contract are closed on Juneteenth, the 19th, a Friday.
    expect(new OutageTimes(days).comesAt(BANK, new Date('2026-06-01T06:00:00.000Z')).toISOString()).toBe(
      '2026-06-22T05:00:00.000Z',
    );
  });
});
