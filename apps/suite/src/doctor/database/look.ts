import { eventStoreMigrations, streamMigrations } from '@halyard/event-store';
import { commonMigrations, processConfig } from '@halyard/service';
import type { StoringService } from '@halyard/contracts';
import { POOL_SIZE } from '../../embedded-adapters.js';
import { storingDefinitions } from '../../storing-definitions.js';
import type { Finding } from '../finding.js';
import { type ExaminedInstallation, isOneProcess } from '../installation.js';
import { connectionFaults } from './connections.js';
import { serverOf } from './databases.js';
import { migrationFaults } from './migrations.js';
import { busRoleFault, roleFault } from './roles.js';
import { connectionCounts, hasTable, type Session } from './server.query.js';

export async function lookAtDatabase(installation: ExaminedInstallation): Promise<readonly Finding[]> {
  const { databases } = installation;
  const found: (Finding | undefined)[] = [...databases.findings];
  for (const { name, migrations } of storingDefinitions) {
    const session = databases.sessions.get(name);
    if (!session) continue;
    const streams = name === 'transfers' ? await streamMigrationsIn(session) : [];
    found.push(
      await roleFault(name, session),
      ...(await migrationFaults(name, session, [...commonMigrations, ...streams, ...migrations])),
    );
  }
  if (databases.bus) found.push(await busRoleFault(databases.bus));
  return [...found, ...(await lookAtConnections(installation))].filter((finding) => finding !== undefined);
}

/** The migrations of a schema that has the streams, or of one whose streams are in an EventStoreDB. */
const streamMigrationsIn = async (session: Session) =>
  (await hasTable(session, 'events')) ? eventStoreMigrations : streamMigrations;

async function lookAtConnections({ databases, env, config }: ExaminedInstallation): Promise<readonly Finding[]> {
  // Services in one process have pools of one size; others have the one that their setting gives.
  const settings = processConfig(env, false);
  const pool = isOneProcess(config, env) ? POOL_SIZE : settings.databasePool;
  const processesOf = (service: StoringService): number => Math.max(1, settings.addresses[service]?.length ?? 0);
  const found: Finding[] = [];
  for (const [server, sessions] of Map.groupBy(databases.sessions, ([, session]) => serverOf(session))) {
    const [first] = sessions;
    if (!first) continue;
    const pools = sessions.map(([service]) => pool * processesOf(service));
    found.push(...connectionFaults(server, await connectionCounts(first[1]), pools));
  }
  return found;
}
