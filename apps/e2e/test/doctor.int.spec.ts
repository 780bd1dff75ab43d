// Runs: embedded
import { chmodSync, globSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { SuiteProcess } from '../src/suite-process.js';
import { type DoctorReport, doctorSays as told, runDoctor as run } from './support/doctor.js';

const SECRET = 'hide-this-everywhere';

describe('npm run doctor', () => {
  let suite: SuiteProcess;
  let backups: string;
  let admin: Client;
  beforeAll(async () => {
    backups = mkdtempSync(join(process.env['TEST_DATA_DIR'] ?? tmpdir(), 'halyard-backups-'));
    suite = await SuiteProcess.start({ BACKUP_DIR: backups });
    admin = new Client({ connectionString: await suite.postgresUrl() });
    await admin.connect();
  });
  afterAll(async () => {
    await suite.remove();
    rmSync(backups, { recursive: true });
  });

  it('finds nothing wrong with a sound installation', async () => {
    expect(await run(suite.settings)).toEqual({ code: 0, said: 'Nothing is wrong.\n' });
    expect(await told(suite.settings)).toEqual({ code: 0, status: 'ok', findings: [], notLooked: [] });
  });

  it('says how it is called, and ends with 2', async () => {
    expect(await run(suite.settings, ['--loud'])).toEqual({ code: 2, said: 'npm run doctor -- [--json]\n' });
  });

  const namesOf = ({ findings }: Pick<DoctorReport, 'findings'>) =>
    findings.map(({ check, service }) => [check, service ?? '']).toSorted();
  const sql = (text: string) => async (): Promise<void> => void (await admin.query(text));
  const path = (name: string): string => join(suite.dataDir, name);
  const begunDaysAgo = (days: number) => (): void => {
    const at = Date.now() / 1_000 - days * 86_400;
    utimesSync(path('postgres/cluster/data/PG_VERSION'), at, at);
  };
  const OLD = 'data-2026-01-01T00-00-00.000Z.backup';

  /** The name of each fault, its service, and how it is put in and taken away. */
  const faults: readonly (readonly [
    check: string,
    service: string,
    put: () => void | Promise<void>,
    take: () => void | Promise<void>,
  ])[] = [
    [
      'key-readable-by-others',
      '',
      () => chmodSync(path('keys/master.key'), 0o640),
      () => chmodSync(path('keys/master.key'), 0o600),
    ],
    [
      'master-key-wrong',
      'funding-sources',
      sql(`INSERT INTO funding_sources.master_keys (id) VALUES ('another')`),
      sql(`DELETE FROM funding_sources.master_keys WHERE id = 'another'`),
    ],
    ['role-too-mighty', 'auth', sql('ALTER ROLE halyard_auth CREATEDB'), sql('ALTER ROLE halyard_auth NOCREATEDB')],
    [
      'role-too-mighty',
      'webhooks',
      sql('GRANT USAGE ON SCHEMA auth TO halyard_webhooks'),
      sql('REVOKE USAGE ON SCHEMA auth FROM halyard_webhooks'),
    ],
    [
      'role-too-mighty',
      '',
      sql('GRANT SELECT ON customers.inbox TO halyard_bus'),
      sql('REVOKE SELECT ON customers.inbox FROM halyard_bus'),
    ],
    [
      'role-cannot-log-in',
      'customers',
      sql('ALTER ROLE halyard_customers NOLOGIN'),
      sql('ALTER ROLE halyard_customers LOGIN'),
    ],
    [
      'migration-newer',
      'console',
      sql(`INSERT INTO console.migrations (timestamp, name) VALUES (9, 'FromTheFuture')`),
      sql(`DELETE FROM console.migrations WHERE name = 'FromTheFuture'`),
    ],
    [
      'migration-missing',
      'webhooks',
      sql(`UPDATE webhooks.migrations SET name = 'x' || name WHERE id = (SELECT max(id) FROM webhooks.migrations)`),
      sql(`UPDATE webhooks.migrations SET name = substr(name, 2) WHERE name LIKE 'x%'`),
    ],
    [
      'migration-changed',
      'auth',
      sql(
        `UPDATE auth.migrations SET fingerprint = 'x' || fingerprint WHERE id = (SELECT max(id) FROM auth.migrations)`,
      ),
      sql(`UPDATE auth.migrations SET fingerprint = substr(fingerprint, 2) WHERE fingerprint LIKE 'x%'`),
    ],
    [
      'store-older',
      'transfers',
      sql('UPDATE transfers.installation SET reached = reached + 1000000000000'),
      sql('UPDATE transfers.installation SET reached = reached - 1000000000000'),
    ],
    ['backup-missing', '', begunDaysAgo(2), begunDaysAgo(0)],
  ];

  it('names each fault that was put in by hand, and nothing else', async () => {
    for (const [, , put] of faults) await put();
    const { code, status, findings } = await told(suite.settings);
    for (const [, , , take] of faults) await take();
    // A migration of another name is unknown as well.
    const renamed = ['migration-newer', 'webhooks'];
    expect({ code, status, found: namesOf({ findings }) }).toEqual({
      code: 1,
      status: 'wrong',
      found: [...faults.map(([check, service]) => [check, service]), renamed].toSorted(),
    });
    expect((await told(suite.settings)).findings).toEqual([]);
  });

  it('knows the backups of the data folder', async () => {
    const name = suite.dataDir.split('/').at(-1) ?? '';
    writeFileSync(join(backups, `${name}-${OLD.slice('data-'.length)}`), '');
    expect((await told(suite.settings)).findings.map(({ check }) => check)).toEqual(['backup-old']);
    rmSync(join(backups, `${name}-${OLD.slice('data-'.length)}`));
  });

  it('tells that streams are not those of the database', async () => {
    const { findings } = await told({ ...suite.settings, EVENT_STORE_NAMESPACE: 'others' });
    expect(findings).toEqual([expect.objectContaining({ check: 'store-foreign', service: 'transfers' })]);
    expect(findings[0]?.message).toContain('whose streams are not in namespace others');
  });

  it('names each server that is not there, and no secret of any setting', async () => {
    const settings = {
      ...suite.settings,
      DATABASE_URL: `postgres://ada:${SECRET}@127.0.0.1:1/halyard`,
      KAFKA_BROKERS: '127.0.0.1:1',
      KAFKA_SASL_MECHANISM: 'plain',
      KAFKA_USERNAME: 'ada',
      KAFKA_PASSWORD: SECRET,
      EVENTSTORE_URL: `esdb://ada:${SECRET}@127.0.0.1:1?tls=false`,
      MAIL: 'smtp',
      MAIL_FROM: 'no-reply@example.com',
      SMTP_URL: `smtp://ada:${SECRET}@127.0.0.1:1`,
      DOCUMENTS_S3_ENDPOINT: 'http://127.0.0.1:1',
      DOCUMENTS_S3_BUCKET: 'papers',
      DOCUMENTS_S3_ACCESS_KEY_ID: SECRET,
      DOCUMENTS_S3_SECRET_ACCESS_KEY: SECRET,
      BACKUP_PASSPHRASES: SECRET,
    };
    const { code, findings, notLooked } = await told(settings);
    expect({
      code,
      checks: findings.map(({ check }) => check),
      notLooked: notLooked.map(({ subject }) => subject),
    }).toEqual({
      code: 1,
      checks: [
        'setting-unknown',
        'database-not-reached',
        'broker-not-reached',
        'store-not-reached',
        'mail-not-reached',
        'documents-not-reached',
      ],
      notLooked: ['database', 'store', 'clock'],
    });
    const { said } = await run(settings);
    const bad = await run({
      ...settings,
      MASTER_KEY: SECRET,
      DATABASE_URL: SECRET,
      EVENTSTORE_URL: `esdb://a:${SECRET}@`,
    });
    expect(bad.code).toBe(1);
    expect(JSON.stringify([findings, notLooked, said, bad.said])).not.toContain(SECRET);
  });

  it('ends with 5 where there is no installation', async () => {
    const { code, said } = await run({ DATA_DIR: path('nothing') });
    expect(code).toBe(5);
    expect(said).toMatch(
      /^Doctor could not look\.\n\nNot looked at: database, store, clock, because there is no installation/,
    );
  });

  it('looks at a stopped suite in part, and writes nothing', async () => {
    // The folder of the keys changes as well when a key is lost.
    const isAboutKeys = (name: string): boolean => name === 'keys' || name === 'keys/fingerprint.key';
    await admin.end();
    await suite.end('SIGINT');
    const files = () =>
      globSync('**/*', { cwd: suite.dataDir })
        .filter((name) => !isAboutKeys(name))
        .map((name) => `${name} ${statSync(path(name)).mtimeMs}`)
        .toSorted();
    const before = files();
    const { code, status, notLooked } = await told(suite.settings);
    expect({ code, status, subjects: notLooked.map(({ subject }) => subject) }).toEqual({
      code: 0,
      status: 'ok',
      subjects: ['database', 'store', 'clock'],
    });
    rmSync(path('keys/fingerprint.key'));
    const { findings } = await told(suite.settings);
    expect(findings.map(({ check }) => check)).toEqual(['key-unusable']);
    expect(files()).toEqual(before);
  });
});
