import { Client } from 'pg';
import type { SuiteProcess } from '../../src/suite-process.js';

const END_CONNECTIONS = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`;

/** The administrator of a suite's Postgres, who may write even while nobody else may. */
export class PostgresAdmin {
  constructor(private readonly suite: SuiteProcess) {}

  /** Ends every connection but its own. */
  endConnections(): Promise<true> {
    return this.run(END_CONNECTIONS);
  }

  /** Makes Postgres refuse every write, as on a full disk, a failing disk or a standby. Postgres still answers. */
  refuseWrites(areRefused: boolean): Promise<true> {
    return this.run(
      `ALTER DATABASE halyard SET default_transaction_read_only = ${areRefused ? 'on' : 'off'}`,
      END_CONNECTIONS,
    );
  }

  /** Sets how many connections each service may have: 0 lets none in, -1 sets no limit. */
  limitConnections(limit: number): Promise<true> {
    return this.run(
      `DO $$ DECLARE command text; BEGIN
         FOR command IN SELECT format('ALTER ROLE %I CONNECTION LIMIT ${limit}', rolname)
           FROM pg_roles WHERE rolname LIKE 'halyard\\_%'
         LOOP EXECUTE command; END LOOP;
       END $$`,
      END_CONNECTIONS,
    );
  }

  private async run(...statements: readonly string[]): Promise<true> {
    const connectionString = await this.suite.postgresUrl();
    const admin = new Client({ connectionString, options: '-c default_transaction_read_only=off' });
    admin.on('error', () => undefined);
    try {
      await admin.connect();
      for (const statement of statements) await admin.query(statement);
      return true;
    } finally {
      await admin.end();
    }
  }
}
