import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { EventStore, type SubscriptionOptions } from '@halyard/event-store';
import { Sealer } from '@halyard/persistence';
import { createTestDatabase, startTestService, type TestDatabase, type TestService } from '@halyard/testing';
import { Client } from 'pg';
import { beginBeside, swapped } from '../../test/rebuild.js';
import { BehavingWorld } from '../../test/behaving-world.js';
import { ReadModels } from '../projection/read-models.js';
import { transfersService } from '../transfers.module.js';
import { Scratch } from './scratch.rows.js';
import { verify, type VerifyOptions } from './verify.session.js';

class Killed extends Error {}

const write = Object.getOwnPropertyDescriptor(Scratch.prototype, 'write')?.value as (
  this: Scratch,
  ...args: Parameters<Scratch['write']>
) => Promise<void>;

describe('a verification that is killed', () => {
  let service: TestService;
  let world: BehavingWorld;
  let scratch: TestDatabase;
  beforeAll(async () => {
    service = await startTestService(transfersService);
    world = new BehavingWorld(service);
    scratch = await createTestDatabase();
    const balance = await world.fundedBalance(world.account, '100.00');
    for (const n of [1, 2, 3]) {
      await world.transfer(balance, world.source(world.customer(), 'balance'), `${n}.00`, { metadata: { a: 'plain' } });
    }
    await world.transfer(balance, world.source(world.customer(), 'bank'), '5.00');
    await upToDate();
  });
  afterAll(async () => {
    await service.stop();
    await scratch.drop();
  });
  afterEach(() => void jest.restoreAllMocks());

  const models = ['transfers', 'ledger', 'unfinishedPayments', 'statistics'] as const;
  const upToDate = async () => {
    for (const model of models) await service.get(ReadModels).upToDate(model);
  };

  /** The streams, in pages of few events. */
  const inSmallPages = (store: EventStore): EventStore =>
    Object.assign(Object.create(store) as EventStore, {
      subscribe: (options: SubscriptionOptions) =>
        store.subscribe({
          ...options,
          onBatch: async ({ events, position }) => {
            for (let at = 0; at < events.length; at += 5) {
              const page = events.slice(at, at + 5);
              await options.onBatch({ events: page, position: page.at(-1)?.position ?? position });
            }
            await options.onBatch({ events: [], position });
          },
        }),
    });

  const run = (other: Partial<VerifyOptions> = {}) => {
    const { options } = service.dataSource;
    if (options.type !== 'postgres' || options.url === undefined) throw new Error('no Postgres');
    return verify({
      url: options.url,
      scratchUrl: scratch.url,
      store: inSmallPages(service.get(EventStore)),
      sealerOf: () => service.get(Sealer),
      ...other,
    });
  };

  /** ComparedDatabases the run at its second step, before the step is written or right after. */
  function killAtSecondStep(when: 'before' | 'after'): void {
    let steps = 0;
    jest.spyOn(Scratch.prototype, 'write').mockImplementation(async function (this: Scratch, ...args) {
      steps += 1;
      if (steps < 2 || when === 'after') await write.apply(this, args);
      if (steps === 2) throw new Killed();
    });
  }

  /** Runs until one run is not killed. */
  async function runInParts(when: 'before' | 'after') {
    const resumed: number[] = [];
    for (;;) {
      killAtSecondStep(when);
      try {
        return { result: await run({ onResumed: (events) => resumed.push(events) }), resumed };
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
      } finally {
        jest.restoreAllMocks();
      }
    }
  }

  async function onScratch<Row extends object>(sql: string): Promise<Row[]> {
    const client = new Client({ connectionString: scratch.url });
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  }
  const isThere = async () =>
    (await onScratch<{ there: boolean }>(`SELECT to_regnamespace('halyard_verify') IS NOT NULL AS there`))[0]?.there;

  /** Kills a run once it has read everything, and is comparing. */
  async function killWhileComparing(): Promise<void> {
    jest.spyOn(Scratch.prototype, 'write').mockImplementation(async function (this: Scratch, ...args) {
      await write.apply(this, args);
      if (args[0].comparison === 1) throw new Killed();
    });
    await expect(run()).rejects.toThrow(Killed);
    jest.restoreAllMocks();
  }

  it('between any two steps goes on and finds the same', async () => {
    const whole = await run();
    expect(whole.difference).toBeUndefined();
    const { result, resumed } = await runInParts('before');
    expect(result).toEqual(whole);
    expect(new Set(resumed).size).toBeGreaterThan(2);
    expect(resumed).toEqual(resumed.toSorted((a, b) => a - b));
    expect(await isThere()).toBe(false);
  });

  it('after any step names a row that was changed', async () => {
    await service.dataSource.query('UPDATE daily_statistics SET count = count + 1');
    const { result } = await runInParts('after');
    await service.dataSource.query('UPDATE daily_statistics SET count = count - 1');
    expect(result.difference).toMatchObject({ table: 'daily_statistics', what: 'the events say otherwise of count' });
    expect(await isThere()).toBe(false);
  });

  it('goes on with what was written since', async () => {
    await killWhileComparing();
    const other = new BehavingWorld(service);
    await other.fundedBalance(other.account, '7.00');
    await upToDate();
    const { events, difference } = await run();
    expect(difference).toBeUndefined();
    expect(events).toBe((await run()).events);
  });

  it('begins anew where its read models have gone back, or another build began it', async () => {
    const resumed: number[] = [];
    const onResumed = (events: number) => void resumed.push(events);
    for (const change of [`UPDATE projections SET position = position + 1`, `UPDATE verify_run SET "of" = 'another'`]) {
      await killWhileComparing();
      await onScratch(`SET search_path = halyard_verify; ${change}`);
      expect((await run({ onResumed })).difference).toBeUndefined();
    }
    expect(resumed).toEqual([]);
    await killWhileComparing();
    await run({ onResumed });
    expect(resumed).toHaveLength(1);
  });

  it('leaves no metadata in plain, and takes an erasure since for no difference', async () => {
    await killWhileComparing();
    const kept = await onScratch<{ metadata: string }>(
      'SELECT metadata::text FROM halyard_verify.transfers WHERE metadata IS NOT NULL',
    );
    expect(kept).toHaveLength(3);
    expect(JSON.stringify(kept)).not.toContain('plain');
    const [row] = await service.dataSource.query<[{ id: string; customer: string }]>(
      `SELECT id, destination_owner_id AS customer FROM transfers WHERE metadata IS NOT NULL LIMIT 1`,
    );
    await service.dataSource.transaction(async (tx) => {
      await service.get(Sealer).destroy(tx, row.customer);
      await tx.query('UPDATE transfers SET metadata = NULL WHERE id = $1', [row.id]);
    });
    expect((await run()).difference).toBeUndefined();
    await service.dataSource.query(`UPDATE transfers SET metadata = '{"a":"plain"}' WHERE id = $1`, [row.id]);
    const { difference } = await run();
    await service.dataSource.query('UPDATE transfers SET metadata = NULL WHERE id = $1', [row.id]);
    expect(difference).toMatchObject({ key: { id: row.id }, what: 'the events say otherwise of metadata' });
  });

  it('goes on while read models are rebuilt, before and after they take their places', async () => {
    for (const model of service.get(ReadModels).list()) {
      await beginBeside(service, model, { perSecond: 1 });
      await killWhileComparing();
      await beginBeside(service, model);
      expect((await run()).difference).toBeUndefined();
      await swapped(service, model);
      expect((await run()).difference).toBeUndefined();
    }
  });

  it('is the only one on its scratch database', async () => {
    let second: unknown;
    jest.spyOn(Scratch.prototype, 'write').mockImplementation(async function (this: Scratch, ...args) {
      second ??= await run().catch((error: unknown) => error);
      await write.apply(this, args);
    });
    expect((await run()).difference).toBeUndefined();
    expect(second).toMatchObject({ message: 'Another verification is running on the same scratch database.' });
  });
});
