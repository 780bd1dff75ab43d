import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../libs/local-servers/dist/index.js';

/** One server for the whole run. Its data is thrown away, so that it need not survive a crash. */
export async function startPostgres(dir, logger) {
  const server = await startEmbeddedPostgres({ dataDir: join(dir, 'postgres'), logger });
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    await admin.query(`ALTER SYSTEM SET ${setting} = off`);
  }
  await admin.query('SELECT pg_reload_conf()');
  await admin.end();
  process.env.TEST_POSTGRES_URL = server.url;
  return server;
}
