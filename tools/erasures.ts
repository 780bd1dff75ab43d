// Exports which persons were erased, to be stored outside backups, and repeats their erasure after a restore:
//   npm run erasures -- export >> erased.jsonl
//   npm run erasures -- apply < erased.jsonl      before the services start on the restored data
// DATABASE_URL and DATA_DIR as for the processes. Without DATABASE_URL it starts the embedded Postgres of DATA_DIR, if
// it is not running, and stops it at the end.
import './say-why.ts';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { newId } from '@halyard/core';
import { startEmbeddedPostgres } from '@halyard/local-servers';
import { createLogger } from '@halyard/observability';
import { loadKeys, openPool, serviceUrl } from '@halyard/persistence';
import { dataDir, usingDatabase } from './database-url.ts';

const { DATABASE_URL: given } = process.env;

const EXPORT = `
  SELECT customer_id AS "customerId", reason, operator, created FROM erasures
  WHERE step IN ('ordered', 'erasing', 'done') ORDER BY id`;
/**
 * Skips persons who are not in the restored data, and repeats nothing. An erasure that had only begun is not checked
 * for obstacles again.
 */
const APPLY = `
  INSERT INTO erasures (id, customer_id, reason, operator, step, unconditional, deactivates, created)
  SELECT $1, id, $3, $4, 'ordered', true, false, $5 FROM customers WHERE id = $2
  ON CONFLICT (customer_id) WHERE step <> 'refused' DO UPDATE SET step = 'ordered', unconditional = true, obstacles = '{}'
  WHERE erasures.step IN ('closed', 'reopened')`;

const [command] = process.argv.slice(2);
if (command !== 'export' && command !== 'apply') {
  console.error('npm run erasures -- export | apply');
  process.exit(1);
}
if (!given && !existsSync(join(dataDir, 'postgres'))) {
  console.error(`${dataDir} holds no data: set DATA_DIR to the folder of the suite, or DATABASE_URL.`);
  process.exit(1);
}

const logger = createLogger({ service: 'customers', level: 'warn' });
const embedded = given ? undefined : await startEmbeddedPostgres({ dataDir: resolve(dataDir, 'postgres'), logger });
const databaseUrl = given ?? embedded?.url ?? '';
const { rolePassword } = loadKeys({ dir: join(dataDir, 'keys'), env: process.env });
const url = serviceUrl(databaseUrl, 'customers', rolePassword('customers'));
const pool = openPool({ connectionString: url, max: 1 });
await usingDatabase(url, () => pool.query('SELECT'));

async function apply(): Promise<number> {
  let count = 0;
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue;
    const { customerId, reason, operator, created } = JSON.parse(line) as Record<string, string>;
    const { rowCount } = await pool.query(APPLY, [newId(), customerId, reason, operator, created]);
    count += rowCount ?? 0;
  }
  return count;
}

if (command === 'export') {
  for (const row of (await pool.query(EXPORT)).rows) console.log(JSON.stringify(row));
} else {
  console.log(`${await apply()} persons are erased once the services start`);
}
await pool.end();
await embedded?.stop();
