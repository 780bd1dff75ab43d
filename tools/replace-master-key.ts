// Wraps every service's data keys with a new master key while they serve: npm run replace-master-key
// DATABASE_URL and DATA_DIR as for the processes; when services have databases of their own, CUSTOMERS_DATABASE_URL and
// so on. The new key is MASTER_KEY_NEXT when MASTER_KEY is given, else it is created in a file beside that of the
// master key, which it then replaces. May be killed and repeated.
import './say-why.ts';
import 'reflect-metadata';
import { existsSync, linkSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { storingServices } from '@halyard/contracts';
import { loadKeys, MasterKeys, openPool, prepareNextMaster, replaceMasterKey, serviceUrl } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import { databaseUrl, dataDir, usingDatabase } from './database-url.ts';

const { env } = process;
const dir = join(dataDir, 'keys');
const isGiven = (env['MASTER_KEY'] ?? env['MASTER_KEY_FILE']) !== undefined;
const { rolePassword, masters } = loadKeys({ dir, env });
const ownUrlOf = (service: string): string | undefined =>
  env[`${service.toUpperCase().replaceAll('-', '_')}_DATABASE_URL`];
const urlOf = (service: (typeof storingServices)[number]): string =>
  ownUrlOf(service) ?? serviceUrl(databaseUrl(), service, rolePassword(service));

/** One replacement at a time: a second one waits, and then replaces the key once more. */
const guard = openPool({ connectionString: urlOf('auth'), max: 1 });
const held = await usingDatabase(urlOf('auth'), () => guard.connect());
await held.query(`SELECT pg_advisory_lock(hashtext('halyard.replace-master-key'))`);

if (!isGiven) prepareNextMaster(dir);
const keys = new MasterKeys(masters);
const [, former] = keys.known;
if (!former) {
  console.error('MASTER_KEY_NEXT or MASTER_KEY_NEXT_FILE is missing: the key that is to replace MASTER_KEY');
  process.exit(1);
}
for (const service of storingServices) {
  const url = urlOf(service);
  const database = await usingDatabase(url, () => new DataSource({ type: 'postgres', url }).initialize());
  const count = await replaceMasterKey(database, keys);
  await database.destroy();
  console.log(`${service}: ${count} data keys`);
}

if (isGiven) {
  console.log('Give the new key to all processes as MASTER_KEY. The former one opens backups made before.');
} else {
  const kept = join(dir, `master-${former.id}.key`);
  if (!existsSync(kept)) linkSync(join(dir, 'master.key'), kept);
  renameSync(join(dir, 'master-next.key'), join(dir, 'master.key'));
  console.log(`${kept} is the former key. It opens backups made before: delete it with the last of them.`);
}
held.release();
await guard.end();
