// Compares everything that transfers has derived with its streams, on a running suite: npm run verify
// DATABASE_URL, EVENTSTORE_URL, EVENT_STORE_NAMESPACE and DATA_DIR as for the processes; without DATABASE_URL, the
// embedded Postgres of DATA_DIR.
//
//   npm run verify -- [--per-second N]
import './say-why.ts';
import 'reflect-metadata';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadKeys, PostgresSealer, serviceUrl } from '@halyard/persistence';
import { SealedMetadata, verify } from '@halyard/transfers/verify';
import { databaseUrl, dataDir, usingDatabase } from './database-url.ts';
import { openStreams } from './streams.ts';

const { env } = process;
const { values } = parseArgs({ options: { 'per-second': { type: 'string' } } });
const perSecond = values['per-second'] === undefined ? undefined : Number(values['per-second']);
if (perSecond !== undefined && !(Number.isSafeInteger(perSecond) && perSecond > 0)) {
  console.error('--per-second is not a whole number above 0');
  process.exit(2);
}
const keys = loadKeys({ dir: join(dataDir, 'keys'), env });
const own = new URL(databaseUrl());
const url =
  own.username === '' ? serviceUrl(databaseUrl(), 'transfers', keys.rolePassword('transfers')) : databaseUrl();

const store = await openStreams(url);

const metadataOf = (dataSource: ConstructorParameters<typeof PostgresSealer>[0]) =>
  new SealedMetadata(new PostgresSealer(dataSource, keys));
const { events, difference } = await usingDatabase(url, () =>
  verify({ url, store, metadataOf, ...(perSecond !== undefined && { perSecond }) }),
);
await store.close();
if (difference) {
  const { table, key, what } = difference;
  console.error(`${table} ${JSON.stringify(key)}: ${what}`);
  process.exit(1);
}
console.log(`${events} events: all that was derived from them is as they say`);
