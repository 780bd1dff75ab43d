import type { HalClient } from '@halyard/suite/client';
import { SuiteProcess, until } from '@halyard/suite/process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { request } from 'undici';
import { embedded, fundedHolder, type Holder, transferOf } from './support/journeys.js';

const isEmbedded = process.env['SUITE_MODE'] !== 'distributed';

/** What a full disk, a failing one and a standby have in common: Postgres answers, and refuses every write. */
describe('a Postgres that refuses writes', () => {
  let suite: SuiteProcess;
  let client: HalClient;
  let holder: Holder;

  beforeAll(async () => {
    suite = await SuiteProcess.prepare();
    client = await suite.start();
    holder = await fundedHolder(client, '5.00');
  }, 90_000);

  afterAll(async () => {
    await client.close();
    await suite.remove();
  });

  async function refuseWrites(refused: boolean): Promise<void> {
    const connectionString = await suite.postgresUrl();
    const admin = new Client({ connectionString, options: '-c default_transaction_read_only=off' });
    await admin.connect();
    await admin.query(`ALTER DATABASE halyard SET default_transaction_read_only = ${refused ? 'on' : 'off'}`);
    await admin.query(`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`);
    await admin.end();
  }

  /** Where the processes that keep something tell how they are. */
  const healthUrls = async (): Promise<readonly string[]> =>
    isEmbedded
      ? [`http://127.0.0.1:${suite.settings['METRICS_PORT'] ?? ''}/health`]
      : (await suite.processes())
          .filter(({ service }) => service !== 'gateway')
          .map(({ metricsUrl }) => metricsUrl.replace('/metrics', '/health'));

  async function statusOf(url: string): Promise<number> {
    const { statusCode, body } = await request(url);
    await body.dump();
    return statusCode;
  }

  const writes = (): ReadonlyArray<readonly [path: string, body: object]> => [
    ['/customers', { firstName: 'Ada', lastName: 'Byron', email: `${crypto.randomUUID()}@example.com` }],
    ['/transfers', transferOf(holder.balance, holder.bank, '1.00')],
    ['/funding-sources', { routingNumber: '222222226', accountNumber: '123456789', type: 'checking', name: 'Desk' }],
    ['/accounts', { name: 'Other', application: { key: crypto.randomUUID(), secret: crypto.randomUUID() } }],
    ['/webhook-subscriptions', { url: 'http://127.0.0.1:9/', secret: 'a secret' }],
  ];

  it('is answered 503 to clients, and is not ready until it takes them again; every process stays alive', async () => {
    await refuseWrites(true);
    for (const [path, body] of writes()) {
      const { status, headers, body: answer } = await client.post(path, body, { idempotencyKey: crypto.randomUUID() });
      expect([path, status, answer.code, headers['retry-after']]).toEqual([path, 503, 'ServiceUnavailable', '1']);
    }
    const urls = await healthUrls();
    for (const url of urls) {
      await until(`${url} to say that it is not ready`, async () =>
        (await statusOf(`${url}/ready`)) === 503 ? true : undefined,
      );
      expect(await statusOf(`${url}/live`)).toBe(200);
    }
    await until('reads to be served', async () =>
      (await client.get(holder.balance)).status === 200 ? true : undefined,
    );

    await refuseWrites(false);
    for (const url of urls) {
      await until(`${url} to be ready`, async () => ((await statusOf(`${url}/ready`)) === 200 ? true : undefined));
    }
    for (const [path, body] of writes()) expect((await client.post(path, body)).status).toBe(201);
    expect(embedded((await client.get('/customers')).body, 'customers').length).toBeGreaterThan(0);
  }, 120_000);
});
