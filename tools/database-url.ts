import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ServerUnusable } from '@halyard/core';
import { usingServer } from '@halyard/persistence';

const { env } = process;

export const dataDir = env['DATA_DIR'] ?? '.data';

/** The port is stored beside the data, and stays the same while the data exists. */
function embeddedUrl(): string {
  const file = join(dataDir, 'postgres', 'port');
  if (!existsSync(file)) throw new ServerUnusable(`${file} does not exist. ${ADVICE}`);
  return `postgres://127.0.0.1:${readFileSync(file, 'utf8').trim()}/halyard`;
}

const ADVICE =
  env['DATABASE_URL'] === undefined
    ? 'Start the suite with npm start first, or set DATA_DIR to its folder or DATABASE_URL.'
    : 'Check DATABASE_URL.';

/** DATABASE_URL or, without it, the URL of the embedded Postgres of DATA_DIR, which names no user. */
export const databaseUrl = (): string => env['DATABASE_URL'] ?? embeddedUrl();

/** @throws ServerUnusable if the server can't be used */
export const usingDatabase = <Opened>(url: string, open: () => Promise<Opened>): Promise<Opened> =>
  usingServer(url, ADVICE, open);
