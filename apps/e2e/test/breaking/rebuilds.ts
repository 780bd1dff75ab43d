import type { HalBody, HalClient } from '@halyard/suite/client';
import { waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { fundedHolder, newHolder, transferOf } from '../support/journeys.js';
import { nameOf, ReadModels, type ShownRebuild } from '../support/read-models.js';
import type { BreakableSuite } from './breakable-suite.js';

/** Tables by read model, as in docs/data.md. */
const tablesOf: Readonly<Record<string, readonly string[]>> = {
  'transfers: transfers': ['transfers.transfers', 'transfers.party_transfers'],
  'transfers: ledger': ['transfers.ledger_balances', 'transfers.ledger_payments', 'transfers.ledger_totals'],
  'transfers: unfinished-payments': ['transfers.unfinished_payments'],
  'transfers: statistics': ['transfers.daily_statistics'],
  'transfers: party-facts': ['transfers.facts'],
  'transfers: funding-source-facts': ['transfers.facts'],
  'funding-sources: party-facts': ['funding_sources.facts'],
  'webhooks: public-events': ['webhooks.public_events'],
};

/** These tables are empty if nothing is under way at the time. */
const mayBeEmpty = ['transfers: ledger', 'transfers: unfinished-payments'];

/** Nobody else uses the suite meanwhile, so its tables do not change. */
export const rebuilds = (suite: BreakableSuite): void =>
  suite.part('has read models that are rebuilt beside those that serve:', () => {
    let client: HalClient;
    let readModels: ReadModels;
    let database: Client;

    beforeAll(async () => {
      client = await suite.running.client();
      readModels = new ReadModels(client);
      database = new Client({ connectionString: await suite.running.postgresUrl() });
      await database.connect();
      const holders = await Promise.all(Array.from({ length: 8 }, () => fundedHolder(client, '20.00')));
      const idle = await newHolder(client);
      for (const { balance, bank } of holders) {
        await client.create('/transfers', transferOf(balance, idle.balance, '1.00'));
        await client.create('/transfers', transferOf(balance, bank, '2.00'));
      }
      await client.post('/sandbox-simulations');
      await client.post(idle.bank, { removed: true });
      await client.post(holders[0]?.customer ?? '', { status: 'suspended' });
    });

    afterAll(() => Promise.all([client.close(), database.end()]));

    const allCurrent = (): Promise<readonly HalBody[]> =>
      waitFor('every read model to be current', async () => {
        const models = await readModels.all();
        return models.length > 0 && models.every(({ lag, rebuild }) => lag === 0 && !rebuild) ? models : undefined;
      });
    const contentOf = async (table: string): Promise<unknown[]> => {
      const { rows } = await database.query<{ row: string }>(
        `SELECT to_jsonb(t)::text AS row FROM ${table} t ORDER BY 1`,
      );
      return rows.map(({ row }) => JSON.parse(row) as unknown);
    };

    const contentsOf = async (tables: readonly string[]): Promise<unknown[][]> => {
      const contents: unknown[][] = [];
      for (const table of tables) contents.push(await contentOf(table));
      return contents;
    };

    it('each of them is offered', async () => {
      expect((await allCurrent()).map(nameOf).toSorted()).toEqual(Object.keys(tablesOf).toSorted());
    });

    it.each(Object.entries(tablesOf))('%s has the same content all the time', async (name, tables) => {
      await allCurrent();
      const before = await contentsOf(tables);
      expect(before.every((rows) => rows.length > 0) || mayBeEmpty.includes(name)).toBe(true);
      await readModels.act(name, 'rebuild');
      const seen: unknown[][][] = [];
      await waitFor('the rebuild to end', async () => {
        seen.push(await contentsOf(tables));
        return (await readModels.rebuildOf(name)) === undefined;
      });
      for (const content of [...seen, await contentsOf(tables)]) expect(content).toEqual(before);
    });

    it('a row that was damaged by hand differs, and a swap repairs it', async () => {
      const name = 'transfers: ledger';
      const tables = tablesOf[name] ?? [];
      const before = await contentsOf(tables);
      await database.query(`
        UPDATE transfers.ledger_balances SET posted_minor = posted_minor + 1
        WHERE ctid = (SELECT min(ctid) FROM transfers.ledger_balances)`);
      const damaged = await contentsOf(tables);
      const differs = (): Promise<ShownRebuild> =>
        waitFor('the rebuild to differ', async () => {
          const rebuild = await readModels.rebuildOf(name);
          return rebuild?.state === 'differs' ? rebuild : undefined;
        });
      const ends = (): Promise<true> =>
        waitFor('the rebuild to end', async () => (await readModels.rebuildOf(name)) === undefined || undefined);

      await readModels.act(name, 'rebuild');
      const { differences } = await differs();
      expect(differences).toMatchObject({ rows: 1, first: [{ key: expect.stringContaining('ledger_balances') }] });
      expect(await contentsOf(tables)).toEqual(damaged);
      await readModels.act(name, 'stop');
      await ends();
      expect(await contentsOf(tables)).toEqual(damaged);

      await readModels.act(name, 'rebuild');
      await differs();
      await readModels.act(name, 'swap');
      await ends();
      expect(await contentsOf(tables)).toEqual(before);
    });
  });
