import type { ServiceName, Topic } from '@halyard/contracts';
import { newId } from '@halyard/core';
import { createServices, tellFrom, type TestServices } from '@halyard/testing/messaging';
import { until } from '@halyard/testing/waiting';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { FIRST_OFFSET, GroupOffsets, RELAY_GROUP } from '../tail/group-offsets.js';
import { followOwner } from './follow-owner.js';
import { publishAnew } from './publish-anew.js';

const topic: Topic = 'customers.events.v1';
const consumer = 'transfers.party-facts';

describe('after a restore', () => {
  let services: TestServices;
  let owner: DataSource;
  let reader: DataSource;
  let key: string;
  const of = (service: ServiceName) => services.dataSourceOf(service);
  beforeAll(async () => {
    services = await createServices('customers', 'transfers');
    [owner, reader] = [of('customers'), of('transfers')];
  });
  afterAll(() => services.close());
  beforeEach(() => {
    key = newId();
  });

  const tell = (...keys: readonly string[]): Promise<void> => owner.transaction((tx) => tellFrom(tx, keys));
  const handled = (sequence: number, waits = false, ofKey = key): Promise<unknown> =>
    reader.query('INSERT INTO inbox (consumer, topic, key, sequence, waits) VALUES ($1, $2, $3, $4, $5)', [
      ...[consumer, topic, ofKey, sequence, waits],
    ]);
  const holds = (...sequences: readonly number[]): Promise<unknown> =>
    reader.query(
      `INSERT INTO inbox_waiting (consumer, topic, key, sequence, message)
       SELECT $1, $2, $3, sequence, '{}' FROM unnest($4::bigint[]) AS sequence`,
      [consumer, topic, key, sequences],
    );
  const fails = (): Promise<unknown> =>
    reader.query(
      `INSERT INTO inbox_failures (consumer, topic, key, cause, attempts, failed_at) VALUES ($1, $2, $3, 'x', 1, now())`,
      [consumer, topic, key],
    );
  const stateOf = async (ofKey = key): Promise<unknown> => {
    const [row] = await reader.query<object[]>(
      `SELECT sequence::int AS sequence, waits,
         (SELECT count(*)::int FROM inbox_waiting AS one WHERE one.key = inbox.key) AS waiting,
         (SELECT count(*)::int FROM inbox_failures AS one WHERE one.key = inbox.key) AS failures
       FROM inbox WHERE key = $1`,
      [ofKey],
    );
    return row;
  };
  const follow = (): Promise<number> => followOwner(reader, topic, owner);

  it('a consumer that is ahead of the owner is set back, so that it takes the events that come under the same numbers', async () => {
    await tell(key, key);
    await handled(5);
    expect(await follow()).toBe(1);
    expect(await stateOf()).toEqual({ sequence: 2, waits: false, waiting: 0, failures: 0 });
    expect(await follow()).toBe(0);
  });

  it('a consumer that is behind the owner, or level, stays where it is', async () => {
    const level = newId();
    await tell(key, key, key, level);
    await handled(2);
    await handled(1, false, level);
    expect(await follow()).toBe(0);
    expect([await stateOf(), await stateOf(level)]).toMatchObject([{ sequence: 2 }, { sequence: 1 }]);
  });

  it('a key that the owner does not know any more begins again', async () => {
    await handled(3);
    expect(await follow()).toBe(1);
    expect(await stateOf()).toMatchObject({ sequence: 0 });
  });

  it('messages of the lost future wait no more, and those of the past that failed still do', async () => {
    await tell(key, key);
    await handled(1, true);
    await holds(2, 3);
    await fails();
    expect(await follow()).toBe(1);
    expect(await stateOf()).toEqual({ sequence: 1, waits: true, waiting: 1, failures: 1 });
  });

  it('a key that is parked at a message of the lost future goes on', async () => {
    await tell(key);
    await handled(1, true);
    await holds(2);
    await fails();
    await follow();
    expect(await stateOf()).toEqual({ sequence: 1, waits: false, waiting: 0, failures: 0 });
  });

  it('many keys are compared, page by page', async () => {
    const keys = Array.from({ length: 1_050 }, () => newId());
    await reader.query(
      'INSERT INTO inbox (consumer, topic, key, sequence) SELECT $1, $2, key, 9 FROM unnest($3::text[]) AS key',
      [consumer, topic, keys],
    );
    expect(await follow()).toBe(keys.length);
  });

  it('a service publishes its history from the first event on, and groups that read histories go on', async () => {
    const offsets = new GroupOffsets(owner);
    const place = { xid: '1', position: '1' };
    await offsets.move(RELAY_GROUP, topic, FIRST_OFFSET, place);
    await offsets.move('a group', topic, FIRST_OFFSET, place);
    await publishAnew(owner);
    expect(await offsets.load(RELAY_GROUP, topic)).toEqual(FIRST_OFFSET);
    expect(await offsets.load('a group', topic)).toMatchObject(place);
  });

  it('a history from a logical dump, whose transactions seem to be of the future, can be read', async () => {
    await tell(key);
    const offsets = new GroupOffsets(owner);
    const future = '900000000000';
    await owner.query('UPDATE history SET xid = $1::text::xid8 WHERE key = $2', [future, key]);
    await offsets.move('another group', topic, FIRST_OFFSET, { xid: future, position: '1' });
    await publishAnew(owner);
    // Other databases of the server may have transactions that are older.
    await until('the row may be read', async () => {
      const [row] = await owner.query<{ readable: boolean }[]>(
        'SELECT xid < pg_snapshot_xmin(pg_current_snapshot()) AS readable FROM history WHERE key = $1',
        [key],
      );
      return row?.readable === true;
    });
    expect(await offsets.load('another group', topic)).toEqual(FIRST_OFFSET);
  });
});
