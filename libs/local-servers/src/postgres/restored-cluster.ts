import { chmodSync, chownSync, existsSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { endLeftBehind } from '../process/end-left-behind.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { postgresSignals } from './postgres-process.js';
import { findPostmaster } from './postmaster.js';
import { unprivileged } from './run-as.js';

/** Gives files that were restored as `dataDir` to the user as whom the server will run. */
export function adoptCluster(dataDir: string): void {
  const { owner } = unprivileged();
  if (owner === undefined) return;
  const cluster = join(dataDir, 'cluster');
  for (const folder of [dataDir, cluster]) chmodSync(folder, 0o711);
  for (const path of readdirSync(cluster, { recursive: true, encoding: 'utf8' })) {
    chownSync(join(cluster, path), owner, owner);
  }
}

/** Removes a cluster for good, and first ends the server that a killed process may have left on it. */
export async function removeCluster(dataDir: string): Promise<void> {
  const data = join(dataDir, 'cluster', 'data');
  if (existsSync(data)) {
    const dir = realpathSync(data);
    const left = findPostmaster(dir);
    const server = {
      name: 'the embedded Postgres',
      dir,
      signals: postgresSignals,
      find: () => findPostmaster(dir),
      error: (message: string) => new EmbeddedPostgresError(message),
    };
    if (left?.orphan === false) throw server.error(`A server of another process runs on ${dir} (pid ${left.pid})`);
    if (left) await endLeftBehind(server, left);
  }
  rmSync(dataDir, { recursive: true, force: true });
}
