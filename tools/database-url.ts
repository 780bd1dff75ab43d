import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const { env } = process;

export const dataDir = env['DATA_DIR'] ?? '.data';

/** The port stands beside the data for as long as they are there. */
const embeddedUrl = (): string =>
  `postgres://127.0.0.1:${readFileSync(join(dataDir, 'postgres', 'port'), 'utf8').trim()}/halyard`;

/** DATABASE_URL, and without it the embedded Postgres of DATA_DIR, which names no user. */
export const databaseUrl = (): string => env['DATABASE_URL'] ?? embeddedUrl();
