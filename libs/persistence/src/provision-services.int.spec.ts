import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@halyard/testing';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { roleOf } from './identifiers.js';
import { grantHistoryToBus, provisionServices, serviceUrl } from './index.js';

const services = ['transfers', 'funding-sources'];
const passwordOf = (role: string): string => `secret-of-${role}`;

async function as<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

describe('provisionServices', () => {
  let database: TestDatabase;
  const urlOf = (role: string, password = passwordOf(role)) => serviceUrl(database.url, role, password);
  const run = (role: string, sql: string) => as(urlOf(role), (client) => client.query(sql));
  const provision = () => provisionServices({ adminUrl: database.url, services, passwordOf });

  beforeAll(async () => {
    database = await createTestDatabase();
    await as(database.url, (admin) => admin.query('CREATE TABLE public.leftover (id int)'));
    await provision();
    await run('transfers', 'CREATE TABLE history (id int, data text, sealed text)');
    await run('funding-sources', 'CREATE TABLE history (id int)');
  });
  afterAll(() => database.drop());

  it('lets a service make its tables in its own schema, unqualified', async () => {
    const { rows } = await run('funding-sources', `SELECT schemaname FROM pg_tables WHERE tablename = 'history'`);
    expect(rows).toEqual(expect.arrayContaining([{ schemaname: 'funding_sources' }, { schemaname: 'transfers' }]));
  });

  it.each([
    ['read another service', 'SELECT * FROM funding_sources.history'],
    ['make a table at another service', 'CREATE TABLE funding_sources.mine (id int)'],
    ['read the public schema', 'SELECT * FROM public.leftover'],
    ['make a table in the public schema', 'CREATE TABLE public.mine (id int)'],
    ['make a schema', 'CREATE SCHEMA mine'],
    ['drop its own schema', 'DROP SCHEMA transfers CASCADE'],
    ['let others into its schema', 'GRANT USAGE ON SCHEMA transfers TO PUBLIC'],
    ['make a role', 'CREATE ROLE mine'],
  ])('does not let a service %s', async (_, sql) => {
    const outcome = run('transfers', sql);
    await (sql.startsWith('GRANT')
      ? outcome.then(() => expect(run('funding-sources', 'SELECT * FROM transfers.history')).rejects.toThrow())
      : expect(outcome).rejects.toMatchObject({ code: '42501' }));
  });

  it("gives a service a second schema for copies, which is the administrator's, and in which it alone makes tables", async () => {
    const { rows } = await as(database.url, (admin) =>
      admin.query(
        `SELECT nspname, nspowner = current_user::regrole AS "isAdministrators"
         FROM pg_namespace WHERE nspname LIKE '%\\_beside' ORDER BY nspname`,
      ),
    );
    expect(rows).toEqual(
      ['funding_sources_beside', 'transfers_beside'].map((nspname) => ({ nspname, isAdministrators: true })),
    );
    await expect(run('transfers', 'CREATE TABLE transfers_beside.copy (id int)')).resolves.toBeDefined();
    for (const sql of ['DROP SCHEMA transfers_beside CASCADE', 'CREATE TABLE funding_sources_beside.mine (id int)']) {
      await expect(run('transfers', sql)).rejects.toMatchObject({ code: '42501' });
    }
    await expect(run('funding-sources', 'SELECT * FROM transfers_beside.copy')).rejects.toMatchObject({
      code: '42501',
    });
  });

  it('may be repeated, and by several processes at once', async () => {
    await Promise.all([provision(), provision(), provision()]);
    await expect(run('transfers', 'SELECT * FROM history')).resolves.toBeDefined();
  });

  it('changes a password to the one it is given', async () => {
    const changed = (role: string) => `new-${passwordOf(role)}`;
    await provisionServices({ adminUrl: database.url, services, passwordOf: changed });
    await expect(
      as(urlOf('transfers', 'new-secret-of-transfers'), (client) => client.query('SELECT 1')),
    ).resolves.toBeDefined();
    await provision();
  });

  it('keeps roles of several databases on one server apart', async () => {
    const other = await createTestDatabase();
    await provisionServices({ adminUrl: other.url, services, passwordOf });
    const foreign = new URL(urlOf('transfers'));
    foreign.pathname = new URL(other.url).pathname;
    await as(foreign.href, (client) => expect(client.query('CREATE TABLE transfers.mine (id int)')).rejects.toThrow());
    await other.drop();
  });

  it('works for an administrator who is no superuser', async () => {
    const other = await createTestDatabase();
    const name = new URL(other.url).pathname.slice(1);
    const owner = `${name}_owner`;
    await as(other.url, async (admin) => {
      await admin.query(`CREATE ROLE ${owner} LOGIN CREATEROLE PASSWORD 'x'`);
      await admin.query(`ALTER DATABASE ${name} OWNER TO ${owner}`);
    });
    const adminUrl = new URL(other.url);
    adminUrl.username = owner;
    adminUrl.password = 'x';
    await provisionServices({ adminUrl: adminUrl.href, services, passwordOf });
    await provisionServices({ adminUrl: adminUrl.href, services, passwordOf });
    await as(serviceUrl(adminUrl.href, 'transfers', passwordOf('transfers')), (client) =>
      client.query('CREATE TABLE t ()'),
    );
    await other.drop();
  });

  it('says which privilege is missing, and leaves nothing half done', async () => {
    const other = await createTestDatabase();
    await as(other.url, (admin) =>
      admin.query(`CREATE ROLE ${new URL(other.url).pathname.slice(1)}_weak LOGIN PASSWORD 'x'`),
    );
    const adminUrl = new URL(other.url);
    adminUrl.username = `${adminUrl.pathname.slice(1)}_weak`;
    adminUrl.password = 'x';
    await expect(provisionServices({ adminUrl: adminUrl.href, services, passwordOf })).rejects.toThrow(
      'needs CREATEROLE',
    );
    await other.drop();
  });

  describe('grantHistoryToBus', () => {
    let transfers: DataSource;
    beforeAll(async () => {
      transfers = await new DataSource({ type: 'postgres', url: urlOf('transfers') }).initialize();
    });
    afterAll(() => transfers.destroy());

    it('opens the named columns to the bus, and neither others nor other tables', async () => {
      await run('transfers', 'CREATE TABLE balances (id int)');
      await Promise.all([grantHistoryToBus(transfers, ['id', 'data']), grantHistoryToBus(transfers, ['id', 'data'])]);
      await expect(run('bus', 'SELECT id, data FROM transfers.history')).resolves.toBeDefined();
      await expect(run('bus', 'SELECT sealed FROM transfers.history')).rejects.toMatchObject({ code: '42501' });
      await expect(run('bus', 'SELECT * FROM transfers.balances')).rejects.toMatchObject({ code: '42501' });
      await expect(run('bus', 'DELETE FROM transfers.history')).rejects.toMatchObject({ code: '42501' });
      await expect(run('bus', 'SELECT * FROM funding_sources.history')).rejects.toMatchObject({ code: '42501' });
    });

    it('takes back a column that is no longer named', async () => {
      await grantHistoryToBus(transfers, ['id']);
      await expect(run('bus', 'SELECT data FROM transfers.history')).rejects.toMatchObject({ code: '42501' });
    });
  });

  it('sends no password to the server, only a verifier that belongs to it', async () => {
    const { rows } = await as(database.url, (admin) =>
      admin.query<{ rolpassword: string }>('SELECT rolpassword FROM pg_authid WHERE rolname = $1', [
        roleOf(new URL(database.url).pathname.slice(1), 'transfers'),
      ]),
    );
    expect(rows[0]?.rolpassword).toMatch(/^SCRAM-SHA-256\$4096:/);
    expect(rows[0]?.rolpassword).not.toContain('secret');
  });
});
