import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ExpectedVersion, ProposedEvent } from './event-log.js';
import { EventLog } from './event-log.js';

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

  it('writes system events among those of others, each at a higher position', () => {
    const log = new EventLog();
    for (let index = 0; index < 60; index += 1) log.append(`s-${index}`, 'no-stream', proposed(`${index}`));
    const system = log.all.flatMap(({ stream }, index) => (stream.startsWith('$') ? [index] : []));
    expect(system).toEqual([0, 1, 27, 53]);
    const positions = log.all.map(({ position }) => position);
    expect(positions.every((position, index) => position > (positions[index - 1] ?? 0n))).toBe(true);
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
    expect(new EventLog(path).all).toEqual(log.all);
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
