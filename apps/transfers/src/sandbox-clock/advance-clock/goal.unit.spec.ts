import { describe, expect, it } from '@jest/globals';
import { cutOffs } from '@halyard/core';
import { countFaults, momentOf, type WantedGoal } from './goal.js';

const at = (time: string): Date => new Date(time);
const MONDAY_NOON = '2026-03-02T18:00:00.000Z';

const found = (goal: WantedGoal, now = MONDAY_NOON, due?: string): string => {
  const next = due === undefined ? undefined : { at: due, what: 'settlement' as const };
  const moment = momentOf(goal, { now: at(now), cutOffs, next });
  return moment instanceof Date ? moment.toISOString() : `${moment.code} ${moment.path}`;
};

describe('the goal of an advance', () => {
  it.each<[string, object, string[]]>([
    ['one of them', { to: MONDAY_NOON }, []],
    ['none', {}, ['Required /to']],
    ['none but null', { to: null, by: null }, ['Required /to']],
    ['two', { by: 'P1D', toNext: 'due' }, ['Invalid /toNext']],
    ['all', { toNext: 'due', by: 'P1D', to: MONDAY_NOON }, ['Invalid /by', 'Invalid /toNext']],
  ])('is given once: %s', (_, body, faults) => {
    expect(countFaults(body).map(({ code, path }) => `${code} ${path}`)).toEqual(faults);
  });

  it.each<[string, WantedGoal, string]>([
    ['a moment with an offset', { to: '2026-03-02T13:00:00.000-06:00' }, '2026-03-02T19:00:00.000Z'],
    ['the next millisecond', { to: '2026-03-02T18:00:00.001Z' }, '2026-03-02T18:00:00.001Z'],
    ['the present', { to: MONDAY_NOON }, 'Invalid /to'],
    ['the past', { to: '2026-03-02T17:59:59.999Z' }, 'Invalid /to'],
    ['400 days', { to: '2027-04-06T18:00:00.000Z' }, '2027-04-06T18:00:00.000Z'],
    ['a millisecond more', { to: '2027-04-06T18:00:00.001Z' }, 'Invalid /to'],
    ['days, over the daylight-saving hour', { by: 'P7D' }, '2026-03-09T18:00:00.000Z'],
    ['400 days of duration', { by: 'P400D' }, '2027-04-06T18:00:00.000Z'],
    ['a second more than 400 days', { by: 'P400DT1S' }, 'Invalid /by'],
    ['nothing', { by: 'PT0S' }, 'Invalid /by'],
    ['more than a date can be', { by: 'P999999999999W' }, 'Invalid /by'],
  ])('by a moment or a duration: %s', (_, goal, moment) => expect(found(goal)).toBe(moment));

  it.each<[string, WantedGoal['toNext'], string, string]>([
    ['the same day', 'same-day-cut-off', '2026-03-02T17:59:59.999Z', '2026-03-02T18:00:00.000Z'],
    ['at the cut-off the next day', 'same-day-cut-off', '2026-03-02T18:00:00.000Z', '2026-03-03T18:00:00.000Z'],
    ['for wires', 'wire-cut-off', MONDAY_NOON, '2026-03-02T21:00:00.000Z'],
    ['for others', 'standard-cut-off', MONDAY_NOON, '2026-03-02T22:00:00.000Z'],
    ['on a Friday evening', 'standard-cut-off', '2026-03-06T22:00:00.000Z', '2026-03-09T21:00:00.000Z'],
    ['over Thanksgiving', 'standard-cut-off', '2026-11-25T22:00:00.000Z', '2026-11-27T22:00:00.000Z'],
    ['the next banking day', 'banking-day', MONDAY_NOON, '2026-03-03T06:00:00.000Z'],
    ['a banking day that begins now', 'banking-day', '2026-03-03T06:00:00.000Z', '2026-03-04T06:00:00.000Z'],
    ['a banking day after the weekend', 'banking-day', '2026-03-06T22:00:00.000Z', '2026-03-09T05:00:00.000Z'],
    ['beyond 2100', 'banking-day', '2099-12-31T12:00:00.000Z', 'Invalid /toNext'],
  ])('is the next moment: %s', (_, toNext, now, moment) => {
    expect(found({ ...(toNext && { toNext }) }, now)).toBe(moment);
  });

  it.each([
    ['what is due next', '2026-04-01T12:00:00.000Z', '2026-04-01T12:00:00.000Z'],
    ['nothing', undefined, 'Invalid /toNext'],
    ['what is due in two years', '2028-04-01T12:00:00.000Z', 'Invalid /toNext'],
  ])('is %s', (_, due, moment) => expect(found({ toNext: 'due' }, MONDAY_NOON, due)).toBe(moment));
});
