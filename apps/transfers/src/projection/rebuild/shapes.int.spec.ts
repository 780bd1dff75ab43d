import { InMemoryEventStore } from '@halyard/event-store/testing';
import { newId } from '@halyard/core';
import type { SessionUse } from '@halyard/persistence';
import { startTestService, type TestService } from '@halyard/testing';
import { WAIT_MS } from '@halyard/testing/patience';
import { until } from '@halyard/testing/waiting';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Diary, Process } from '../../../test/diaries.js';
import { beginBeside, processOfAnotherBuild } from '../../../test/rebuild.js';
import { transfersService } from '../../transfers.module.js';
import { ReadModels } from '../read-models.js';
import { copyOf, Rebuilds } from './rebuilds.js';

/** The columns of each read model's tables. Whoever changes them, or what stands in them, raises the shape. */
const COLUMNS = {
  'transfers 2': [34, 8],
  'ledger 1': [3, 5, 3],
  'unfinished-payments 1': [5],
  'statistics 1': [6],
};

describe('a read model whose shape changes with a build', () => {
  let service: TestService;
  let store: InMemoryEventStore;
  let before: Diary;
  let next: Diary;
  const processes: Process[] = [];
  const sessions: SessionUse[] = [];
  beforeAll(async () => {
    service = await startTestService(transfersService);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    store = new InMemoryEventStore();
    before = await Diary.in(service);
    next = ofShape(2);
  });
  afterEach(async () => {
    await Promise.all(processes.splice(0).map((one) => one.stop()));
    await Promise.all(sessions.splice(0).map((one) => one.leave()));
    await service.dataSource.query('DELETE FROM rebuilds');
    await service.dataSource.query(`DELETE FROM projections WHERE name LIKE '%~beside'`);
  });

  /** Makes the read model of a build that writes each event down as many times as its shape says. */
  function ofShape(shape: number): Diary {
    const diary = new Diary(before.name);
    diary.shape = shape;
    diary.sql = diary.written(`unnest((
      SELECT array_agg(id ORDER BY place, time)
      FROM unnest($1::text[]) WITH ORDINALITY AS one (id, place), generate_series(1, ${shape}) AS time
    ))`);
    return diary;
  }
  function start(diary: Diary, options: { readonly isBeside?: boolean } = {}): Process {
    const process = new Process(service, store, [diary], options).start();
    processes.push(process);
    return process;
  }
  async function stop(process: Process): Promise<void> {
    processes.splice(processes.indexOf(process), 1);
    await process.stop();
  }
  async function write(many: number): Promise<string[]> {
    const ids = Array.from({ length: many }, () => newId());
    for (const id of ids) {
      await store.append({ stream: `page-${id}`, expected: 'no-stream', events: [{ id, type: 'Written', data: {} }] });
    }
    return ids;
  }
  const projections = () =>
    service
      .get(ReadModels)
      .list()
      .map(({ projection }) => projection);
  const reached = async ({ model }: Process) => model.reach(await store.head(), WAIT_MS);
  const rows = () => before.read(service);
  const times = (ids: readonly string[], shape: number) => ids.flatMap((id) => Array.from({ length: shape }, () => id));
  const checkpoints = async () => {
    const sql = 'SELECT name, shape, position::integer FROM projections WHERE name = ANY($1)';
    const found = await service.dataSource.query<{ name: string; shape: number; position: number }[]>(sql, [
      [before.name, copyOf(before.name)],
    ]);
    const of = (name: string) => found.find((one) => one.name === name);
    return { serving: of(before.name), copy: of(copyOf(before.name)) };
  };
  const underWay = async () => (await service.get(Rebuilds).list()).find(({ model }) => model === before.name);
  const copyReached = async (): Promise<void> => {
    const head = Number(await store.head());
    await until('the copy has followed', async () => (await checkpoints()).copy?.position === head);
  };
  const isOfShape = (shape: number) =>
    until(`shape ${shape} serves`, async () => {
      const { serving, copy } = await checkpoints();
      return serving?.shape === shape && copy === undefined;
    });

  it('is filled beside while processes of the build before serve, and swapped once none of them is there', async () => {
    const another = await processOfAnotherBuild(service);
    sessions.push(another);
    const serving = start(before);
    const ids = await write(20);
    await reached(serving);
    const beside = start(next, { isBeside: true });
    await copyReached();
    ids.push(...(await write(20)));
    await reached(serving);
    await copyReached();
    expect([await rows(), (await checkpoints()).serving?.shape]).toEqual([ids, 1]);
    await Promise.all([stop(serving), stop(beside)]);

    const successor = start(next);
    ids.push(...(await write(1)));
    await reached(successor);
    // Once nothing is written any more and both are at one position, neither moves.
    await until('it is level', async () => {
      const { isLevel, isCompared } = (await underWay()) ?? {};
      return (
        isLevel === true && isCompared === true && (await checkpoints()).copy?.position === Number(await store.head())
      );
    });
    expect([(await underWay())?.maySwap, (await service.get(Rebuilds).find(before.name))?.state]).toEqual([
      false,
      'level',
    ]);
    await another.leave();
    await isOfShape(2);
    ids.push(...(await write(1)));
    await reached(successor);
    expect([await rows(), await underWay()]).toEqual([times(ids, 2), undefined]);
  });

  it('never goes beyond what serves, so that the build that serves publishes everything', async () => {
    const serving = start(before);
    await write(3);
    await reached(serving);
    await stop(serving);
    const { position } = (await checkpoints()).serving ?? {};
    await write(3);
    start(next, { isBeside: true });
    await until('the copy has followed', async () => (await checkpoints()).copy?.position === position);
    const again = start(before);
    await reached(again);
    await copyReached();
    expect((await checkpoints()).copy?.position).toBe((await checkpoints()).serving?.position);
  });

  it('has the shape of the oldest build that has written it, and is filled again when an older one comes back', async () => {
    const first = start(next);
    const ids = await write(3);
    await reached(first);
    expect((await checkpoints()).serving?.shape).toBe(2);
    await stop(first);
    const back = start(before);
    ids.push(...(await write(3)));
    await reached(back);
    expect([(await checkpoints()).serving?.shape, await underWay()]).toEqual([1, undefined]);
    await stop(back);
    start(next);
    await isOfShape(2);
    expect(await rows()).toEqual(times(ids, 2));
  });

  it('has shape 1 once a process of 0.1.0 has moved it', async () => {
    const process = start(next);
    await write(1);
    await reached(process);
    await stop(process);
    const [{ rebuilt, position }] = await service.dataSource.query<[{ rebuilt: number; position: string }]>(
      'SELECT rebuilt, position FROM projections WHERE name = $1',
      [before.name],
    );
    const move = (from: string) =>
      service.dataSource.query('SELECT move_projections($1, $2, $3, $4)', [[before.name], [from], [rebuilt], '1000']);
    await expect(move('999')).rejects.toMatchObject({ code: 'HY001' });
    await move(position);
    expect((await checkpoints()).serving).toEqual({ name: before.name, shape: 1, position: 1000 });
  });

  it('is filled anew by a still newer build, and left alone by an older one', async () => {
    const serving = start(before);
    const ids = await write(3);
    await reached(serving);
    const second = start(next, { isBeside: true });
    await copyReached();
    const { number } = (await underWay()) ?? {};
    start(ofShape(3), { isBeside: true });
    await until('the newest build fills it', async () => (await checkpoints()).copy?.shape === 3);
    expect((await underWay())?.number).not.toBe(number);
    await copyReached();
    await Promise.all([stop(serving), stop(second)]);
    const returned = start(next);
    ids.push(...(await write(3)));
    await reached(returned);
    await copyReached();
    expect([await rows(), (await checkpoints()).copy?.shape]).toEqual([
      [...ids.slice(0, 3), ...times(ids.slice(3), 2)],
      3,
    ]);
  });

  it('leaves out what was erased where only the build before erases', async () => {
    const serving = start(before);
    const ids = await write(3);
    await reached(serving);
    const beside = start(next, { isBeside: true });
    await copyReached();
    Object.assign(next, { forgetErased: `DELETE FROM ${next.table} WHERE event_id = '${ids[1]}'` });
    await Promise.all([stop(serving), stop(beside)]);
    start(next);
    await isOfShape(2);
    expect(await rows()).toEqual(times([ids[0] ?? '', ids[2] ?? ''], 2));
  });

  it('is no longer level for older snapshots when it has moved alone', async () => {
    const serving = start(before);
    await write(3);
    await reached(serving);
    await stop(serving);
    await beginBeside(service, { projection: next });
    const beside = start(next, { isBeside: true });
    await copyReached();
    await service.get(Rebuilds).compare(next, new AbortController().signal);
    expect((await underWay())?.isCompared).toBe(true);
    const again = start(before);
    await write(1);
    await reached(again);
    await copyReached();
    expect([(await underWay())?.isCompared, (await underWay())?.isLevel]).toEqual([false, true]);
    await stop(beside);
  });

  it('is each of the four, which come to the same rows by themselves', async () => {
    const all = projections();
    const shapes = () =>
      service.dataSource.query<{ name: string; shape: number }[]>(
        'SELECT name, shape FROM projections WHERE name = ANY($1) ORDER BY name',
        [all.map(({ name }) => name)],
      );
    const own = all.map(({ name, shape }) => ({ name, shape })).sort((a, b) => (a.name < b.name ? -1 : 1));
    await until('all have begun', async () => (await shapes()).length === all.length);
    expect(await shapes()).toEqual(own);
    await service.dataSource.query('UPDATE projections SET shape = 0 WHERE name = ANY($1)', [
      all.map(({ name }) => name),
    ]);
    await until('all are filled again', async () => JSON.stringify(await shapes()) === JSON.stringify(own));
  });

  it('has a shape of its own for the columns of its tables', async () => {
    const found = await Promise.all(
      projections().map(async ({ name, shape, tables }) => {
        const counted = await service.dataSource.query<{ many: number }[]>(
          `SELECT count(*)::integer AS many FROM unnest($1::text[]) WITH ORDINALITY AS one (name, place)
           JOIN information_schema.columns ON table_schema = current_schema() AND table_name = one.name
           GROUP BY place ORDER BY place`,
          [tables],
        );
        return [`${name} ${shape}`, counted.map(({ many }) => many)];
      }),
    );
    expect(Object.fromEntries(found)).toEqual(COLUMNS);
  });
});
