import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { EventStore } from '@halyard/event-store';
import { Sealer } from '@halyard/persistence';
import { applicationPrincipal, createTestDatabase, startTestService, type TestService } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { transfersService } from '@halyard/transfers';
import { verify } from '@halyard/transfers/verify';
import { Client } from 'pg';
import { bulkLoad } from '../bench/bulk-load.ts';

let service: TestService;
let url: string;
beforeAll(async () => {
  service = await startTestService(transfersService, { streams: 'postgres' });
  const { options } = service.dataSource;
  if (options.type !== 'postgres' || options.url === undefined) throw new Error('it is on Postgres');
  url = options.url;
});
afterAll(() => service.stop());

it('writes what the service would have: verify passes over it, and lists show it', async () => {
  const principal = applicationPrincipal();
  const path = `/accounts/${principal.accountId}/transfers`;
  const list = async (query: Record<string, string>) => (await service.call('GET', path, { principal, query })).body;
  await list({});
  // A read model that starts later would handle the loaded events again.
  const begun = 'SELECT name FROM projections';
  await until(
    'all read models have begun',
    async () => (await service.dataSource.query<unknown[]>(begun)).length === 4,
  );
  const database = new Client({ connectionString: url });
  await database.connect();
  const { rows } = await database.query<{ schema: string }>('SELECT current_schema() AS schema');
  const load = { schema: rows[0]?.schema ?? '', accountId: principal.accountId, transfers: 2_345, until: new Date() };
  const events = await bulkLoad(database, load);
  await database.end();

  const scratch = await createTestDatabase();
  const verified = await verify({
    url,
    scratchUrl: scratch.url,
    store: service.get(EventStore),
    sealerOf: () => service.get(Sealer),
  });
  await scratch.drop();
  expect(verified).toEqual({ events, unknown: expect.anything() });
  expect(await list({ limit: '1' })).toMatchObject({ total: 2_346 });
  expect(await list({ correlationId: 'bulk-2000' })).toMatchObject({ total: 1 });
  expect((await service.call('GET', '/ledger/trial-balance', { principal })).body).toMatchObject({
    attributes: { balanced: true },
  });
});
