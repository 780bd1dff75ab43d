import { InMemoryEventStore } from '@halyard/event-store/testing';
import { newId } from '@halyard/core';
import { startTestService, type TestService } from '@halyard/testing';
import { WAIT_MS } from '@halyard/testing/patience';
import { eventually, until } from '@halyard/testing/waiting';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Diary, Process } from '../../../test/diaries.js';
import { beginBeside, rebuildBeside, swapped } from '../../../test/rebuild.js';
import { transfersService } from '../../transfers.module.js';
import { Rebuilds } from './rebuilds.js';

describe('the rebuild of a read model', () => {
  let service: TestService;
  let store: InMemoryEventStore;
  let diary: Diary;
  const processes: Process[] = [];
  beforeAll(async () => {
    service = await startTestService(transfersService);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    store = new InMemoryEventStore();
    diary = await Diary.in(service);
  });
  afterEach(async () => {
    await Promise.all(processes.splice(0).map((one) => one.stop()));
    await service.dataSource.query('DELETE FROM rebuilds');
    await service.dataSource.query(`DELETE FROM projections WHERE name LIKE '%~beside'`);
  });

  function start(copy = diary): Process {
    const process = new Process(service, store, [diary], { copies: [copy] }).start();
    processes.push(process);
    return process;
  }
  async function write(many: number, type = 'Written'): Promise<string[]> {
    const ids = Array.from({ length: many }, () => newId());
    for (const id of ids) {
      await store.append({ stream: `page-${id}`, expected: 'no-stream', events: [{ id, type, data: {} }] });
    }
    return ids;
  }
  const found = () => service.get(Rebuilds).find(diary.name);
  const state = async () => (await found())?.state;
  const reached = async ({ model }: Process) => model.reach(await store.head(), WAIT_MS);
  const stop = () => service.dataSource.transaction((tx) => service.get(Rebuilds).stop(tx, diary));
  const want = () => service.dataSource.transaction((tx) => service.get(Rebuilds).want(tx, diary.name));
  const rowsBeside = async (): Promise<string[]> => {
    const exists = await service.dataSource.query<[{ found: string | null }]>(
      `SELECT to_regclass('transfers_beside.${diary.table}') AS found`,
    );
    if (exists[0].found === null) return [];
    const sql = `SELECT event_id FROM transfers_beside.${diary.table} ORDER BY place`;
    return (await service.dataSource.query<{ event_id: string }[]>(sql)).map(({ event_id }) => event_id);
  };
  /** A copy whose process leaves out what it is told to. */
  function faulty(): Diary {
    const copy = new Diary(diary.name);
    copy.sql = diary.written(`(SELECT * FROM unnest($1::text[]) OFFSET 1) AS left_out (id), LATERAL unnest(ARRAY[id])`);
    return copy;
  }

  it('has the same rows in another table under the same names, and is over', async () => {
    const process = start();
    const ids = await write(20);
    await reached(process);
    const definition = () =>
      service.dataSource.query<unknown[]>(
        `SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'transfers' AND tablename = $1`,
        [diary.table],
      );
    const oid = () => service.dataSource.query<unknown[]>(`SELECT to_regclass('${diary.table}')::oid AS oid`);
    const before = [await definition(), await oid()];
    await rebuildBeside(service, process.model, process.keeper);
    expect(await definition()).toEqual(before[0]);
    expect(await oid()).not.toEqual(before[1]);
    expect(await diary.read(service)).toEqual(ids);
    ids.push(...(await write(5)));
    await reached(process);
    expect([await diary.read(service), await rowsBeside()]).toEqual([ids, []]);
  });

  it('differs where its fold is another one, does not swap, follows on, and takes its place at a word', async () => {
    const copy = faulty();
    const process = start(copy);
    const ids = await write(3);
    await reached(process);
    await beginBeside(service, process.model, process);
    await until('it differs', async () => (await state()) === 'differs');
    const { differences } = (await found()) ?? {};
    expect(differences?.rows).toBeGreaterThan(0);
    expect(differences?.first[0]).toMatchObject({ key: expect.stringContaining(diary.table) as unknown });
    ids.push(...(await write(3)));
    await reached(process);
    expect([await state(), await diary.read(service)]).toEqual(['differs', ids]);
    const copied = await rowsBeside();
    await want();
    await expect(want()).rejects.toMatchObject({ code: 'InvalidResourceState' });
    process.keeper.look();
    await until('it has taken its place', async () => (await found()) === undefined);
    expect(await diary.read(service)).toEqual(copied);
  });

  it('is gone when it is stopped, and can begin anew', async () => {
    const process = start(faulty());
    const ids = await write(3);
    await reached(process);
    await expect(stop()).rejects.toMatchObject({ code: 'InvalidResourceState' });
    await expect(want()).rejects.toMatchObject({ code: 'InvalidResourceState' });
    for (let time = 0; time < 2; time += 1) {
      await beginBeside(service, process.model, process);
      await until('it differs', async () => (await state()) === 'differs');
      await stop();
      expect([await found(), await rowsBeside()]).toEqual([undefined, []]);
      ids.push(...(await write(3)));
      await reached(process);
      expect(await diary.read(service)).toEqual(ids);
    }
  });

  it('stops at an event that the copy can not take, while the model that serves goes on', async () => {
    const copy = new Diary(diary.name);
    copy.unknown = 'Newer';
    const process = start(copy);
    const [id] = await write(1, 'Newer');
    const ids = [id, ...(await write(2))];
    await reached(process);
    await beginBeside(service, process.model, process);
    await until('it has stopped', async () => (await state()) === 'stopped');
    expect((await found())?.stoppedAt).toMatchObject({ id, type: 'Newer' });
    ids.push(...(await write(2)));
    await reached(process);
    expect([await diary.read(service), await process.model.stoppedAt()]).toEqual([ids, undefined]);
    copy.unknown = '';
    await until('it goes on', async () => (await state()) !== 'stopped');
    await swapped(service, process.model);
    expect(await diary.read(service)).toEqual(ids);
  });

  it('waits for the model that serves, and never goes beyond it', async () => {
    const process = start();
    const [before] = [await write(3)];
    await reached(process);
    diary.unknown = 'Newer';
    const ids = await write(2, 'Newer');
    await until('what serves has stopped', async () => (await process.model.stoppedAt()) !== undefined);
    await rebuildBeside(service, process.model, process.keeper);
    expect(await diary.read(service)).toEqual(before);
    diary.unknown = '';
    await eventually('what serves goes on', () => reached(process));
    expect(await diary.read(service)).toEqual([...before, ...ids]);
  });

  it('goes on where another process left it, and is one though two ask for it', async () => {
    const first = start();
    const ids = await write(300);
    await reached(first);
    await Promise.all([1, 2].map(() => beginBeside(service, first.model, { perSecond: 40, keeper: first.keeper })));
    const { begun } = (await found()) ?? {};
    await until('it has taken some', async () => ((await found())?.events ?? 0) >= 40);
    await first.stop();
    const taken = (await found())?.events ?? 0;
    expect([taken < 300, await state()]).toEqual([true, 'filling']);
    const second = start();
    await beginBeside(service, second.model, second);
    expect((await found())?.begun ?? begun).toEqual(begun);
    await swapped(service, second.model);
    expect(await diary.read(service)).toEqual(ids);
  });

  it('takes no more events in a second than it is told to', async () => {
    const process = start();
    await write(100);
    await reached(process);
    const began = performance.now();
    await beginBeside(service, process.model, { perSecond: 50, keeper: process.keeper });
    await swapped(service, process.model);
    expect(performance.now() - began).toBeGreaterThan(1_900);
  });

  it('begins again when a migration has run since its tables were made', async () => {
    const process = start(faulty());
    const ids = await write(3);
    await reached(process);
    await beginBeside(service, process.model, process);
    await until('it differs', async () => (await state()) === 'differs');
    await process.stop();
    await service.dataSource.query(`ALTER TABLE ${diary.table} ADD COLUMN remark text`);
    await service.dataSource.query(`INSERT INTO migrations (timestamp, name) VALUES (9, 'Remark9')`);
    const next = start();
    await until('it has begun again', async () => (await state()) !== 'differs');
    await swapped(service, next.model);
    expect(await diary.read(service)).toEqual(ids);
    const columns = await service.dataSource.query<unknown[]>(`SELECT remark FROM ${diary.table} LIMIT 1`);
    expect(columns).toEqual([{ remark: null }]);
    await service.dataSource.query(`DELETE FROM migrations WHERE name = 'Remark9'`);
  });

  it('waits until nobody reads with an older snapshot than the level copy', async () => {
    const process = start();
    const ids = await write(3);
    await reached(process);
    const reader = service.dataSource.createQueryRunner();
    await reader.startTransaction('REPEATABLE READ');
    await reader.query('SELECT name FROM projections');
    await beginBeside(service, process.model, process);
    await until('it is compared', async () => (await service.get(Rebuilds).list()).some(({ maySwap }) => maySwap));
    const sql = `SELECT event_id FROM ${diary.table} ORDER BY place`;
    const seen = (await reader.query(sql)) as unknown as { event_id: string }[];
    expect(seen.map(({ event_id }) => event_id)).toEqual(ids);
    expect(await state()).toBe('level');
    await reader.commitTransaction();
    await reader.release();
    await swapped(service, process.model);
    expect(await diary.read(service)).toEqual(ids);
  });
});
