import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { type EventStore, InMemoryEventStore, type StoredEvent } from '@halyard/event-store';
import { startTestService, type TestService } from '@halyard/testing';
import type { EntityManager } from 'typeorm';
import { World } from '../../test/world.js';
import { transfersService } from '../transfers.module.js';
import { Checkpoints } from './checkpoints.js';
import type { Projection } from './projection.js';
import { ProjectionRunner } from './projection-runner.js';
import { ReadModels } from './read-models.js';

/** Writes down every event that it is given. */
class Diary implements Projection {
  readonly name = newId();
  readonly streamPrefixes = ['page-'];
  failures = 0;

  async apply(events: readonly StoredEvent[], tx: EntityManager): Promise<void> {
    for (const { id } of events) await tx.query('INSERT INTO diary VALUES ($1, $2)', [this.name, id]);
    if ((this.failures -= 1) >= 0) throw new Error('the pen broke');
  }

  async clear(tx: EntityManager): Promise<void> {
    await tx.query('DELETE FROM diary WHERE name = $1', [this.name]);
  }
}

describe('a projection', () => {
  let service: TestService;
  let store: EventStore;
  let diary: Diary;
  let failures: unknown[];
  beforeAll(async () => {
    service = await startTestService(transfersService);
    await service.dataSource.query('CREATE TABLE diary (name text, event_id uuid)');
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    store = new InMemoryEventStore();
    diary = new Diary();
    failures = [];
  });

  const runner = () =>
    new ProjectionRunner(diary, service.dataSource, service.get(Checkpoints), store, (error) => failures.push(error));

  async function write(many: number): Promise<string[]> {
    const ids = Array.from({ length: many }, () => newId());
    for (const id of ids) {
      const events = [{ id, type: 'Written', data: {} }];
      await store.append({ stream: `page-${id}`, expected: 'no-stream', events });
    }
    return ids;
  }

  async function written(): Promise<string[]> {
    const sql = 'SELECT event_id FROM diary WHERE name = $1 ORDER BY ctid';
    const rows = await service.dataSource.query<{ event_id: string }[]>(sql, [diary.name]);
    return rows.map(({ event_id }) => event_id);
  }

  it('holds all up to a position once that is reached, events or not', async () => {
    const reader = runner();
    reader.start();
    const ids = await write(3);
    await reader.reach(await store.head(), 5_000);
    expect(await written()).toEqual(ids);

    await store.append({
      stream: 'other-1',
      expected: 'no-stream',
      events: [{ id: newId(), type: 'Other', data: {} }],
    });
    await reader.reach(await store.head(), 5_000);
    await reader.stop();
  });

  it('goes on after a failure where it was, and applies nothing twice', async () => {
    diary.failures = 2;
    const reader = runner();
    const ids = await write(3);
    reader.start();
    await reader.reach(await store.head(), 5_000);
    await reader.stop();
    expect(await written()).toEqual(ids);
    expect(failures).toHaveLength(2);
  });

  it('applies each event once when two runners run it by mistake', async () => {
    const readers = [runner(), runner()];
    for (const reader of readers) reader.start();
    const ids = await write(100);
    for (const reader of readers) await reader.reach(await store.head(), 5_000);
    await Promise.all(readers.map((reader) => reader.stop()));
    expect((await written()).sort()).toEqual([...ids].sort());
  });

  it('is waited for in a process that does not run it', async () => {
    const [reader, bystander] = [runner(), runner()];
    const ids = await write(3);
    const reached = bystander.reach(await store.head(), 5_000);
    reader.start();
    await reached;
    expect(await written()).toEqual(ids);
    await reader.stop();
  });

  it('is waited for no longer than a query may take', async () => {
    await write(1);
    await expect(runner().reach(await store.head(), 20)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  });

  it('is the same when it is built again', async () => {
    const reader = runner();
    reader.start();
    const ids = await write(5);
    await reader.reach(await store.head(), 5_000);
    await reader.rebuild();
    await reader.reach(await store.head(), 5_000);
    await reader.stop();
    expect(await written()).toEqual(ids);
  });
});

describe('the read model of transfers', () => {
  it('is the same when it is built again from the streams, and tells nobody anything twice', async () => {
    const service = await startTestService(transfersService);
    const world = new World(service);
    const balance = await world.fundedBalance(world.account, '100.00');
    const bank = world.source(world.account, 'bank');
    const to = world.source(world.customer(), 'balance');
    await world.transfer(bank, balance, '1.00', { metadata: { a: 'b' }, correlationId: 'c' });
    await world.transfer(balance, bank, '2.00');
    await Promise.all(['1.00', '2.00', '3.00'].map((value) => world.transfer(balance, to, value)));
    await world.post(to, balance, '1000.00');

    const { transfers } = service.get(ReadModels);
    const content = async () => {
      await service.get(ReadModels).caughtUp('transfers');
      const tables = ['transfers', 'party_transfers', 'party_transfer_counts', 'history'];
      return Promise.all(tables.map((table) => service.dataSource.query(`SELECT * FROM ${table} ORDER BY 1, 2`)));
    };
    const before = await content();
    await transfers.rebuild();
    expect(await content()).toEqual(before);
    await service.stop();
  });
});
