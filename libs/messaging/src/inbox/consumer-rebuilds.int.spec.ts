import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CloudEvent, Topic } from '@halyard/contracts';
import { newId, TimerScheduler } from '@halyard/core';
import { createServices, eventOf, ManualTime, silentLog, type TestServices } from '@halyard/testing/messaging';
import { expectEventually, gate } from '@halyard/testing/waiting';
import fc from 'fast-check';
import type { DataSource, EntityManager } from 'typeorm';
import { EventConsumer, type RebuildSteps } from './consumer.js';
import { ConsumerRunner } from './consumer-runner.js';
import { InMemoryBus } from '../testing/in-memory-bus.js';
import type { ConsumerRebuilds } from './consumer-rebuilds.js';
import type { Rebuild } from '../rebuildable-models.js';

const topic: Topic = 'customers.events.v1';

const upsert = (table: string) => `
  INSERT INTO ${table} AS known (consumer, key, version, value)
  SELECT DISTINCT ON (key) $1, key, version, version FROM unnest($2::text[], $3::int[]) AS told (key, version)
  ORDER BY key, version DESC
  ON CONFLICT (consumer, key) DO UPDATE SET version = excluded.version, value = excluded.value
  WHERE known.version < excluded.version`;

/** Keeps the newest version of each key, which is its sequence, and has that as its value too. */
class Newest extends EventConsumer {
  readonly topics: readonly Topic[] = [topic];
  before: (event: CloudEvent) => void | Promise<void> = () => undefined;

  constructor(readonly name: string) {
    super();
  }

  async handle(events: readonly CloudEvent[], tx: EntityManager): Promise<void> {
    await this.write('newest', events, tx);
  }

  override readonly rebuildSteps: RebuildSteps = {
    take: async (events, tx) => {
      for (const event of events) await this.before(event);
      await this.write('newest_beside', events, tx);
    },
    compare: async (tx) => {
      const rows = await tx.query<{ key: string; serves: number; rebuilt: number }[]>(
        `SELECT key, serving.value AS serves, rebuilt.value AS rebuilt
         FROM newest_beside AS rebuilt JOIN newest AS serving USING (consumer, key)
         WHERE consumer = $1 AND serving.version = rebuilt.version AND serving.value <> rebuilt.value ORDER BY key`,
        [this.name],
      );
      return { rows: rows.length, first: rows };
    },
    finish: async (tx) => {
      await tx.query(
        `INSERT INTO newest SELECT * FROM newest_beside WHERE consumer = $1 ON CONFLICT (consumer, key)
         DO UPDATE SET version = excluded.version, value = excluded.value WHERE newest.version <= excluded.version`,
        [this.name],
      );
      await this.drop(tx);
    },
    drop: (tx) => this.drop(tx),
  };

  private async drop(tx: EntityManager): Promise<void> {
    await tx.query('DELETE FROM newest_beside WHERE consumer = $1', [this.name]);
  }

  private async write(table: string, events: readonly CloudEvent[], tx: EntityManager): Promise<void> {
    const keys = events.map(({ partitionkey }) => partitionkey);
    await tx.query(upsert(table), [this.name, keys, events.map(({ sequence }) => sequence)]);
  }
}

describe('a rebuild of a consumer', () => {
  let services: TestServices;
  let dataSource: DataSource;
  let consumer: Newest;
  let bus: InMemoryBus;
  let open: ConsumerRunner[];

  beforeAll(async () => {
    services = await createServices('transfers');
    dataSource = services.dataSourceOf('transfers');
    for (const table of ['newest', 'newest_beside']) {
      await dataSource.query(
        `CREATE TABLE ${table} (consumer text, key text, version int NOT NULL, value int NOT NULL, PRIMARY KEY (consumer, key))`,
      );
    }
  });
  afterAll(() => services.close());
  beforeEach(() => {
    open = [];
    consumer = new Newest(newId());
    bus = new InMemoryBus();
  });
  afterEach(() => Promise.all(open.map((runner) => runner.stop())));

  /** One more process of the service. */
  async function run(of: Newest = consumer, on = new InMemoryBus(bus)) {
    const runner = new ConsumerRunner({
      ...{ service: 'transfers', consumer: of, dataSource, bus: on, log: silentLog },
      ...{ clock: new ManualTime().clock, scheduler: new TimerScheduler() },
    });
    await runner.start();
    open.push(runner);
    if (!runner.rebuilds) throw new Error('it has no rebuilds');
    return { runner, rebuilds: runner.rebuilds };
  }
  const change = async (rebuilds: ConsumerRebuilds, how: 'end' | 'swap' | { perSecond?: number }): Promise<void> => {
    await dataSource.transaction((tx) => (typeof how === 'object' ? rebuilds.begin(tx, how) : rebuilds[how](tx)));
    rebuilds.look();
  };
  const rowsOf = async (table: 'newest' | 'newest_beside'): Promise<Record<string, number>> => {
    const sql = `SELECT key, value FROM ${table} WHERE consumer = $1`;
    const rows = await dataSource.query<{ key: string; value: number }[]>(sql, [consumer.name]);
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  };
  const set = (key: string, value: number) =>
    dataSource.query('UPDATE newest SET value = $3 WHERE consumer = $1 AND key = $2', [consumer.name, key, value]);
  const lose = (key: string) =>
    dataSource.query('DELETE FROM newest WHERE consumer = $1 AND key = $2', [consumer.name, key]);
  const tell = async (...events: readonly (readonly [key: string, sequence: number])[]): Promise<void> => {
    bus.tell(topic, ...events.map(([key, sequence]) => eventOf(key, sequence)));
    await expectEventually(async () => {
      const [row] = await dataSource.query<{ sum: string | null }[]>(
        'SELECT sum(sequence) FROM (SELECT max(sequence) AS sequence FROM inbox WHERE consumer = $1 GROUP BY key) AS keys',
        [consumer.name],
      );
      const newest = new Map(told.concat(events).map(([key, sequence]) => [key, sequence]));
      expect(Number(row?.sum)).toBe([...newest.values()].reduce((a, b) => a + b, 0));
    });
    told = told.concat(events);
  };
  let told: readonly (readonly [string, number])[] = [];
  beforeEach(() => void (told = []));
  const state = (rebuilds: ConsumerRebuilds, expected: Rebuild['state'] | undefined) =>
    expectEventually(async () => expect((await rebuilds.current())?.state).toBe(expected));

  it('adds what is missing and ends by itself if nothing differs', async () => {
    const { rebuilds } = await run();
    await tell(['a', 1], ['b', 1], ['a', 2]);
    await lose('b');
    expect(await rebuilds.current()).toBeUndefined();
    await change(rebuilds, {});
    await state(rebuilds, undefined);
    expect([await rowsOf('newest'), await rowsOf('newest_beside')]).toEqual([{ a: 2, b: 1 }, {}]);
  });

  it('waits for a word if it differs, tells what, and goes on meanwhile; a swap lets it take its place', async () => {
    const { rebuilds } = await run();
    await tell(['a', 1], ['b', 1], ['b', 2]);
    await expect(change(rebuilds, 'swap')).rejects.toMatchObject({ code: 'InvalidResourceState' });
    await set('b', 7);
    await change(rebuilds, {});
    await state(rebuilds, 'differs');
    expect(await rebuilds.current()).toMatchObject({
      ...{ events: 3, of: 3, perSecond: expect.any(Number) },
      differences: { rows: 1, first: [{ key: 'b', serves: 7, rebuilt: 2 }] },
    });
    await tell(['c', 1]);
    await expectEventually(async () => expect(await rebuilds.current()).toMatchObject({ events: 4, of: 4 }));
    expect(await rowsOf('newest')).toEqual({ a: 1, b: 7, c: 1 });
    await change(rebuilds, 'swap');
    await state(rebuilds, undefined);
    expect(await rowsOf('newest')).toEqual({ a: 1, b: 2, c: 1 });
    await expect(change(rebuilds, 'swap')).rejects.toMatchObject({ code: 'InvalidResourceState' });
  });

  it('leaves what serves as it is when it is stopped by hand, and has nothing of its own any more', async () => {
    const { rebuilds } = await run();
    await expect(change(rebuilds, 'end')).rejects.toMatchObject({ code: 'InvalidResourceState' });
    await tell(['a', 1]);
    await set('a', 7);
    await change(rebuilds, {});
    await state(rebuilds, 'differs');
    await change(rebuilds, 'end');
    expect(await rebuilds.current()).toBeUndefined();
    expect([await rowsOf('newest'), await rowsOf('newest_beside')]).toEqual([{ a: 7 }, {}]);
    await change(rebuilds, {});
    await state(rebuilds, 'differs');
    expect(await rebuilds.current()).toMatchObject({ events: 1 });
  });

  it('stops at an event that it can not take, and goes on once it can', async () => {
    const { rebuilds } = await run();
    await tell(['a', 1], ['b', 1], ['c', 1]);
    await lose('c');
    consumer.before = ({ partitionkey }) => {
      if (partitionkey === 'b') throw new Error('no b');
    };
    await change(rebuilds, {});
    await state(rebuilds, 'stopped');
    expect(await rebuilds.current()).toMatchObject({
      stoppedAt: { stream: `${topic} b`, revision: 1, type: 'customers.customer-created.v1', cause: 'Error: no b' },
    });
    await expect(change(rebuilds, 'swap')).rejects.toMatchObject({ code: 'InvalidResourceState' });
    await tell(['a', 2]);
    consumer.before = () => undefined;
    await state(rebuilds, undefined);
    expect(await rowsOf('newest')).toEqual({ a: 2, b: 1, c: 1 });
  });

  it('passes an event that it can not take if an operator has let the consumer skip it', async () => {
    const { rebuilds } = await run();
    await tell(['a', 1], ['b', 1]);
    await dataSource.query(
      `INSERT INTO inbox_skips (consumer, topic, key, sequence, reason, cause, skipped_by, skipped_at)
       VALUES ($1, $2, 'b', 1, 'lost', 'no b', uuidv7(), now())`,
      [consumer.name, topic],
    );
    consumer.before = ({ partitionkey }) => {
      if (partitionkey === 'b') throw new Error('no b');
    };
    await change(rebuilds, {});
    await state(rebuilds, undefined);
  });

  it('never takes an event before the consumer has', async () => {
    const { rebuilds, runner } = await run();
    await tell(['a', 1]);
    await set('a', 7);
    await change(rebuilds, {});
    await state(rebuilds, 'differs');
    await runner.stop();
    const other = await run(
      Object.assign(new Newest(consumer.name), { handle: () => Promise.reject(new Error('no')) }),
    );
    bus.tell(topic, eventOf('a', 2), eventOf('d', 1));
    await expectEventually(async () => expect(await other.rebuilds.current()).toMatchObject({ events: 3, of: 3 }));
    expect(await rowsOf('newest_beside')).toEqual({ a: 1 });
  });

  it('takes no more in a second than it is told, and another number once it is told so', async () => {
    const { rebuilds } = await run();
    await tell(...Array.from({ length: 40 }, (_, index) => [`k${index}`, 1] as const));
    const begun = performance.now();
    await change(rebuilds, { perSecond: 10 });
    await expectEventually(async () => expect((await rebuilds.current())?.events).toBeGreaterThanOrEqual(20));
    // The first ten come at once.
    expect(performance.now() - begun).toBeGreaterThan(900);
    const current = await rebuilds.current();
    expect(current?.state).toBe('filling');
    expect(current?.perSecond).toBeLessThanOrEqual(25);
    await change(rebuilds, {});
    await state(rebuilds, undefined);
  });

  it('is one, whoever begins it how often, and another process goes on where one was killed', async () => {
    const first = await run();
    await tell(['a', 1], ['b', 1]);
    await lose('a');
    const halt = gate();
    consumer.before = () => halt.opened;
    await Promise.all([change(first.rebuilds, {}), change(first.rebuilds, { perSecond: 1_000 })]);
    const second = new Newest(consumer.name);
    // The process that has begun it hangs in the middle of a page until its transaction is ended.
    await expectEventually(async () => {
      const ended = await dataSource.query<unknown[]>(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND state = 'idle in transaction'`,
      );
      expect(ended.length).toBeGreaterThan(0);
    });
    const other = new InMemoryBus();
    other.tell(topic, ...told.map(([key, sequence]) => eventOf(key, sequence)));
    const { rebuilds } = await run(second, other);
    await state(rebuilds, undefined);
    halt.open();
    expect(await rowsOf('newest')).toEqual({ a: 1, b: 1 });
  });

  it('comes to the same content whatever the interleaving, while events arrive', async () => {
    const keys = ['a', 'b', 'c'];
    const lastSequence = 4;
    const arrivals = fc.shuffledSubarray(
      keys.flatMap((key) => Array.from({ length: lastSequence }, () => key)),
      { minLength: keys.length * lastSequence },
    );
    await fc.assert(
      fc.asyncProperty(arrivals, fc.nat(11), fc.constantFrom(...keys), async (order, at, lost) => {
        consumer = new Newest(newId());
        bus = new InMemoryBus();
        const { rebuilds, runner } = await run();
        const sequences = new Map<string, number>();
        for (const [index, key] of order.entries()) {
          const sequence = (sequences.get(key) ?? 0) + 1;
          sequences.set(key, sequence);
          bus.tell(topic, eventOf(key, sequence));
          if (index !== at) continue;
          await change(rebuilds, {});
          await lose(lost);
        }
        await state(rebuilds, undefined);
        await expectEventually(async () => expect(await runner.lag()).toBe(0));
        const rows = await rowsOf('newest');
        for (const key of keys.filter((one) => one !== lost || rows[one] !== undefined)) expect(rows[key]).toBe(4);
        await runner.stop();
      }),
      { numRuns: 5 },
    );
  });
});
