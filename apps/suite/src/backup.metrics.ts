import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@halyard/core';
import type { Metrics } from '@halyard/observability';
import { lastBackupOf } from './backup/last-backup.js';

interface BackedUp {
  readonly dataDir: string;
  readonly backupDir: string;
  /** Whether somebody has said where backups are to be. */
  readonly isWanted: boolean;
}

/**
 * Measures the age of the last backup. Where backups are wanted and none was made yet, it is the age of the data. Without
 * backups that anybody wants there is no value.
 */
export function measureBackups(metrics: Metrics, { dataDir, backupDir, isWanted }: BackedUp, clock: Clock): void {
  const begun = join(dataDir, 'postgres', 'cluster', 'data', 'PG_VERSION');
  metrics.gauge({ name: 'backup_age_seconds', help: 'Age of the last backup of the embedded Postgres' }, (gauge) => {
    const last =
      lastBackupOf(dataDir, backupDir) ?? (isWanted && existsSync(begun) ? statSync(begun).mtime : undefined);
    if (last) gauge.set(Math.max(0, clock.system().getTime() - last.getTime()) / 1_000);
    else gauge.remove();
  });
}
