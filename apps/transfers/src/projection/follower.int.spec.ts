import { InMemoryEventStore } from '@halyard/event-store/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { EventStore, PostgresEventStore } from '@halyard/event-store';
import { startTestService, type TestService } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { WAIT_MS } from '@halyard/testing/patience';
import { Diary, Process } from '../../test/diaries.js';
import { rebuildBeside } from '../../test/rebuild.js';
import { transfersService } from '../transfers.module.js';
import { CheckpointMoved, PageWriter } from './page-writer.js';
import { StoredPages } from './pages.rows.js';

/** Far beyond what anything here needs. */

describe('a projection', () => {
  let service: TestService;
  let store: EventStore;
  let diary: Diary;
  beforeAll(async () => {
    service = await startTestService(transfersService);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    store = new InMemoryEventStore();
    diary = await Diary.in(service);
  });

  const process = (writer?: PageWriter) => new Process(service, store, [diary], { writer });

  /** A process that comes to a halt before it writes its first page. */
  const haltingProcess = () => {
    let go = (): void => undefined;
    let halt = (): void => undefined;
    const halted = new Promise<void>((resolve) => (halt = resolve));
    const gate = new Promise<void>((resolve) => (go = resolve));
    class HaltingWriter extends PageWriter {
      override async write(...page: Parameters<PageWriter['write']>): Promise<void> {
        halt();
        await gate;
        return super.write(...page);
      }
    }
    return { halting: process(new HaltingWriter(new StoredPages(service.dataSource))), halted, go: () => go() };
  };

  async function write(many: number, to = store): Promise<string[]> {
    const ids = Array.from({ length: many }, () => newId());
    for (const id of ids) {
      const events = [{ id, type: 'Written', data: {} }];
      await to.append({ stream: `page-${id}`, expected: 'no-stream', events });
    }
    return ids;
  }

  const written = (by = diary): Promise<string[]> => by.read(service);

  it('holds all up to a position once that is reached, events or not', async () => {
    const reader = process().start();
    const ids = await write(3);
    await reader.model.reach(await store.head(), WAIT_MS);
    expect(await written()).toEqual(ids);

    await store.append({
      stream: 'other-1',
      expected: 'no-stream',
      events: [{ id: newId(), type: 'Other', data: {} }],
    });
    await reader.model.reach(await store.head(), WAIT_MS);
    await reader.stop();
  });

  it('goes on after a failure where it was, and applies nothing twice', async () => {
    diary.failures = 1;
    const ids = await write(3);
    const reader = process().start();
    await reader.model.reach(await store.head(), WAIT_MS);
    await reader.stop();
    expect(await written()).toEqual(ids);
    expect(reader.failures).toHaveLength(1);
  });

  it('applies each event once when two runners run it by mistake', async () => {
    const readers = [process().start(), process().start()];
    const ids = await write(100);
    for (const reader of readers) await reader.model.reach(await store.head(), WAIT_MS);
    await Promise.all(readers.map((reader) => reader.stop()));
    expect(await written()).toEqual(ids);
  });

  it('is waited for in a process that does not run it', async () => {
    const [reader, bystander] = [process(), process()];
    const ids = await write(3);
    const reached = bystander.model.reach(await store.head(), WAIT_MS);
    reader.start();
    await reached;
    expect(await written()).toEqual(ids);
    await reader.stop();
  });

  it('is waited for no longer than a query may take', async () => {
    await write(1);
    await expect(process().model.reach(await store.head(), 20)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  });

  it('is the same when it is built again', async () => {
    const reader = process().start();
    const ids = await write(5);
    await reader.model.reach(await store.head(), WAIT_MS);
    await rebuildBeside(service, reader.model, reader.keeper);
    expect(await reader.model.read(await store.head(), WAIT_MS, written)).toEqual(ids);
    await reader.stop();
  });

  it('is built again where it runs when another process has asked for it, while events arrive', async () => {
    const [reader, bystander] = [process().start(), process()];
    const ids = await write(5);
    for (let round = 0; round < 3; round += 1) {
      const [, more] = await Promise.all([rebuildBeside(service, bystander.model, reader.keeper), write(5)]);
      ids.push(...more);
      expect(await bystander.model.read(await store.head(), WAIT_MS, written)).toEqual(ids);
    }
    await rebuildBeside(service, bystander.model, reader.keeper);
    expect(await bystander.model.read(await store.head(), WAIT_MS, written)).toEqual(ids);
    expect(await bystander.model.lag()).toBe(0);
    await reader.stop();
  });

  it('is read whole while it is replaced', async () => {
    const [reader, bystander] = [process().start(), process()];
    const ids = await write(5);
    const head = await store.head();
    const reads = Array.from({ length: 20 }, (_, index) => (index % 2 ? reader : bystander)).map((one) =>
      one.model.read(head, WAIT_MS, written),
    );
    await Promise.all([rebuildBeside(service, bystander.model, reader.keeper), ...reads]);
    for (const read of reads) expect(await read).toEqual(ids);
    await reader.stop();
  });

  it('holds no more than a page while it comes to a halt, and then takes all that has gathered, in order', async () => {
    const { halting, halted, go } = haltingProcess();
    halting.start();
    const ids = await write(1);
    await halted;
    ids.push(...(await write(1_200)));
    expect(diary.pages).toEqual([]);
    go();
    expect(await halting.model.read(await store.head(), WAIT_MS, written)).toEqual(ids);
    expect(Math.max(...diary.pages)).toBeLessThanOrEqual(500);
    await halting.stop();
  });

  describe('whose process was stopped past its lease', () => {
    it('has nothing twice and all in order when that one goes on', async () => {
      const { halting, halted, go } = haltingProcess();
      halting.start();
      const ids = await write(5);
      await halted;
      const successor = process().start();
      await successor.model.reach(await store.head(), WAIT_MS);
      go();
      ids.push(...(await write(5)));
      expect(await successor.model.read(await store.head(), WAIT_MS, written)).toEqual(ids);
      // Once it is stopped it reports nothing more.
      await until('the halted one has failed', () => halting.failures.length > 0);
      await halting.stop();
      await successor.stop();
      expect(halting.failures.map((failure) => (failure as Error).cause)).toContainEqual(expect.any(CheckpointMoved));
      expect(await written()).toEqual(ids);
    });

    it('goes on in another process although it was stopped in the middle of its transaction', async () => {
      const slow = new Diary(diary.name);
      slow.sql = `WITH slow AS MATERIALIZED (SELECT pg_sleep(60)) ${diary.written('slow, unnest($1::text[])')}`;
      const stalled = new Process(service, store, [slow]).start();
      const ids = await write(3);
      await until('it is in its transaction', () => slow.pages.length > 0);
      // Once the database has ended that, it comes to no other: it is stopped.
      let wake = (): void => undefined;
      const awake = new Promise<void>((resolve) => (wake = resolve));
      slow.before = () => awake;
      const successor = process().start();
      expect(await successor.model.read(await store.head(), WAIT_MS, written)).toEqual(ids);
      slow.sql = diary.sql;
      wake();
      await Promise.all([stalled.stop(), successor.stop()]);
      expect(await written()).toEqual(ids);
    });
  });

  describe('beside others', () => {
    const three = async () => [diary, await Diary.in(service), await Diary.in(service)];
    const reached = async ({ models }: Process): Promise<void> => {
      const head = await store.head();
      await Promise.all(models.map((model) => model.reach(head, WAIT_MS)));
    };
    /** How many transactions wrote down each event in all these diaries. */
    const transactions = async (ids: readonly string[], diaries: readonly Diary[]): Promise<number[]> => {
      const all = diaries.map(({ table }) => `SELECT event_id, xmin::text AS by FROM ${table}`).join(' UNION ALL ');
      const rows = await service.dataSource.query<{ many: number }[]>(
        `SELECT count(DISTINCT by)::int AS many FROM (${all}) AS entry WHERE event_id = ANY($1) GROUP BY event_id`,
        [ids],
      );
      return [...new Set(rows.map(({ many }) => many))];
    };

    it('takes a page with them in one transaction', async () => {
      const diaries = await three();
      const all = new Process(service, store, diaries).start();
      await write(1);
      await reached(all);
      const ids = await write(5);
      await reached(all);
      expect(await transactions(ids, diaries)).toEqual([1]);
      await all.stop();
    });

    it('leaves them when it fails, catches up by itself, and comes back', async () => {
      const diaries = await three();
      const all = new Process(service, store, diaries).start();
      const ids = await write(1);
      await reached(all);
      diary.failures = 2;
      let release = (): void => undefined;
      const fixed = new Promise<void>((resolve) => (release = resolve));
      diary.before = () => (diary.failures > 0 ? Promise.resolve() : fixed);
      ids.push(...(await write(3)));
      const head = await store.head();
      for (const model of all.models.slice(1)) await model.reach(head, WAIT_MS);
      for (const other of diaries.slice(1)) expect(await written(other)).toEqual(ids);
      expect(await written()).toEqual(ids.slice(0, 1));
      release();
      ids.push(...(await write(3)));
      await reached(all);
      expect(await written()).toEqual(ids);
      const together = await write(3);
      await reached(all);
      expect(await transactions(together, diaries)).toEqual([1]);
      await all.stop();
    });

    it('is built again while they go on, and comes to the same', async () => {
      const diaries = await three();
      const all = new Process(service, store, diaries).start();
      const ids: string[] = [];
      for (let round = 0; round < 5; round += 1) {
        ids.push(...(await write(100)));
        if (round % 2 === 0) await rebuildBeside(service, all.model, all.keeper);
      }
      await reached(all);
      const head = await store.head();
      for (const [place, one] of diaries.entries()) {
        expect(await all.models[place]?.read(head, WAIT_MS, () => written(one))).toEqual(ids);
      }
      await all.stop();
    });

    it('has nothing twice when two processes move all of them, and one is built again', async () => {
      const diaries = await three();
      const processes = [new Process(service, store, diaries).start(), new Process(service, store, diaries).start()];
      const ids: string[] = [];
      for (let round = 0; round < 6; round += 1) {
        ids.push(...(await write(50)));
        if (round === 3 && processes[0]) await rebuildBeside(service, processes[0].model, processes[0].keeper);
      }
      await Promise.all(processes.map(reached));
      await Promise.all(processes.map((one) => one.stop()));
      for (const one of diaries) expect(await written(one)).toEqual(ids);
    });
  });

  it('misses nothing that other processes append', async () => {
    const onPostgres = await startTestService(transfersService, { streams: 'postgres' });
    const here = await Diary.in(onPostgres);
    const { options } = onPostgres.dataSource;
    if (options.type !== 'postgres' || options.url === undefined) throw new Error('it is on Postgres');
    const stores = [
      onPostgres.get(EventStore),
      new PostgresEventStore(options.url),
      new PostgresEventStore(options.url),
    ];
    const [followed, ...others] = stores;
    if (!followed) throw new Error('there are stores');
    const reader = new Process(onPostgres, followed, [here]).start();
    const ids = (await Promise.all(stores.map((one) => write(150, one)))).flat();
    await reader.model.reach(await followed.head(), WAIT_MS);
    await reader.stop();
    const rows = await onPostgres.dataSource.query<{ ids: string[] }[]>(
      `SELECT array_agg(event_id ORDER BY place) AS ids FROM ${here.table}
       UNION ALL SELECT array_agg(id ORDER BY position) FROM events WHERE stream ^@ 'halyard_page-'`,
    );
    expect(rows[0]?.ids).toHaveLength(ids.length);
    expect(rows[0]?.ids).toEqual(rows[1]?.ids);
    for (const other of others) await other.close();
    await onPostgres.stop();
  });
});
