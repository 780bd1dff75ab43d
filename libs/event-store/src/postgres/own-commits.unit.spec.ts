import { newId } from '@halyard/core';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EncodedAppend } from '../encoded-append.js';
import { encodeAppend } from '../encoded-append.js';
import type { Position } from '../event-store.js';
import { OwnCommits } from './own-commits.js';

const events = (count: number, data: unknown = {}) =>
  Array.from({ length: count }, () => ({ id: newId(), type: 'x', data }));

const appendTo = (stream: string, count: number, data?: unknown): EncodedAppend =>
  encodeAppend({ stream, expected: 4, events: events(count, data) });

const RECORDED_AT = new Date('2026-01-02T03:04:05.678Z');

let own: OwnCommits;
beforeEach(() => {
  own = new OwnCommits();
  own.beginCommit(RECORDED_AT);
  own.add(appendTo('a-1', 2), 10n);
  own.add(appendTo('b-1', 3), 12n);
  own.beginCommit(RECORDED_AT);
  own.add(appendTo('a-2', 1), 15n);
});

const positions = (from: Position, to: Position, prefixes = [''], limit = 500): Position[] | undefined =>
  own.window(from, to, prefixes, limit)?.map(({ position }) => position);

describe('what a process appended itself', () => {
  it.each<[string, Position, Position, Position[] | undefined]>([
    ['all of it', 10n, 16n, [11n, 12n, 13n, 14n, 15n, 16n]],
    ['from and to the middle of an append', 11n, 14n, [12n, 13n, 14n]],
    ['nothing', 13n, 13n, []],
    ['nothing that begins before it', 9n, 16n, undefined],
    ['nothing that ends behind it', 10n, 17n, undefined],
  ])('answers a window within it: %s', (_, from, to, expected) => {
    expect(positions(from, to)).toEqual(expected);
  });

  it('lets go of what a reader is beyond, but of no append that it is in the middle of', () => {
    expect(positions(13n, 16n)).toEqual([14n, 15n, 16n]);
    expect(positions(12n, 16n)).toEqual([13n, 14n, 15n, 16n]);
    expect(positions(11n, 16n)).toBeUndefined();
    expect(positions(16n, 16n)).toEqual([]);
    own.add(appendTo('b-1', 1), 16n);
    expect(positions(16n, 17n)).toEqual([17n]);
  });

  it('answers nothing before there is something', () => {
    expect(new OwnCommits().window(0n, 0n, [''], 1)).toBeUndefined();
  });

  it('answers what the prefixes ask for', () => {
    expect(positions(10n, 16n, ['a-', 'c-'])).toEqual([11n, 12n, 16n]);
  });

  it.each<[number, Position[]]>([
    [1, [12n, 13n, 14n, 15n]],
    [4, [12n, 13n, 14n, 15n]],
    [5, [12n, 13n, 14n, 15n, 16n]],
  ])('goes on after %i events to the end of their commit', (limit, expected) => {
    expect(positions(11n, 16n, ['a-', 'b-'], limit)).toEqual(expected);
  });

  it('numbers the events of a stream from the revision that was expected', () => {
    expect(own.window(12n, 15n, ['b-'], 500)?.map(({ stream, revision }) => [stream, revision])).toEqual([
      ['b-1', 5],
      ['b-1', 6],
      ['b-1', 7],
    ]);
  });

  it.each<[string, Position]>([
    ['another writer came in between', 18n],
    ['the order was seen further than it is', 14n],
  ])('begins anew where %s', (_, base) => {
    own.add(appendTo('a-3', 1), base);
    expect(positions(10n, base + 1n)).toBeUndefined();
    expect(positions(base, base + 1n)).toEqual([base + 1n]);
  });

  it.each<[string, number, unknown]>([
    ['events', 100, {}],
    ['text', 1, 'x'.repeat(100_000)],
  ])('keeps so many %s, the newest of them', (_, count, data) => {
    let end = 16n;
    const appended: Position[] = [];
    for (let number = 0; number < 250; number++) {
      own.add(appendTo('many', count, data), end);
      end += BigInt(count);
      appended.push(end);
    }
    const kept = appended.filter((position) => own.window(position - BigInt(count), end, [], 1) !== undefined);
    expect(kept.length).toBeGreaterThanOrEqual(39);
    expect(kept.length).toBeLessThanOrEqual(100);
    expect(kept).toEqual(appended.slice(-kept.length));
  });

  it('gives everyone the data as it was committed, whatever its writer and others do to theirs', () => {
    const data = { at: new Date(0), nothing: undefined, list: [1, undefined] };
    own.add(appendTo('own', 1, data), 16n);
    data.list.push(2);
    const expected = { at: '1970-01-01T00:00:00.000Z', list: [1, null] };
    for (const reader of [1, 2]) {
      const [event] = own.window(16n, 17n, ['own'], 500) ?? [];
      expect([reader, event?.data]).toStrictEqual([reader, expected]);
      Object.assign(event?.data as object, { list: [], reader });
    }
  });
});
