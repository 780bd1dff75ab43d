import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { backupFolderOf } from '../../backup-folder.js';
import { type Finding, findingOf } from '../finding.js';
import type { ExaminedInstallation } from '../installation.js';

/** The room on the disk of a folder. */
export interface DiskRoom {
  readonly folder: string;
  readonly bytes: number;
  readonly freeBytes: number;
  /** How many files the disk can have; 0 if it sets no limit. */
  readonly files: number;
  readonly freeFiles: number;
}

const MIB = 1024 * 1024;
const FREE_BYTES_MIN = 1024 * MIB;
const FREE_SHARE_MIN = 0.05;
const FREE_FILES_MIN = 1_000;

export function diskFaults({ folder, bytes, freeBytes, files, freeFiles }: DiskRoom): readonly Finding[] {
  const share = freeBytes / bytes;
  const free = `${Math.floor(freeBytes / MIB)} MiB`;
  const isShort = freeBytes < FREE_BYTES_MIN || (share < FREE_SHARE_MIN && freeBytes < 20 * FREE_BYTES_MIN);
  return [
    ...(isShort ? [findingOf('disk-almost-full', { folder, free, percent: (share * 100).toFixed(1) })] : []),
    ...(files > 0 && freeFiles < FREE_FILES_MIN
      ? [findingOf('files-almost-used-up', { folder, files: freeFiles })]
      : []),
  ];
}

/** @param folder need not exist yet: then the disk counts on which it would be made */
export function roomOf(folder: string): DiskRoom {
  const parent = dirname(folder);
  if (!existsSync(folder) && parent !== folder) return { ...roomOf(parent), folder };
  const { bsize, blocks, bavail, files, ffree } = statfsSync(folder);
  return { folder, bytes: blocks * bsize, freeBytes: bavail * bsize, files, freeFiles: ffree };
}

export function lookAtDisk({ config, dataDir }: ExaminedInstallation): readonly Finding[] {
  return [dataDir, backupFolderOf(config)].map(roomOf).flatMap(diskFaults);
}
