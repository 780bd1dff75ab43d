import { Pool } from 'pg';

/** A second connection to the server of a log's database, for acts of an administrator, or accidents. */
export class Admin {
  private readonly pool: Pool;
  private readonly database: string;

  constructor(url: string) {
    this.pool = new Pool({ connectionString: new URL('/postgres', url).href, max: 1 });
    this.database = new URL(url).pathname.slice(1);
  }

  /** Ends the connections whose application name begins like this. @returns how many there were */
  async kill(application: string): Promise<number> {
    const { rowCount } = await this.pool.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND application_name ^@ $2',
      [this.database, application],
    );
    return rowCount ?? 0;
  }

  /** Closes the database to everyone, or opens it again. */
  async allowConnections(allowed: boolean): Promise<void> {
    await this.pool.query(`ALTER DATABASE ${this.database} ALLOW_CONNECTIONS ${allowed}`);
    if (!allowed) await this.kill('');
  }

  async end(): Promise<void> {
    await this.pool.end();
  }
}
