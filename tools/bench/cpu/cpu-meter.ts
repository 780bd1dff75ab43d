import { loadavg } from 'node:os';
import { hasProc, machineTime, threadTimes } from './processor-time.ts';

const SAMPLE_MS = 500;

/** The name under which the CPU of a process is counted: `Postgres`, `event-store-writer`. */
export interface Role {
  readonly group: string;
  /** Without a role, threads are counted by name. */
  readonly role?: string;
}

/** The role of each process, by its pid. */
export type Roles = ReadonlyMap<number, Role>;

export interface CpuUse {
  /** Group -> role -> ns. */
  readonly groups: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Time of all cores together. */
  readonly machineNs: number;
  readonly busyNs: number;
  readonly stolenNs: number;
  readonly loadAverage: number;
}

/**
 * Adds up the CPU of processes, and of this one as the bench, where there is a /proc to read. It samples often enough to see most of the CPU of a
 * process that ends meanwhile.
 *
 * @returns a function that ends the measurement and returns the result, undefined without a /proc
 */
export async function watchCpu(rolesOf: () => Promise<Roles>): Promise<() => Promise<CpuUse | undefined>> {
  if (!hasProc) return () => Promise.resolve(undefined);
  const seen = new Map<string, { readonly role: Role; readonly name: string; readonly first: number; last: number }>();
  const look = async (isFirst: boolean): Promise<void> => {
    for (const [pid, role] of [...(await rolesOf()), [process.pid, { group: 'bench' }] as const]) {
      for (const { thread, name, ns } of threadTimes(pid)) {
        const before = seen.get(thread);
        if (before) before.last = ns;
        else seen.set(thread, { role, name, first: isFirst ? ns : 0, last: ns });
      }
    }
  };
  await look(true);
  const begun = machineTime();
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(() => look(false));
  }, SAMPLE_MS);
  return async () => {
    clearInterval(timer);
    await looking;
    await look(false);
    const machine = machineTime();
    const groups = new Map<string, Map<string, number>>();
    for (const { role, name, first, last } of seen.values()) {
      const roles = groups.get(role.group) ?? new Map<string, number>();
      const key = role.role ?? name;
      groups.set(role.group, roles.set(key, (roles.get(key) ?? 0) + last - first));
    }
    return {
      groups,
      machineNs: machine.ns - begun.ns,
      busyNs: machine.busyNs - begun.busyNs,
      stolenNs: machine.stolenNs - begun.stolenNs,
      loadAverage: loadavg()[0] ?? 0,
    };
  };
}
