import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ExpectedVersion } from './event-log.js';
import { EventLog } from './event-log.js';
import type { ProposedEvent } from './events.js';

const proposed = (...ids: string[]): ProposedEvent[] =>
  ids.map((id) => ({
    id,
    properties: [['type', 'x']],
    data: Buffer.from(`data of ${id}`),
    customMetadata: Buffer.from(''),
  }));

describe('the log of the EventStoreDB double', () => {
  it.each<[string, ExpectedVersion, string[], boolean]>([
    ['the same append', 0, ['b', 'c'], true],
    ['the beginning of what stands there', 0, ['b'], true],
    ['one that shares only some ids', 0, ['b', 'x'], false],
    ['one that begins like the end of the stream and goes on', 1, ['c', 'd'], false],
    ['one at an older revision', 1, ['x'], false],
    ['one behind a hole', 5, ['x'], false],
    ['one to a stream that is not to be there', 'no-stream', ['x'], false],
  ])('judges %s by expected revision and ids', (_, expected, ids, same) => {
    const log = new EventLog();
    log.append('s', 'no-stream', proposed('a'));
    log.append('s', 0, proposed('b', 'c'));
    const outcome = log.append('s', expected, proposed(...ids));
    if (same) expect(outcome).toMatchObject(log.stream('s')[ids.length] ?? {});
    else expect(outcome).toEqual({ wrongExpectedVersion: 2 });
    expect(log.stream('s').map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  it('has system events and those of others among what it is given, each at a higher position', () => {
    const log = new EventLog();
    for (let index = 0; index < 120; index += 1) log.append(`s-${index}`, 'no-stream', proposed(`${index}`));
    const others = log.all.flatMap(({ stream }, index) => (stream.startsWith('s-') ? [] : [`${index} ${stream}`]));
    const system = '$stats-127.0.0.1:2113';
    expect(others).toEqual([
      `0 ${system}`,
      `1 ${system}`,
      `27 ${system}`,
      '43 balance-7',
      `54 ${system}`,
      `80 ${system}`,
      '86 halyard-payment-7',
      `107 ${system}`,
      '128 payment-7',
    ]);
    const positions = log.all.map(({ position }) => position);
    expect(positions.every((position, index) => position > (positions[index - 1] ?? 0n))).toBe(true);
  });

  it('hides a stream that is deleted until it is begun anew, behind its former events', () => {
    const log = new EventLog();
    log.append('s', 'no-stream', proposed('a', 'b'));
    log.delete('s');
    expect(log.stream('s')).toEqual([]);
    expect(log.append('s', 'stream-exists', proposed('c'))).toBe('stream-deleted');
    expect(log.append('s', 0, proposed('c'))).toEqual({ wrongExpectedVersion: 1 });
    expect(log.append('s', 'no-stream', proposed('c'))).toMatchObject({ revision: 2n });
    expect(log.stream('s').map(({ id, revision }) => [id, revision])).toEqual([['c', 2n]]);
    expect(log.append('s', 2, proposed('d'))).toMatchObject({ revision: 3n });
  });

  it('takes nothing more for a stream with a tombstone, which is the last of all of its events', () => {
    const log = new EventLog();
    log.append('s', 'no-stream', proposed('a'));
    log.tombstone('s');
    expect(log.all.at(-1)).toMatchObject({ stream: 's', revision: 2n ** 63n - 1n });
    for (const expected of ['no-stream', 'any', 0] as const) {
      expect(log.append('s', expected, proposed('b'))).toBe('stream-deleted');
    }
  });
});

describe('the file of the EventStoreDB double', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'event-log-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('keeps every event where it was', () => {
    const path = join(folder, 'events');
    const log = new EventLog(path);
    log.append('s', 'no-stream', proposed('a', 'b'));
    log.append('other', 'no-stream', proposed('c'));
    log.tombstone('other');
    const again = new EventLog(path);
    expect(again.all).toEqual(log.all);
    expect(again.isTombstoned('other')).toBe(true);
  });

  it('drops an append that was torn in two, and goes on behind the one before', () => {
    const path = join(folder, 'events');
    new EventLog(path).append('s', 'no-stream', proposed('a'));
    const whole = readFileSync(path, 'utf8');
    appendFileSync(path, '{"stream":"s","events":[["b"');
    const log = new EventLog(path);
    log.append('s', 0, proposed('c'));
    expect(readFileSync(path, 'utf8').startsWith(whole)).toBe(true);
    expect(new EventLog(path).stream('s').map(({ id }) => id)).toEqual(['a', 'c']);
  });

  it('may be there already, and empty', () => {
    const path = join(folder, 'events');
    writeFileSync(path, '');
    expect(new EventLog(path).all).toHaveLength(2);
  });
});
