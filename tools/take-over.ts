// Makes the streams of an installation whose database is lost those of this one's new database, which then derives
// everything from them: npm run take-over -- <the id that the refused start names>
// DATABASE_URL, EVENTSTORE_URL, EVENT_STORE_NAMESPACE and DATA_DIR as for the processes. Without DATABASE_URL it starts the
// embedded Postgres of DATA_DIR, if it is not running, and stops it at the end. May be killed and repeated.
import './say-why.ts';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StoredInstallation, takeOver } from '@halyard/event-store';
import { startEmbeddedPostgres } from '@halyard/local-servers';
import { createLogger } from '@halyard/observability';
import { loadKeys, serviceUrl } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import { dataDir, usingDatabase } from './database-url.ts';
import { openStreams } from './streams.ts';

const { env } = process;
const [from] = process.argv.slice(2);
if (from === undefined) {
  console.error('npm run take-over -- <installation>');
  process.exit(1);
}
const { DATABASE_URL: given } = env;
if (given === undefined && !existsSync(join(dataDir, 'postgres'))) {
  console.error(`${dataDir} holds no data: start the suite once, or set DATA_DIR or DATABASE_URL.`);
  process.exit(1);
}
const logger = createLogger({ service: 'transfers', level: 'warn' });
const embedded =
  given === undefined ? await startEmbeddedPostgres({ dataDir: resolve(dataDir, 'postgres'), logger }) : undefined;
const { rolePassword } = loadKeys({ dir: join(dataDir, 'keys'), env });
const base = given ?? embedded?.url ?? '';
const url = embedded || new URL(base).username === '' ? serviceUrl(base, 'transfers', rolePassword('transfers')) : base;
try {
  const dataSource = await usingDatabase(url, () => new DataSource({ type: 'postgres', url }).initialize());
  const store = await openStreams(url);
  const { id } = await takeOver(store, new StoredInstallation(dataSource), from);
  console.log(`The streams belong to installation ${id} now. Start it: it derives everything from them.`);
  await store.close();
  await dataSource.destroy();
} finally {
  await embedded?.stop();
}
