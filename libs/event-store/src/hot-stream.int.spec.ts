import { DomainError, newId } from '@halyard/core';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Account, Move, Moved } from '../test/account.js';
import { accountDecider, replay, toMoved } from '../test/account.js';
import { Admin } from '../test/admin.js';
import type { TestLog } from '../test/test-log.js';
import { openTestLog } from '../test/test-log.js';
import type { EventStore, StoredEvent } from './event-store.js';
import { EventStoreUnavailable } from './event-store.js';
import { HotStreamWriter } from './hot-stream.js';

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

const open = (store: EventStore): HotStreamWriter<Account, Move, Moved> =>
  new HotStreamWriter({ store, decider: accountDecider, toEvent: toMoved });

async function all(store: EventStore, stream: string): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for await (const event of store.read(stream)) events.push(event);
  return events;
}

/** As a client does: the same operation again until its outcome is known. */
async function settle(writer: HotStreamWriter<Account, Move, Moved>, stream: string, move: Move): Promise<boolean> {
  for (;;) {
    try {
      await writer.execute(stream, move, { operationId: move.id });
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
  ])(
    'spend all of it, each command once, and never more, %s',
    async (_, disturbed) => {
      const stream = `account-${newId()}`;
      const writers = [open(log.open()), open(log.open())] as const;
      await settle(writers[0], stream, { id: newId(), amount: 100 });
      const kills: Promise<number>[] = [];
      const moves = Array.from({ length: 300 }, () => ({ id: newId(), amount: -1 }));
      const spent = await Promise.all(
        moves.map(async (move, index) => {
          const deliveries = index % 3 === 0 ? writers : [writers[index % 2 === 0 ? 0 : 1]];
          const results = await Promise.all(deliveries.map((writer) => settle(writer, stream, move)));
          if (disturbed && index % 10 === 0) kills.push(admin.kill('event-store-'));
          return results.includes(true);
        }),
      );
      await Promise.all(kills);
      const events = await all(log.open(), stream);
      expect(spent.filter(Boolean)).toHaveLength(100);
      expect(replay(events).balance).toBe(0);
      expect(new Set(events.map((event) => toMoved(event).data.id)).size).toBe(events.length);
    },
    60_000,
  );
});
