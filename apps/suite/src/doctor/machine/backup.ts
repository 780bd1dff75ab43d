import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '@halyard/core';
import { lastBackupOf } from '../../backup/last-backup.js';
import { backupFolderOf } from '../../backup-folder.js';
import { type Finding, findingOf } from '../finding.js';
import type { ExaminedInstallation } from '../installation.js';

interface BackupAge {
  readonly folder: string;
  /** Whether there have to be backups: in production, and where somebody has said where they are to be. */
  readonly isWanted: boolean;
  /** When the data began. */
  readonly begun: Date;
  /** When the last backup was made. */
  readonly last: Date | undefined;
  readonly now: Date;
}

export function backupFaults({ folder, isWanted, begun, last, now }: BackupAge): readonly Finding[] {
  const isOverADay = (moment: Date): boolean => now.getTime() - moment.getTime() > DAY_MS;
  if (last === undefined) return isWanted && isOverADay(begun) ? [findingOf('backup-missing', { folder })] : [];
  return isOverADay(last) ? [findingOf('backup-old', { folder, made: last.toISOString() })] : [];
}

/** @returns undefined if the data is on servers that settings name, which have backups of their own */
export function lookAtBackup({ config, dataDir, isThere }: ExaminedInstallation): readonly Finding[] | undefined {
  const begun = statSync(join(dataDir, 'postgres', 'cluster', 'data', 'PG_VERSION'), { throwIfNoEntry: false })?.mtime;
  if (!isThere || begun === undefined) return undefined;
  const folder = backupFolderOf(config);
  const isWanted = config.backupDir !== undefined || config.environment === 'production';
  return backupFaults({ folder, isWanted, begun, last: lastBackupOf(dataDir, folder), now: new Date() });
}
