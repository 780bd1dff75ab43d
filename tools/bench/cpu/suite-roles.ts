import type { SuiteProcess } from '@halyard/e2e/suite-process';
import type { Client } from 'pg';
import type { Role } from './cpu-meter.ts';
import { processTree } from './processor-time.ts';

export const BENCH = 'halyard-bench';
const OURS = /^halyard[-_]/;

/** The role of each process of a suite: its services, Postgres backends by their purpose, the broker. */
export async function suiteRoles(
  suite: SuiteProcess,
  mode: 'embedded' | 'distributed',
  postgres: Client,
): Promise<Map<number, Role>> {
  const roles = new Map<number, Role>();
  const [postmaster, backends] = await Promise.all([suite.postgresPid(), backendRoles(postgres)]);
  for (const pid of processTree(suite.pid))
    roles.set(pid, { group: 'suite', ...(mode === 'distributed' && { role: 'starter' }) });
  if (mode === 'distributed') {
    for (const { name, pid } of await suite.processes()) roles.set(pid, { group: 'suite', role: name });
    for (const pid of processTree(await suite.kafkaPid())) roles.set(pid, { group: 'Kafka', role: 'broker' });
  }
  for (const pid of processTree(postmaster)) {
    const role = backends.get(pid) ?? (pid === postmaster ? 'postmaster' : 'other');
    roles.set(pid, role === BENCH ? { group: 'bench' } : { group: 'Postgres', role });
  }
  return roles;
}

/** A connection's name gives its purpose; when several services use the same name, its user is added. */
async function backendRoles(postgres: Client): Promise<Map<number, string>> {
  const { rows } = await postgres.query<{ pid: number; kind: string; name: string; owner: string }>(
    `SELECT pid, backend_type AS kind, coalesce(application_name, '') AS name, coalesce(usename, '') AS owner
       FROM pg_stat_activity`,
  );
  return new Map(
    rows.map(({ pid, kind, name, owner }) => {
      if (kind !== 'client backend' || name === BENCH) return [pid, name === BENCH ? BENCH : kind];
      const purpose = name.replace(OURS, '');
      const user = owner.replace(OURS, '');
      return [pid, purpose.startsWith(user) ? purpose : `${purpose} of ${user}`];
    }),
  );
}
