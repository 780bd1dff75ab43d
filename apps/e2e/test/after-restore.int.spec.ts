// Runs: embedded
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { HalClient } from '@halyard/suite/client';
import { waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SuiteProcess } from '../src/suite-process.js';
import { idOf } from './support/journeys.js';

/** With owners and permissions, which Postgres looks at. */
const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to]);
const root = join(import.meta.dirname, '..', '..', '..');

/** The data folder as it was, put back in the place of the one that is lost. */
describe('after a restore of the data folder', () => {
  let folder: string;
  let backups: string;
  let suite: SuiteProcess;
  let operator: HalClient;
  let other: HalClient;
  beforeAll(async () => {
    folder = mkdtempSync(join(process.env['TEST_DATA_DIR'] ?? tmpdir(), 'halyard-restored-'));
    backups = join(folder, 'backups');
    suite = await SuiteProcess.prepare({ BACKUP_DIR: backups });
    operator = await suite.start();
  });
  afterAll(async () => {
    await other.close();
    await operator.close();
    await suite.remove();
    rmSync(folder, { recursive: true });
  });

  async function run(program: string, ...args: readonly string[]): Promise<string> {
    const env = { PATH: process.env['PATH'], ...suite.settings };
    const command = [join(root, 'tools', program), ...args];
    return (await promisify(execFile)(process.execPath, command, { cwd: root, env })).stdout;
  }
  const listed = (): string =>
    readdirSync(backups)
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => readFileSync(join(backups, name), 'utf8'))
      .join('');

  it('persons stay erased, secrets ended and tokens revoked', async () => {
    const account = JSON.parse(await run('seed.ts', '--account', 'Second')) as HalClient['connection'];
    other = await HalClient.open({ ...account, caFile: operator.connection.caFile ?? '' });
    const customer = idOf(
      await other.create('/customers', {
        firstName: 'Wilhelmina',
        lastName: 'Byron',
        email: `${randomUUID()}@example.com`,
      }),
    );
    await other.accessToken();
    await suite.end('SIGTERM');
    await copy(suite.dataDir, join(folder, 'copy'));

    operator = await suite.start();
    await operator.create(`/operations/customers/${customer}/erasures`, { reason: 'asked for by letter' });
    const rotation = { idempotencyKey: randomUUID() };
    const rotated = await other.post(`/applications/${account.key}/secrets`, { previousValidFor: 0 }, rotation);
    expect(rotated.status).toBe(200);
    await waitFor('the list to have both', () =>
      /person-erased[^]*secrets-ended|secrets-ended[^]*person-erased/.test(listed()),
    );
    expect(listed()).not.toMatch(/Wilhelmina|letter|@example/);

    await suite.kill();
    rmSync(suite.dataDir, { recursive: true });
    await copy(join(folder, 'copy'), suite.dataDir);
    const said = await run('after-restore.ts');
    expect(said).toContain('customers: 1 persons are erased as soon as the services start');
    expect(said).toContain('auth: 1 applications have lost secrets');

    operator = await suite.start();
    expect((await operator.get('/operations/erasures')).body._embedded?.['erasures']).toMatchObject([
      { status: 'done' },
    ]);
    expect((await other.get('/')).status).toBe(401);
    const former = await HalClient.open(other.connection);
    await expect(former.accessToken()).rejects.toThrow('401');
    await former.close();
  });
});
