import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { newId } from '@halyard/core';
import { type EventStore, InMemoryEventStore, type StoredEvent } from '@halyard/event-store';
import { startTestService, type TestService } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import type { EntityManager } from 'typeorm';
import { contentOf, rebuild } from '../../test/rebuild.js';
import { World } from '../../test/world.js';
import { transfersService } from '../transfers.module.js';
import { CheckpointMoved, Checkpoints } from './checkpoints.js';
import type { Projection } from './projection.js';
import { ProjectionRunner } from './projection-runner.js';
import { ReadModels } from './read-models.js';

jest.setTimeout(30_000);

/** Writes down every event that it is given. */
class Diary implements Projection {
  readonly name = newId();
  readonly streamPrefixes = ['page-'];
  failures = 0;
  before = (): Promise<void> => Promise.resolve();

  async apply(events: readonly StoredEvent[], tx: EntityManager): Promise<void> {
    await this.before();
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
    await rebuild(service, reader);
    expect(await reader.read(await store.head(), 5_000, written)).toEqual(ids);
    await reader.stop();
  });

  it('is built again where it runs when another process has emptied it, while events arrive', async () => {
    const [reader, bystander] = [runner(), runner()];
    reader.start();
    const ids = await write(5);
    for (let round = 0; round < 3; round += 1) {
      const [, more] = await Promise.all([rebuild(service, bystander), write(5)]);
      ids.push(...more);
      expect(await bystander.read(await store.head(), 5_000, written)).toEqual(ids);
    }
    await rebuild(service, bystander);
    expect(await bystander.read(await store.head(), 5_000, written)).toEqual(ids);
    expect(await bystander.lag()).toBe(0);
    await reader.stop();
  });

  it('is read whole or not at all while it is emptied again and again', async () => {
    const [reader, bystander] = [runner(), runner()];
    reader.start();
    const ids = await write(5);
    const head = await store.head();
    const reads = Array.from({ length: 20 }, (_, index) => (index % 2 ? reader : bystander)).map((one) =>
      one.read(head, 5_000, written),
    );
    await Promise.all([rebuild(service, bystander), ...reads]);
    for (const read of reads) expect(await read).toEqual(ids);
    await reader.stop();
  });

  describe('whose runner was stopped past its lease', () => {
    /** A runner that comes to a halt in the middle of its first batch. */
    const haltingRunner = () => {
      let go = (): void => undefined;
      let halt = (): void => undefined;
      const halted = new Promise<void>((resolve) => (halt = resolve));
      const gate = new Promise<void>((resolve) => (go = resolve));
      class HaltingCheckpoints extends Checkpoints {
        override async move(...move: Parameters<Checkpoints['move']>): Promise<void> {
          halt();
          await gate;
          return super.move(...move);
        }
      }
      const checkpoints = new HaltingCheckpoints(service.dataSource);
      const halting = new ProjectionRunner(diary, service.dataSource, checkpoints, store, (error) =>
        failures.push(error),
      );
      return { halting, halted, go: () => go() };
    };

    it('has nothing twice and all in order when that one goes on', async () => {
      const { halting, halted, go } = haltingRunner();
      halting.start();
      const ids = await write(5);
      await halted;
      const successor = runner();
      successor.start();
      await successor.reach(await store.head(), 5_000);
      go();
      ids.push(...(await write(5)));
      expect(await successor.read(await store.head(), 5_000, written)).toEqual(ids);
      // Once it is stopped it reports nothing more.
      await until('the halted one has failed', () => failures.length > 0);
      await halting.stop();
      await successor.stop();
      expect(failures).toContainEqual(expect.any(CheckpointMoved));
      expect(await written()).toEqual(ids);
    });

    it('goes on in another process although it was stopped in the middle of its transaction', async () => {
      let go = (): void => undefined;
      const gate = new Promise<void>((resolve) => (go = resolve));
      diary.before = () => gate;
      const stalled = runner();
      stalled.start();
      const ids = await write(3);
      await stalled.reach(await store.head(), 50).catch(() => undefined);
      diary.before = () => Promise.resolve();
      const successor = runner();
      successor.start();
      expect(await successor.read(await store.head(), 10_000, written)).toEqual(ids);
      go();
      await stalled.stop();
      await successor.stop();
      expect(await written()).toEqual(ids);
    });
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
    const tables = ['transfers', 'party_transfers', 'party_transfer_counts', 'history'];
    const content = () => service.get(ReadModels).read('transfers', () => contentOf(service, tables));
    const before = await content();
    await rebuild(service, transfers);
    expect(await content()).toEqual(before);
    await service.stop();
  });
});
