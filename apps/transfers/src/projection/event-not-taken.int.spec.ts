import { InMemoryEventStore } from '@halyard/event-store/testing';
import { newId } from '@halyard/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { WAIT_MS } from '@halyard/testing/patience';
import { Diary, Process } from '../../test/diaries.js';
import { empty } from '../../test/rebuild.js';
import { transfersService } from '../transfers.module.js';
import { EventNotTaken } from './event-not-taken.js';

/** Far beyond what anything here needs. */

describe('a read model before an event that it can not take', () => {
  let service: TestService;
  let store: InMemoryEventStore;
  let diary: Diary;
  let other: Diary;
  beforeAll(async () => {
    service = await startTestService(transfersService);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    store = new InMemoryEventStore();
    [diary, other] = [await Diary.in(service), await Diary.in(service)];
    diary.unknown = 'Newer';
  });

  const started = () => new Process(service, store, [diary, other]).start();
  const stream = `page-${newId()}`;

  async function write(...types: readonly string[]): Promise<string[]> {
    const events = types.map((type) => ({ id: newId(), type, data: {} }));
    let expected: number | 'no-stream' = 'no-stream';
    for await (const { revision } of store.read(stream, { direction: 'backwards', count: 1 })) expected = revision;
    await store.append({ stream, expected, events });
    return events.map(({ id }) => id);
  }

  const written = (by: Diary): Promise<string[]> => by.read(service);

  const [first, second] = [0, 1];
  const modelsOf = ({ models }: Process) => {
    const [stopped, going] = [models[first], models[second]];
    if (!stopped || !going) throw new Error('there are two models');
    return { stopped, going };
  };

  it('has taken everything before it and nothing behind it, while the others go on', async () => {
    const process = started();
    const { stopped, going } = modelsOf(process);
    const ids = await write('Written', 'Written', 'Newer', 'Written');
    await until('it has stopped', async () => (await stopped.stoppedAt()) !== undefined);
    const more = await write('Written');
    await going.reach(await store.head(), WAIT_MS);
    expect(await written(other)).toEqual([...ids, ...more]);
    expect(await written(diary)).toEqual(ids.slice(0, 2));
    await process.stop();
  });

  it('says which event, and why, in the log, to operators of every process, and to who waits for it', async () => {
    const process = started();
    const { stopped } = modelsOf(process);
    const [, id = ''] = await write('Written', 'Newer');
    await until('it has stopped', () => stopped.stopped !== undefined);
    const event = { stream, revision: 1, id, type: 'Newer', cause: 'nobody knows Newer' };
    expect(process.failures).toContainEqual(expect.any(EventNotTaken));
    expect(process.failures).toContainEqual(expect.objectContaining({ event }));
    const bystander = modelsOf(new Process(service, store, [diary, other])).stopped;
    for (const one of [stopped, bystander]) {
      expect(await one.stoppedAt()).toEqual(event);
      await expect(one.reach(await store.head(), WAIT_MS)).rejects.toMatchObject({
        code: 'ServiceUnavailable',
        message: `The read model ${diary.name} stopped at event ${id} (Newer), revision 1 of ${stream}.`,
      });
    }
    await process.stop();
  });

  it('counts the events before it, also those of other models that came later', async () => {
    const process = started();
    const { stopped } = modelsOf(process);
    await write('Written', 'Newer', 'Written');
    await until('it counts two', () => stopped.stopped?.eventsBehind === 2);
    await write('Written', 'Written');
    await until('it counts four', () => stopped.stopped?.eventsBehind === 4);
    await process.stop();
    expect(stopped.stopped).toBeUndefined();
  });

  it('takes it as soon as it can, once, and joins the others', async () => {
    const process = started();
    const { stopped } = modelsOf(process);
    const ids = await write('Written', 'Newer', 'Written');
    await until('it has stopped', () => stopped.stopped !== undefined);
    diary.unknown = '';
    await until('it goes on', () => stopped.stopped === undefined);
    await stopped.reach(await store.head(), WAIT_MS);
    expect(await written(diary)).toEqual(ids);
    expect(await stopped.stoppedAt()).toBeUndefined();
    await process.stop();
  });

  it('stops there again in the next process, and after it was emptied', async () => {
    const ids = await write('Written', 'Newer', 'Written');
    for (let round = 0; round < 2; round += 1) {
      const process = started();
      const { stopped } = modelsOf(process);
      await until('it has stopped', () => stopped.stopped !== undefined);
      await empty(service, stopped);
      expect(await stopped.stoppedAt()).toBeUndefined();
      await until('it has stopped again', async () => (await stopped.stoppedAt())?.id === ids[1]);
      expect(await written(diary)).toEqual(ids.slice(0, 1));
      await process.stop();
    }
  });

  it('names an event that the database refuses', async () => {
    const process = started();
    const { stopped } = modelsOf(process);
    const [id = ''] = await write('Written');
    await stopped.reach(await store.head(), WAIT_MS);
    diary.sql = `INSERT INTO ${diary.table} SELECT 'nonsense'::text::uuid, 9 FROM unnest($1::text[])`;
    const [refused = ''] = await write('Written');
    await until('it has stopped', () => stopped.stopped !== undefined);
    expect(stopped.stopped?.at).toMatchObject({ id: refused, revision: 1 });
    expect(await written(diary)).toEqual([id]);
    await process.stop();
  });

  it('is not blamed on an event when the database goes away', async () => {
    const process = started();
    const { stopped } = modelsOf(process);
    diary.before = () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNRESET' }));
    await write('Written');
    await until('it has failed often', () => process.failures.length > 3);
    expect(await stopped.stoppedAt()).toBeUndefined();
    await process.stop();
  });
});
