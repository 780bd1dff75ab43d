import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Topic } from '@halyard/contracts';
import { newId } from '@halyard/core';
import type { DataSource } from 'typeorm';
import { createServices, type TestServices } from '@halyard/testing/messaging';
import { tellFrom } from '@halyard/testing/messaging';
import { GroupOffsets, type HistoryPosition } from '../tail/group-offsets.js';
import { relayAgeSeconds } from './relay.js';

const topic: Topic = 'customers.events.v1';
const DAY_SECONDS = 86_400;

describe('the age of what a relay has not published', () => {
  let services: TestServices;
  let customers: DataSource;
  const age = (): Promise<number> => relayAgeSeconds(customers, topic);

  const tell = async (): Promise<HistoryPosition & { readonly key: string }> => {
    const key = newId();
    await customers.transaction((tx) => tellFrom(tx, [key]));
    const sql = `SELECT xid::text, position::text FROM history WHERE key = $1`;
    const [place] = await customers.query<HistoryPosition[]>(sql, [key]);
    if (!place) throw new Error('the event is not in the history');
    return { ...place, key };
  };
  const makeOlder = (key: string, interval: string): Promise<unknown> =>
    customers.query(`UPDATE history SET written_at = written_at - $2::interval WHERE key = $1`, [key, interval]);
  const relayed = async (to: HistoryPosition): Promise<void> => {
    const offsets = new GroupOffsets(customers);
    await offsets.move('relay', topic, await offsets.load('relay', topic), to);
  };

  beforeAll(async () => {
    services = await createServices('customers');
    customers = services.dataSourceOf('customers');
  });
  afterAll(() => services.close());

  it('is how long the oldest has waited since it was written, whatever time it tells, and 0 once none waits', async () => {
    expect(await age()).toBe(0);
    const [first, second] = [await tell(), await tell()];
    expect(await age()).toBeLessThan(DAY_SECONDS);
    await makeOlder(first.key, '30 days');
    await makeOlder(second.key, '10 days');
    expect(Math.floor((await age()) / DAY_SECONDS)).toBe(30);
    await relayed(first);
    expect(Math.floor((await age()) / DAY_SECONDS)).toBe(10);
    await relayed(second);
    expect(await age()).toBe(0);
  });
});
