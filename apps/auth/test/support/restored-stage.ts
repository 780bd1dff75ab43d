import type { TakenAway } from '@halyard/recovery';
import { restoredData, type TableBackup } from '@halyard/testing';
import { authRecovery } from '../../src/recovery/auth-recovery.js';
import type { PagesStage } from './pages-stage.js';

/** Everything that the service has for the list of what was taken away. */
export async function listedOf({ auth }: PagesStage): Promise<readonly TakenAway[]> {
  return (await authRecovery.list(auth.dataSource, undefined)).entries;
}

/** Puts a backup back, and applies what was taken away since then. @returns the lines for people */
export async function restoredOf(stage: PagesStage, backup: TableBackup): Promise<readonly string[]> {
  const known = (await listedOf(stage)).map((entry) => JSON.stringify(entry));
  await backup.restore();
  const before = new Set((await listedOf(stage)).map((entry) => JSON.stringify(entry)));
  const entries = known.filter((entry) => !before.has(entry)).map((entry) => JSON.parse(entry) as TakenAway);
  return authRecovery.apply(restoredData(stage.auth.service, entries));
}
