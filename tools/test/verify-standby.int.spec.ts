import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { PostgresEventStore } from '@halyard/event-store';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@halyard/local-servers';
import { createLogger } from '@halyard/observability';
import { Sealer } from '@halyard/persistence';
import { applicationPrincipal, queryOnce, startTestService, type TestService } from '@halyard/testing';
import { runTool } from '@halyard/testing/run-tool';
import { type Standby, startStandby } from '@halyard/testing/standby';
import { until } from '@halyard/testing/waiting';
import { transfersService } from '@halyard/transfers';
import { verify } from '@halyard/transfers/verify';
import { Client } from 'pg';
import { bulkLoad } from '../bench/bulk-load.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const { TEST_POSTGRES_URL: ofTheRun = '' } = process.env;

let root: string;
let primary: EmbeddedPostgres;
let standby: Standby;
let service: TestService;
let store: PostgresEventStore;
let url: string;
let scratchUrl: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'halyard-standby-'));
  primary = await startEmbeddedPostgres({ dataDir: join(root, 'primary'), connectionsMax: 60, logger });
  process.env['TEST_POSTGRES_URL'] = primary.url;
  service = await startTestService(transfersService, { streams: 'postgres' });
  await load();
  standby = await startStandby(primary.url, join(root, 'standby'));
  const own = new URL(urlOf(service));
  own.port = `${standby.port}`;
  url = own.href;
  store = new PostgresEventStore(url);
  await queryOnce(primary.url, 'CREATE DATABASE scratch');
  scratchUrl = Object.assign(new URL(primary.url), { pathname: '/scratch' }).href;
});
afterAll(async () => {
  await store.close();
  await service.stop();
  await standby.stop();
  await primary.stop();
  process.env['TEST_POSTGRES_URL'] = ofTheRun;
  rmSync(root, { recursive: true, force: true });
});

function urlOf({ dataSource: { options } }: TestService): string {
  if (options.type !== 'postgres' || options.url === undefined) throw new Error('it is on Postgres');
  return options.url;
}

async function load(): Promise<void> {
  const principal = applicationPrincipal();
  await service.call('GET', `/accounts/${principal.accountId}/transfers`, { principal, query: {} });
  const database = new Client({ connectionString: urlOf(service) });
  await database.connect();
  const begun = async () => (await database.query('SELECT FROM projections')).rowCount === 4;
  await until('all read models have begun', begun);
  await bulkLoad(database, { schema: 'transfers', accountId: principal.accountId, transfers: 500, until: new Date() });
  await database.end();
}

const verified = () => verify({ url, scratchUrl, store, sealerOf: () => service.get(Sealer) });

it('verifies a standby, also one that is behind, and names a row of it that was changed', async () => {
  await standby.followed();
  expect(await queryOnce(standby.url, 'SELECT pg_is_in_recovery() AS standby')).toEqual([{ standby: true }]);
  const sound = await verified();
  expect(sound).toMatchObject({ events: expect.any(Number) });
  expect(sound.difference).toBeUndefined();
  expect(sound.events).toBeGreaterThan(1_000);

  await queryOnce(standby.url, 'SELECT pg_wal_replay_pause()');
  await queryOnce(urlOf(service), 'UPDATE transfers.ledger_totals SET minor = minor + 1');
  expect((await verified()).difference).toBeUndefined();

  await queryOnce(standby.url, 'SELECT pg_wal_replay_resume()');
  await standby.followed();
  expect((await verified()).difference).toMatchObject({ table: 'ledger_totals' });
  await queryOnce(urlOf(service), 'UPDATE transfers.ledger_totals SET minor = minor - 1');
});

it('is a program that verifies a standby, too', async () => {
  const dataDir = mkdtempSync(join(root, 'data-'));
  const env = { DATA_DIR: dataDir, DATABASE_URL: url, VERIFY_DATABASE_URL: scratchUrl };
  const totals = (change: string) =>
    queryOnce(urlOf(service), `UPDATE transfers.ledger_totals SET minor = minor ${change}`);
  const ended = [];
  for (const change of ['+ 0', '+ 1', '- 1']) {
    await totals(change);
    await standby.followed();
    ended.push(await runTool('verify.ts', env));
  }
  const sound = { code: 0, said: expect.stringMatching(/^\d{4,} events: all that was derived/) };
  const broken = {
    code: 1,
    said: expect.stringMatching(/^ledger_totals .* plain sums over the events say otherwise/m),
  };
  expect(ended).toEqual([sound, broken, sound]);
});

it('computes nothing on a standby: a scratch database has to be written', async () => {
  const options = { url, scratchUrl: url, store, sealerOf: () => service.get(Sealer) };
  await expect(verify(options)).rejects.toThrow(/set VERIFY_DATABASE_URL to one whose user may create there/);
});
