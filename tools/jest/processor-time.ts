import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** Counters of a process, from `man 5 proc_pid_stat`. */
interface Process {
  readonly pid: number;
  readonly parent: number;
  /** CPU seconds of the process and of its children that have ended. */
  readonly seconds: number;
  readonly command: string;
}

function processOf(pid: number): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, parent, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(9, 13).reduce((sum, field) => sum + Number(field), 0);
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return { pid, parent: Number(parent), seconds: ticks / TICKS_PER_SECOND, command };
  } catch {
    return undefined; // it has ended meanwhile
  }
}

/** CPU seconds of this process and its ended children. Only Linux tells the children's time. */
export function usedSeconds(): number {
  const { user, system } = process.cpuUsage();
  return processOf(process.pid)?.seconds ?? (user + system) / 1e6;
}

/** CPU seconds of the running children of this process with all their descendants, summed by name. */
export function secondsOfChildren(nameOf: (command: string) => string | undefined): Map<string, number> {
  const processes = process.platform === 'linux' ? allProcesses() : [];
  const inTree = ({ pid, seconds }: Process): number =>
    processes.filter(({ parent }) => parent === pid).reduce((sum, child) => sum + inTree(child), seconds);
  const byName = new Map<string, number>();
  for (const child of processes.filter(({ parent }) => parent === process.pid)) {
    const name = nameOf(child.command);
    if (name !== undefined) byName.set(name, (byName.get(name) ?? 0) + inTree(child));
  }
  return byName;
}

const allProcesses = (): Process[] =>
  readdirSync('/proc').flatMap((entry) => (/^\d+$/.test(entry) ? (processOf(Number(entry)) ?? []) : []));
