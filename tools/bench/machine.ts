import { readFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';

/** One line that says where figures were measured. */
export const machine = (): string => {
  const [cpu] = cpus();
  return `${cpus().length} × ${cpu?.model.trim() ?? 'unknown CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()} ${release()}, Node ${process.versions.node}`;
};

/** Resident memory of a process, and of it with all its descendants, in MB. Linux only: read from /proc. */
export function memoryMb(pid: number): { readonly process: number; readonly tree: number } {
  const own = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
  // Postgres processes share their buffers: proportional size counts each shared page once.
  const proportional = (of: number): number => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${of}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1_024;
    } catch {
      return 0;
    }
  };
  const children = (of: number): number[] => {
    const direct = readFileSync(`/proc/${of}/task/${of}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number);
    return direct.flatMap((child) => [child, ...children(child)]);
  };
  const tree = [pid, ...children(pid)].reduce((sum, each) => sum + proportional(each), 0);
  return { process: Math.round(own), tree: Math.round(tree) };
}
