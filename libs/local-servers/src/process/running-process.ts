import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { hasCode } from './local-server-error.js';

export interface RunningProcess {
  readonly parentPid: number;
  /** Program and parameters, with blanks between them. */
  readonly command: string;
}

/** The process of a pid; undefined if there is none, or if its kind of system does not say. */
export function processOf(pid: number): RunningProcess | undefined {
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

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/** Parameter of every server that we start: the process that looks after it. */
export const ownerParameter = (pid: number): string => `halyard.owner=${pid}`;

/** Whether the process that started a server is gone, so that nobody looks after it. */
export const isOrphan = ({ command, parentPid }: RunningProcess): boolean =>
  !command.includes(`${ownerParameter(parentPid)} `);
