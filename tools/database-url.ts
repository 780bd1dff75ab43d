import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const { env } = process;

export const dataDir = env['DATA_DIR'] ?? '.data';

/** The port is stored beside the data, as long as they exist. */
const embeddedUrl = (): string =>
  `postgres://127.0.0.1:${readFileSync(join(dataDir, 'postgres', 'port'), 'utf8').trim()}/halyard`;

/** DATABASE_URL or, without it, the URL of the embedded Postgres of DATA_DIR, which names no user. */
export const databaseUrl = (): string => env['DATABASE_URL'] ?? embeddedUrl();
