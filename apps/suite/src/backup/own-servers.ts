import type { Environment } from '@halyard/config';
import { StartFailure } from '../start-failure.js';

/**
 * Backup and restore know the data of the suite's own Postgres alone.
 * @throws StartFailure if the settings name another server with a part of the data
 */
export function requireOwnServers(env: Environment): void {
  const named = ['DATABASE_URL', 'EVENTSTORE_URL', 'DOCUMENTS_S3_ENDPOINT'].find((name) => env[name]);
  if (named === undefined) return;
  throw new StartFailure(
    `${named} names a server that has data of this installation: back that up and restore it with its own programs, in the order that docs/how-to/back-up-and-restore.md gives.`,
  );
}
