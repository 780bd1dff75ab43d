import { describe, expect, it } from '@jest/globals';
import { moneyToJson, newId, usd } from '@halyard/core';
import { deciderSpec } from '../../test/decider-spec.js';
import { REMEMBERED_MAX } from '../balance/remembered-ids.js';
import { limitCodec } from './limit.codec.js';
import { type GiveBackLimit, limitDecider, type ReserveLimit } from './limit.decider.js';
import { evolve, initial, type Limit, type LimitEvent, OPEN_WEEKS_MAX, usedMinor } from './limit.model.js';

const given = deciderSpec(limitDecider);
const dollars = (amount: number) => moneyToJson(usd(BigInt(amount) * 100n));
const [one, two] = [newId(), newId()];
const paymentId = newId();
const THIS = '2026-03-02';
const NEXT = '2026-03-09';

const data = (reservationId: string, amount: number, week = THIS) => ({
  reservationId,
  paymentId,
  week,
  amount: dollars(amount),
  at: '2026-03-04T12:00:00.000Z',
});
const reserve = (reservationId: string, amount: number, week = THIS): ReserveLimit => ({
  type: 'ReserveLimit',
  ...data(reservationId, amount, week),
  limit: dollars(5_000),
});
const giveBack = (reservationId: string, amount: number, week = THIS): GiveBackLimit => ({
  type: 'GiveBackLimit',
  ...data(reservationId, amount, week),
});
const reserved = (...of: Parameters<typeof data>): LimitEvent => ({ type: 'LimitReserved', data: data(...of) });
const refused = (...of: Parameters<typeof data>): LimitEvent => ({ type: 'LimitRefused', data: data(...of) });
const givenBack = (...of: Parameters<typeof data>): LimitEvent => ({ type: 'LimitGivenBack', data: data(...of) });

describe('the time of a limit', () => {
  const [early, late] = ['2026-03-04T12:00:00.000Z', '2026-03-04T12:00:01.000Z'];
  const earlier: LimitEvent = { type: 'LimitReserved', data: { ...data(one, 10), at: late } };

  it('never runs back', () =>
    given(earlier)
      .when({ ...reserve(two, 10), at: early })
      .then({ type: 'LimitReserved', data: { ...data(two, 10), at: late } }));

  it('is part of its snapshot', () => {
    const limit = evolve(initial(), earlier);
    expect(limitCodec.fromJson(JSON.parse(JSON.stringify(limitCodec.toJson(limit)))).at).toBe(late);
  });
});

describe('a weekly limit', () => {
  it.each<[string, LimitEvent[], ReserveLimit | GiveBackLimit, LimitEvent[]]>([
    ['reserves what is within it', [], reserve(one, 4_999), [reserved(one, 4_999)]],
    ['reserves all of it', [], reserve(one, 5_000), [reserved(one, 5_000)]],
    ['refuses more', [], reserve(one, 5_001), [refused(one, 5_001)]],
    ['reserves what is left', [reserved(one, 4_000)], reserve(two, 1_000), [reserved(two, 1_000)]],
    ['refuses more than is left', [reserved(one, 4_000)], reserve(two, 1_001), [refused(two, 1_001)]],
    ['begins anew with a week', [reserved(one, 5_000)], reserve(two, 5_000, NEXT), [reserved(two, 5_000, NEXT)]],
    ['counts no refusal', [refused(one, 6_000)], reserve(two, 5_000), [reserved(two, 5_000)]],
    [
      'has what was given back again',
      [reserved(one, 5_000), givenBack(one, 5_000)],
      reserve(two, 5_000),
      [reserved(two, 5_000)],
    ],
    [
      'has what was given back in its own week alone',
      [reserved(one, 5_000), reserved(two, 5_000, NEXT), givenBack(one, 5_000)],
      reserve(paymentId, 1, NEXT),
      [refused(paymentId, 1, NEXT)],
    ],
    ['gives back', [reserved(one, 7)], giveBack(one, 7), [givenBack(one, 7)]],
    ['ignores a reservation that comes again', [reserved(one, 5_000)], reserve(one, 5_000), []],
    ['ignores one that was given back', [reserved(one, 7), givenBack(one, 7)], reserve(one, 7), []],
    ['ignores what is given back again', [reserved(one, 7), givenBack(one, 7)], giveBack(one, 7), []],
  ])('%s', (_, past, command, events) =>
    given(...past)
      .when(command)
      .then(...events),
  );

  it('refuses for good: though there is room by now', () =>
    given(reserved(two, 5_000), refused(one, 1), givenBack(two, 5_000))
      .when(reserve(one, 1))
      .thenRefused('OverWeeklyLimit'));

  const weeks = Array.from({ length: OPEN_WEEKS_MAX + 1 }, (_, n) => `2026-0${n + 1}-05`);
  const long = weeks.map((week) => reserved(newId(), 1, week));

  it('keeps the last weeks alone, and refuses what was begun before them', () => {
    given(...long)
      .when(reserve(one, 1, weeks[0]))
      .then(refused(one, 1, weeks[0]));
    const state = long.reduce(evolve, initial());
    expect([...state.weeks.keys()]).toEqual(weeks.slice(1));
    expect(evolve(state, givenBack(one, 1, weeks[0])).weeks.size).toBe(OPEN_WEEKS_MAX);
  });

  it('gives back to a week that it keeps no more, once', () => {
    given(...long)
      .when(giveBack(one, 1, weeks[0]))
      .then(givenBack(one, 1, weeks[0]));
    given(...long, givenBack(one, 1, weeks[0]))
      .when(giveBack(one, 1, weeks[0]))
      .then();
  });

  it('remembers a bounded number of reservations, and says of older ones that it can not tell', () => {
    const past = Array.from({ length: REMEMBERED_MAX + 1 }, () => reserved(newId(), 0));
    const [first] = past;
    const id = first?.data.reservationId ?? '';
    given(...past)
      .when(reserve(id, 0))
      .thenRefused('TooOldToTell');
    given(...past)
      .when({ ...reserve(id, 0), absentThrough: REMEMBERED_MAX })
      .then(reserved(id, 0));
  });

  it('is the same from a snapshot', () => {
    const state = [...long, refused(one, 1), givenBack(two, 1)].reduce(evolve, initial());
    const back: Limit = limitCodec.fromJson(JSON.parse(JSON.stringify(limitCodec.toJson(state))));
    expect(back).toEqual(state);
    expect(usedMinor(back, weeks.at(-1) ?? '')).toBe(100n);
  });
});
