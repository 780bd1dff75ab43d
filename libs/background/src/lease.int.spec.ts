import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { DataSource } from 'typeorm';
import { ManualTime, silentLog } from '@halyard/testing/messaging';
import { createServices, cut, type TestServices } from '@halyard/testing/messaging';
import { eventually, gate } from '@halyard/testing/waiting';
import { Lease, type LeaseOptions, type LeasedWork } from './lease.js';
import type { Worker } from './running.js';
import { Presence } from './presence.js';

/** The database's clock goes on while a test's stands still. */
const HOUR_MS = 3_600_000;

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve()));

/** Waits until processes that compete for a lease have come to this. */
const agree = (assertion: () => void | Promise<void>): Promise<void> =>
  eventually('the processes agree on the lease', assertion);

describe('Lease', () => {
  let services: TestServices;
  let dataSource: DataSource;
  const running: Worker[] = [];

  const hold = (name: string, scheduler: ManualTime, work: LeasedWork, more: Partial<LeaseOptions> = {}): Worker => {
    const one = new Lease({ dataSource, name, scheduler, log: silentLog, ...more }).hold(work);
    running.push(one);
    return one;
  };
  /** Counts its turns, and works until it is told to end. */
  const worker = () => {
    const turns: AbortSignal[] = [];
    const work: LeasedWork = async (signal) => {
      turns.push(signal);
      await aborted(signal);
    };
    return { turns, work };
  };
  const expiryOf = async (name: string): Promise<Date | undefined> => {
    const sql = `SELECT expires_at FROM leases WHERE name = $1`;
    return (await dataSource.query<{ expires_at: Date }[]>(sql, [name]))[0]?.expires_at;
  };
  const expire = (name: string): Promise<unknown> =>
    dataSource.query(`UPDATE leases SET expires_at = now() WHERE name = $1`, [name]);
  /** Moves time on until the condition holds, slowly enough that the database answers renewals within a term. */
  const passUntil = (time: ManualTime, assertion: () => void | Promise<void>): Promise<void> =>
    agree(async () => {
      time.pass(50);
      await assertion();
    });

  beforeAll(async () => {
    services = await createServices('transfers');
    dataSource = services.dataSourceOf('transfers');
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((one) => one.stop()));
  });
  afterAll(() => services.close());

  it('lets one process work at a time', async () => {
    const [name, first, second, time] = [newId(), worker(), worker(), new ManualTime()];
    hold(name, new ManualTime(), first.work, { termMs: HOUR_MS });
    await agree(() => expect(first.turns).toHaveLength(1));
    hold(name, time, second.work);
    await agree(() => expect(time.nextInMs).toBe(1_000));
    time.pass(1_000);
    await agree(() => expect(time.nextInMs).toBe(1_000));
    expect(second.turns).toHaveLength(0);
  });

  it('keeps leases of different names apart', async () => {
    const [a, b] = [worker(), worker()];
    hold(newId(), new ManualTime(), a.work);
    hold(newId(), new ManualTime(), b.work);
    await agree(() => expect([a.turns, b.turns]).toMatchObject([{ length: 1 }, { length: 1 }]));
  });

  it('goes to one that stands by as soon as it asks, once the holder stops and its work has ended', async () => {
    const [name, second, time, entered, ended] = [newId(), worker(), new ManualTime(), gate(), gate()];
    const work: LeasedWork = async (signal) => {
      entered.open();
      await aborted(signal);
      await ended.opened;
    };
    const holder = hold(name, new ManualTime(), work, { termMs: HOUR_MS });
    await entered.opened;
    hold(name, time, second.work);
    await agree(() => expect(time.nextInMs).toBe(1_000));
    const stopping = holder.stop();
    time.pass(1_000);
    await agree(() => expect(time.nextInMs).toBe(1_000));
    expect(second.turns).toHaveLength(0);
    ended.open();
    await stopping;
    time.pass(1_000);
    await agree(() => expect(second.turns).toHaveLength(1));
  });

  it('is asked for by processes that show together what they are, whoever holds it', async () => {
    const [name, mark] = [newId(), newId()];
    const holders = async (): Promise<number> => {
      const sql = `SELECT count(*)::integer AS count FROM pg_locks
                   WHERE locktype = 'advisory' AND (classid::bigint << 32 | objid::bigint) = hashtextextended($1, 0)`;
      return (await services.admin.query<{ count: number }[]>(sql, [mark]))[0]?.count ?? 0;
    };
    const [a, b] = [worker(), worker()];
    const one = hold(name, new ManualTime(), a.work, { mark });
    const other = await new DataSource(dataSource.options).initialize();
    const two = hold(name, new ManualTime(), b.work, { mark, dataSource: other });
    await agree(async () => expect(await holders()).toBe(2));
    await Promise.all([one.stop(), two.stop()]);
    expect(await holders()).toBe(0);
    await other.destroy();
  });

  it('is renewed at a third of its term', async () => {
    const [name, only, time] = [newId(), worker(), new ManualTime()];
    hold(name, time, only.work);
    await agree(() => expect(time.nextInMs).toBe(2_000));
    const before = await expiryOf(name);
    time.pass(2_000);
    await agree(async () => expect(await expiryOf(name)).not.toEqual(before));
    expect(only.turns[0]?.aborted).toBe(false);
  });

  it('passes on once a holder that was stopped has not renewed it for its term', async () => {
    const [name, stopped, second, time] = [newId(), worker(), worker(), new ManualTime()];
    hold(name, new ManualTime(), stopped.work, { termMs: 300 });
    await agree(() => expect(stopped.turns).toHaveLength(1));
    hold(name, time, second.work);
    await passUntil(time, () => expect(second.turns).toHaveLength(1));
    expect(stopped.turns[0]?.aborted).toBe(false);
  });

  it('is taken at once from a holder that is gone', async () => {
    const [name, next] = [newId(), worker()];
    const sql = `INSERT INTO leases (name, holder, expires_at) VALUES ($1, $2, now() + interval '1 hour')`;
    await dataSource.query(sql, [name, newId()]);
    hold(name, new ManualTime(), next.work);
    await agree(() => expect(next.turns).toHaveLength(1));
  });

  it('ends the work of a holder whose session was lost, since others may then have it', async () => {
    const [name, only] = [newId(), worker()];
    hold(name, new ManualTime(), only.work);
    await agree(() => expect(only.turns).toHaveLength(1));
    await services.admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks, transfers.leases
       WHERE locktype = 'advisory' AND name = $1
       AND (classid::bigint << 32 | objid::bigint) = hashtextextended(holder::text, 0)`,
      [name],
    );
    await agree(() => expect(only.turns[0]?.aborted).toBe(true));
  });

  it('counts nobody as present by the lock of a session that is lost', async () => {
    const name = newId();
    const presence = new Presence(services.dataSourceOf('transfers'), name, () => undefined);
    await services.admin.transaction(async (lost) => {
      await lost.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
      await expect(presence.open()).rejects.toThrow('still held');
    });
    await presence.open();
    await presence.close();
  });

  describe('of one process', () => {
    const sessions = async (): Promise<number> => {
      const sql = `SELECT count(*)::integer AS count FROM pg_stat_activity
                   WHERE datname = current_database() AND application_name = 'transfers-session'`;
      return (await services.admin.query<{ count: number }[]>(sql))[0]?.count ?? 0;
    };
    const isPresent = async (name: string): Promise<boolean> => {
      const sql = `SELECT NOT pg_try_advisory_xact_lock(hashtextextended(holder::text, 0)) AS present
                   FROM transfers.leases WHERE name = $1`;
      return (await services.admin.query<{ present: boolean }[]>(sql, [name]))[0]?.present ?? false;
    };

    it('share a session: the end of one frees no other, and that of the last ends it', async () => {
      const [names, a, b] = [[newId(), newId()], worker(), worker()];
      const first = hold(names[0] ?? '', new ManualTime(), a.work);
      const second = hold(names[1] ?? '', new ManualTime(), b.work);
      await agree(() => expect([a.turns, b.turns]).toMatchObject([{ length: 1 }, { length: 1 }]));
      expect(await sessions()).toBe(1);
      await first.stop();
      expect([b.turns[0]?.aborted, await isPresent(names[1] ?? ''), await sessions()]).toEqual([false, true, 1]);
      await second.stop();
      await agree(async () => expect(await sessions()).toBe(0));
    });

    it('are lost together with it, and taken up again', async () => {
      const [a, b, time] = [worker(), worker(), new ManualTime()];
      for (const { work } of [a, b]) hold(newId(), time, work);
      await agree(() => expect([a.turns, b.turns]).toMatchObject([{ length: 1 }, { length: 1 }]));
      await cut(services.admin, 'transfers-session');
      await agree(() => expect([a.turns[0]?.aborted, b.turns[0]?.aborted]).toEqual([true, true]));
      await passUntil(time, () => expect([a.turns, b.turns]).toMatchObject([{ length: 2 }, { length: 2 }]));
      expect(await sessions()).toBe(1);
    });
  });

  it('ends the work of a holder that wakes up to find a successor, and waits for its next turn', async () => {
    const [name, sleeper, second] = [newId(), worker(), worker()];
    const [asleep, awake] = [new ManualTime(), new ManualTime()];
    hold(name, asleep, sleeper.work);
    await agree(() => expect(asleep.nextInMs).toBe(2_000));
    await expire(name);
    hold(name, awake, second.work);
    await agree(() => expect(second.turns).toHaveLength(1));
    asleep.pass(2_000);
    await agree(() => expect(sleeper.turns[0]?.aborted).toBe(true));
    expect(second.turns[0]?.aborted).toBe(false);
    await agree(() => expect(asleep.nextInMs).toBe(1_000));
  });

  it('ends the work when the database cannot be asked for a term, and takes it up when it can', async () => {
    const [name, only, time] = [newId(), worker(), new ManualTime()];
    hold(name, time, only.work);
    await agree(() => expect(time.nextInMs).toBe(2_000));
    await dataSource.query(`ALTER TABLE leases RENAME TO leases_away`);
    time.pass(2_000);
    await agree(() => expect(time.nextInMs).toBe(2_000));
    time.pass(2_000);
    await agree(() => expect(time.nextInMs).toBe(2_000));
    expect(only.turns[0]?.aborted).toBe(false);
    time.pass(2_000);
    expect(only.turns[0]?.aborted).toBe(true);
    await dataSource.query(`ALTER TABLE leases_away RENAME TO leases`);
    await passUntil(time, () => expect(only.turns).toHaveLength(2));
    expect(only.turns[1]?.aborted).toBe(false);
  });

  it('begins nothing under a lease whose term went by while it was asked for', async () => {
    const [only, time] = [worker(), new ManualTime()];
    hold(newId(), time, only.work);
    time.pass(6_000);
    await agree(() => expect(time.nextInMs).toBe(1_000));
    expect(only.turns).toHaveLength(0);
    time.pass(1_000);
    await agree(() => expect(only.turns).toHaveLength(1));
  });

  it('gives work that failed another turn', async () => {
    const [name, time] = [newId(), new ManualTime()];
    let turns = 0;
    hold(name, time, async (signal) => {
      turns += 1;
      if (turns === 1) throw new Error('not yet');
      await aborted(signal);
    });
    await passUntil(time, () => expect(turns).toBe(2));
  });
});
