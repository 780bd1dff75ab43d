import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { StandingServer } from '../process/local-server.js';
import { hasCode } from '../process/local-server-error.js';
import { isOrphan, processOf } from '../process/running-process.js';

const pidFile = (dir: string): string => join(dir, 'postmaster.pid');

/** From PostgreSQL's source (src/include/utils/pidfile.h): lines are pid first, port fourth, status eighth. */
function readPidFile(dir: string): { pid: number; port: number; ready: boolean } | undefined {
  try {
    const lines = readFileSync(pidFile(dir), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** A pid alone proves nothing, since another process may have got it: the command must match. */
export function findPostmaster(dir: string): StandingServer | undefined {
  const named = readPidFile(dir);
  if (!named) return undefined;
  const running = processOf(named.pid);
  if (!running?.command.includes(`-D ${dir} `)) return undefined;
  return { ...named, orphan: isOrphan(running) };
}

/** Whether a process has the cluster as its working directory: a server, or one that an ended server left running. */
const processesIn = (dir: string): boolean =>
  readdirSync('/proc').some((entry) => {
    try {
      return /^\d+$/.test(entry) && readlinkSync(`/proc/${entry}/cwd`) === dir;
    } catch {
      return false;
    }
  });

/**
 * Removes a pid file whose pid now belongs to another process, which Postgres would take for a running server. If its
 * process is gone, the file is left to Postgres, which also checks that no process still uses the old shared memory.
 */
export function clearStalePidFile(dir: string): void {
  const named = readPidFile(dir);
  if (!named || findPostmaster(dir) || process.platform !== 'linux' || !processOf(named.pid)) return;
  if (!processesIn(dir)) rmSync(pidFile(dir), { force: true });
}
