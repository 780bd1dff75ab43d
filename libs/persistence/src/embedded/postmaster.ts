import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { EmbeddedPostgresError, hasCode } from './embedded-postgres-error.js';

const POLL_MS = 20;
const FAST_SHUTDOWN_MS = 10_000;
const IMMEDIATE_SHUTDOWN_MS = 5_000;

/** Parameter of every server that we start: the process that looks after it. */
export const ownerParameter = (pid: number): string => `halyard.owner=${pid}`;

/** A server that runs on a cluster. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Whether it takes connections: neither starting, nor recovering, nor on its way down. */
  readonly ready: boolean;
  /** Whether the process that started it is gone, so that nobody looks after it. */
  readonly orphan: boolean;
}

interface RunningProcess {
  readonly parentPid: number;
  readonly command: string;
}

/** The process of a pid; undefined if there is none, or if its kind of system does not say. */
function processOf(pid: number): RunningProcess | undefined {
  try {
    if (process.platform === 'linux') {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      const parentPid = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
      return { parentPid: Number(parentPid), command };
    }
    const line = execFileSync('ps', ['-ww', '-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return { parentPid: Number.parseInt(line, 10), command: line.replace(/^\d+\s+/, '') };
  } catch {
    return undefined;
  }
}

const pidFile = (dir: string): string => join(dir, 'postmaster.pid');

/** Its lines as PostgreSQL's source has them (src/include/utils/pidfile.h): pid first, port fourth, status eighth. */
function readPidFile(dir: string): { pid: number; port: number; ready: boolean } | undefined {
  try {
    const lines = readFileSync(pidFile(dir), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** The server of this cluster. A pid alone proves nothing, it may have gone to another process: the command must fit. */
export function findPostmaster(dir: string): Postmaster | undefined {
  const named = readPidFile(dir);
  if (!named) return undefined;
  const running = processOf(named.pid);
  if (!running?.command.includes(`-D ${dir} `)) return undefined;
  return { ...named, orphan: !running.command.includes(`${ownerParameter(running.parentPid)} `) };
}

/** Processes whose working directory is the cluster: servers of it, and what an ended server left running. */
const processesIn = (dir: string): boolean =>
  readdirSync('/proc').some((entry) => {
    try {
      return /^\d+$/.test(entry) && readlinkSync(`/proc/${entry}/cwd`) === dir;
    } catch {
      return false;
    }
  });

/**
 * Removes a pid file whose pid now belongs to some other process, which Postgres would take for a running server. One
 * whose process is gone is left to Postgres, which also checks that no process still uses the old shared memory.
 */
export function clearStalePidFile(dir: string): void {
  const named = readPidFile(dir);
  if (!named || findPostmaster(dir) || process.platform !== 'linux' || !processOf(named.pid)) return;
  if (!processesIn(dir)) rmSync(pidFile(dir), { force: true });
}

async function isGone(dir: string, pid: number, withinMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs <= withinMs; waitedMs += POLL_MS) {
    if (findPostmaster(dir)?.pid !== pid) return true;
    await setTimeout(POLL_MS);
  }
  return false;
}

/** Ends a server as one that lost its owner: fast, and if that takes too long at once (it then recovers at its start). */
export async function stopPostmaster(dir: string, { pid }: Postmaster): Promise<void> {
  try {
    process.kill(pid, 'SIGINT');
    if (await isGone(dir, pid, FAST_SHUTDOWN_MS)) return;
    process.kill(pid, 'SIGQUIT');
    if (await isGone(dir, pid, IMMEDIATE_SHUTDOWN_MS)) return;
  } catch (error) {
    if (hasCode(error, 'ESRCH')) return;
    if (!hasCode(error, 'EPERM')) throw error;
  }
  throw new EmbeddedPostgresError(
    `A PostgreSQL server (pid ${pid}) that can't be stopped runs on ${dir}: stop it by hand`,
  );
}
