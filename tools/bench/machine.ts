import { readFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { hasProc, processTree } from './cpu/processor-time.ts';

/** One line about the machine on which the figures were measured. */
export const machine = (): string => {
  const [cpu] = cpus();
  const parts = [
    `${cpus().length} × ${cpu?.model.trim() ?? 'unknown CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    `${type()} ${release()}, Node ${process.versions.node}`,
    `load average ${loadavg()[0]?.toFixed(1)}`,
  ];
  return parts.join(', ');
};

function kilobytes(file: string, field: RegExp): number {
  try {
    return Number(field.exec(readFileSync(file, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0; // the process has ended meanwhile
  }
}

/**
 * Resident memory in MB, of a process alone and with all its descendants.
 *
 * @returns undefined where there is no /proc to read it from
 */
export function memoryMb(pid: number): { readonly process: number; readonly tree: number } | undefined {
  if (!hasProc) return undefined;
  const own = kilobytes(`/proc/${pid}/status`, /VmRSS:\s+(\d+)/);
  // Postgres processes share their buffers: proportional size counts each shared page only once.
  const tree = processTree(pid).reduce(
    (sum, each) => sum + kilobytes(`/proc/${each}/smaps_rollup`, /^Pss:\s+(\d+)/m),
    0,
  );
  return { process: Math.round(own / 1_024), tree: Math.round(tree / 1_024) };
}
