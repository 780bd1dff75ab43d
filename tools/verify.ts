// Compares everything that transfers has derived with its streams, on a running suite: npm run verify
// DATABASE_URL, EVENTSTORE_URL, EVENT_STORE_NAMESPACE and DATA_DIR as for the processes; without DATABASE_URL, the
// embedded Postgres of DATA_DIR. DATABASE_URL may name a standby. It computes everything anew in the database
// VERIFY_DATABASE_URL or, without it, in a Postgres of its own in the folder verify of DATA_DIR, and removes it at the
// end. May be killed and repeated: it goes on where it was.
//
//   npm run verify -- [--per-second N]
import './say-why.ts';
import 'reflect-metadata';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '@halyard/config';
import { EmbeddedPostgresError, removeCluster, startEmbeddedPostgres } from '@halyard/local-servers';
import { createLogger } from '@halyard/observability';
import { loadKeys, PostgresSealer, serviceUrl } from '@halyard/persistence';
import { verify, VerifyConfig, type VerifyResult } from '@halyard/transfers/verify';
import { databaseUrl, dataDir, usingDatabase } from './database-url.ts';
import { openStreams } from './streams.ts';

const { env } = process;
const { values } = parseArgs({ options: { 'per-second': { type: 'string' } } });
const perSecond = values['per-second'] === undefined ? undefined : Number(values['per-second']);
if (perSecond !== undefined && !(Number.isSafeInteger(perSecond) && perSecond > 0)) {
  console.error('--per-second is not a whole number above 0');
  process.exit(2);
}
const { verifyDatabaseUrl: given } = loadConfig(VerifyConfig, env);
const keys = loadKeys({ dir: join(dataDir, 'keys'), env });
const own = new URL(databaseUrl());
const url =
  own.username === '' ? serviceUrl(databaseUrl(), 'transfers', keys.rolePassword('transfers')) : databaseUrl();

/** Runs work with a database in which it may make tables. */
async function withScratch(work: (scratchUrl: string) => Promise<VerifyResult>): Promise<VerifyResult> {
  if (given !== undefined) return work(given);
  const folder = resolve(dataDir, 'verify');
  const logger = createLogger({ service: 'transfers', level: 'warn' });
  const scratch = await startEmbeddedPostgres({ dataDir: folder, connectionsMax: 20, logger }).catch(
    (cause: unknown) => {
      if (!(cause instanceof EmbeddedPostgresError)) throw cause;
      throw new Error(`verify has no database to compute in: set VERIFY_DATABASE_URL. ${cause.message}`, { cause });
    },
  );
  let result: VerifyResult;
  try {
    result = await work(scratch.url);
  } finally {
    await scratch.stop();
  }
  await removeCluster(folder);
  return result;
}

const store = await usingDatabase(url, () => openStreams(url));
const { events, difference, unknown } = await withScratch((scratchUrl) =>
  usingDatabase(url, () =>
    verify({
      url,
      scratchUrl,
      store,
      sealerOf: (dataSource) => new PostgresSealer(dataSource, keys),
      ...(perSecond !== undefined && { perSecond }),
      onResumed: (read) => console.error(`goes on where it was ended before, after ${read} events`),
    }),
  ),
);
await store.close();
if (unknown.count > 0) {
  const first = unknown.first.map(({ kind, id }) => `${kind} ${id}`).join(', ');
  const more = unknown.count > unknown.first.length ? ' and others' : '';
  console.error(`payments name ${unknown.count} parties that the database does not know: ${first}${more}`);
}
if (difference) {
  const { table, key, what } = difference;
  console.error(`${table} ${JSON.stringify(key)}: ${what}`);
  process.exit(1);
}
console.log(`${events} events: all that was derived from them is as they say`);
