import { existsSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';

const prefixOf = (dataDir: string): string => `${basename(dataDir).replace(/^\.+/, '')}-`;

/** The name of the file with a backup. */
export const backupName = (dataDir: string, made: Date): string =>
  `${prefixOf(dataDir)}${made.toISOString().replaceAll(':', '-')}.backup`;

const MADE = /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.backup$/;

/** When the newest backup of a data folder was made; undefined if the folder for backups has none. */
export function lastBackupOf(dataDir: string, backupDir: string): Date | undefined {
  const prefix = prefixOf(dataDir);
  const names = existsSync(backupDir) ? readdirSync(backupDir) : [];
  const made = names
    .filter((name) => name.startsWith(prefix))
    .flatMap((name) => {
      const [, day, hour, minute, second] = MADE.exec(name.slice(prefix.length)) ?? [];
      return day === undefined ? [] : [new Date(`${day}${hour}:${minute}:${second}`)];
    });
  return made.toSorted((one, other) => other.getTime() - one.getTime())[0];
}
