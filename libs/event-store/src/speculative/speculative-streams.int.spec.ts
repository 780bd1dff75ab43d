import { DomainError, newId } from '@halyard/core';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { replay, toMoved } from '../../test/account.js';
import { Admin } from '../../test/admin.js';
import { type Accounts, carryOut, openAccounts, type Step } from '../../test/carry-out.js';
import type { TestLog } from '../../test/test-log.js';
import { openTestLog } from '../../test/test-log.js';
import type { EventStore, StoredEvent } from '../event-store.js';
import { EventStoreUnavailable } from '../event-store.js';

let log: TestLog;
let admin: Admin;
beforeAll(async () => {
  log = await openTestLog();
  admin = new Admin(log.url);
});
afterAll(async () => {
  await admin.end();
  await log.close();
});

interface Process {
  readonly store: EventStore;
  readonly accounts: Accounts;
}

function open(): Process {
  const store = log.open();
  return { store, accounts: openAccounts(store) };
}

async function all(stream: string): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for await (const event of log.open().read(stream)) events.push(event);
  return events;
}

/** As a client does: the same operation again until its outcome is known. */
async function settle({ store, accounts }: Process, ...operation: readonly Step[]): Promise<boolean> {
  for (;;) {
    try {
      await carryOut(store, accounts, ...operation);
      return true;
    } catch (error) {
      if (error instanceof DomainError) return false;
      if (!(error instanceof EventStoreUnavailable)) throw error;
    }
  }
}

describe('two processes on one account', () => {
  it.each([
    ['undisturbed', false],
    ['while their connections are killed', true],
  ])('move all of it to others, each operation once, and never more, %s', async (_, disturbed) => {
    const run = newId();
    const source = `account-${run}`;
    const destinations = [0, 1, 2].map((index) => `account-${run}-${index}`);
    const processes = [open(), open()] as const;
    await settle(processes[0], { stream: source, move: { id: newId(), amount: 100 } });
    const kills: Promise<number>[] = [];
    const moved = await Promise.all(
      Array.from({ length: 300 }, async (__, index) => {
        const operation = [
          { stream: source, move: { id: newId(), amount: -1 } },
          { stream: destinations[index % 3] ?? source, move: { id: newId(), amount: 1 } },
        ];
        const deliveries = index % 3 === 0 ? processes : [processes[index % 2 === 0 ? 0 : 1]];
        const results = await Promise.all(deliveries.map((process) => settle(process, ...operation)));
        if (disturbed && index % 10 === 0) kills.push(admin.kill('event-store-'));
        return results.includes(true);
      }),
    );
    const killed = (await Promise.all(kills)).reduce((sum, count) => sum + count, 0);
    expect(killed > 0).toBe(disturbed);
    const streams = await Promise.all([source, ...destinations].map(all));
    const [left, ...arrived] = streams.map((events) => replay(events).balance);
    expect(moved.filter(Boolean)).toHaveLength(100);
    expect(left).toBe(0);
    expect(arrived.reduce((sum, balance) => sum + balance, 0)).toBe(100);
    const ids = streams.flat().map((event) => toMoved(event).data.id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
