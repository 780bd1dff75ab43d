import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { hasCode } from './local-server-error.js';

interface RunningProcess {
  readonly parentPid: number;
  /** Program and parameters, with blanks between them. */
  readonly command: string;
}

/** The process with a pid; undefined if there is none, or if the operating system does not tell. */
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

/** Every server that we start gets this parameter: it names the process that supervises the server. */
export const ownerParameter = (pid: number): string => `halyard.owner=${pid}`;

/** Whether the process that started a server is gone, so that nobody supervises it. */
export const isOrphan = ({ command, parentPid }: RunningProcess): boolean =>
  !command.includes(`${ownerParameter(parentPid)} `);
