import { Client } from 'pg';
import type { TestDatabase } from './test-database.js';

const TABLES = `
  SELECT format('%I.%I', nspname, relname) AS name, nspname || '_' || relname AS copy
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE relkind IN ('r', 'p') AND NOT relispartition AND nspname NOT LIKE 'pg\\_%'
    AND nspname NOT IN ('information_schema', 'backup')`;
const SEQUENCES = `
  SELECT format('%I.%I', schemaname, sequencename) AS name, last_value AS "lastValue" FROM pg_sequences`;

/** The rows of a test's database as they were at a moment, beside the rows of now. */
export class TableBackup {
  private constructor(
    private readonly url: string,
    private readonly tables: readonly { readonly name: string; readonly copy: string }[],
    private readonly sequences: readonly { readonly name: string; readonly lastValue: string | null }[],
  ) {}

  static of({ url }: Pick<TestDatabase, 'url'>): Promise<TableBackup> {
    return connected(url, async (client) => {
      await client.query('DROP SCHEMA IF EXISTS backup CASCADE');
      await client.query('CREATE SCHEMA backup');
      const { rows: tables } = await client.query<{ name: string; copy: string }>(TABLES);
      for (const { name, copy } of tables) await client.query(`CREATE TABLE backup."${copy}" AS TABLE ${name}`);
      const { rows: sequences } = await client.query<{ name: string; lastValue: string | null }>(SEQUENCES);
      return new TableBackup(url, tables, sequences);
    });
  }

  /** Puts the rows back. Whatever happened since then is gone. */
  async restore(): Promise<void> {
    await connected(this.url, async (client) => {
      await client.query('BEGIN');
      // Neither triggers nor foreign keys look at rows that a replica gets.
      await client.query('SET LOCAL session_replication_role = replica');
      for (const { name, copy } of this.tables) {
        await client.query(`DELETE FROM ${name}`);
        await client.query(`INSERT INTO ${name} OVERRIDING SYSTEM VALUE TABLE backup."${copy}"`);
      }
      for (const { name, lastValue } of this.sequences) {
        await client.query('SELECT setval($1, $2, $3)', [name, lastValue ?? 1, lastValue !== null]);
      }
      await client.query('COMMIT');
    });
  }
}

async function connected<Result>(connectionString: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
