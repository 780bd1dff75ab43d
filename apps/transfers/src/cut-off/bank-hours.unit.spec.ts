import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '@halyard/config';
import { TransfersConfig } from '../config.js';
import { BankHours, type Movement } from './bank-hours.js';

const hoursOf = (env: Record<string, string> = {}) => new BankHours(loadConfig(TransfersConfig, env));

const moving = (over: Partial<Movement>): Movement => ({
  kind: 'bankCredit',
  clearing: null,
  amountMinor: 100n,
  ...over,
});
const debit = moving({ kind: 'bankDebit', clearing: { source: 'standard' } });
const credit = moving({ clearing: { destination: 'standard' } });
const sameDay = moving({ clearing: { destination: 'next-available' } });
const wire = moving({ kind: 'wire' });

describe('when banks take what starts on a Thursday in winter', () => {
  it.each<[string, Movement, string, string]>([
    ['a debit goes out at four', debit, '15:59:59.999', '2026-01-15T22:00:00.000Z'],
    ['at four it is of the next day', debit, '16:00:00.000', '2026-01-16T22:00:00.000Z'],
    ['so does a credit', credit, '09:00:00.000', '2026-01-15T22:00:00.000Z'],
    ['one that clears on the same day goes out at noon', sameDay, '11:59:59.999', '2026-01-15T18:00:00.000Z'],
    ['from noon on it is like any other', sameDay, '12:00:00.000', '2026-01-15T22:00:00.000Z'],
    ['a wire goes out at three', wire, '14:59:59.999', '2026-01-15T21:00:00.000Z'],
    ['from three on the next day', wire, '15:00:00.000', '2026-01-16T21:00:00.000Z'],
  ])('%s', (_, transfer, central, expected) => {
    expect(hoursOf().exportOf(transfer, centralOn15th(central)).toISOString()).toBe(expected);
  });

  it.each<[string, Record<string, string>, Movement, string]>([
    ['same-day ACH', { CUT_OFF_SAME_DAY_ACH: '09:30' }, sameDay, '2026-01-15T15:30:00.000Z'],
    ['wires', { CUT_OFF_WIRE: '10:45' }, wire, '2026-01-15T16:45:00.000Z'],
    ['standard ACH', { CUT_OFF_STANDARD_ACH: '17:05' }, debit, '2026-01-15T23:05:00.000Z'],
  ])('the cut-off of %s is a setting', (_, env, transfer, expected) => {
    const hours = hoursOf(env);
    const before = new Date(Date.parse(expected) - 1);
    expect(hours.exportOf(transfer, before).toISOString()).toBe(expected);
    expect(hours.exportOf(transfer, new Date(expected)).toISOString()).not.toBe(expected);
  });

  it.each(['24:00', '9:30', '12', 'noon', '12:60'])('%s is no time of day', (time) => {
    expect(() => hoursOf({ CUT_OFF_WIRE: time })).toThrow('CUT_OFF_WIRE must be a time of day, like 12:00');
  });
});

const centralOn15th = (time: string): Date => new Date(`2026-01-15T${time}-06:00`);
