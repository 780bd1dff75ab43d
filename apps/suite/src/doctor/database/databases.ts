import { join } from 'node:path';
import type { Environment } from '@halyard/config';
import { type StoringService, storingServices } from '@halyard/contracts';
import { errorCodeOf, ServerUnusable } from '@halyard/core';
import { portOfRunningPostgres } from '@halyard/local-servers';
import { BUS, type DatabaseRole, type Keys, openSession, serviceUrl, usingServer } from '@halyard/persistence';
import type { DataSource } from 'typeorm';
import { hasServersElsewhere, ownUrlOf } from '../../backup/installation-databases.js';
import { unfinishedRestoreIn } from '../../backup/unfinished-restore.js';
import type { SuiteConfig } from '../../config.js';
import { isFolderTaken } from '../../data-folder.js';
import { type Finding, findingOf } from '../finding.js';
import { refuseWrites } from './server.query.js';

/** The databases of an installation, as far as they can be opened. Nothing can be written through these sessions. */
export interface Databases {
  readonly sessions: ReadonlyMap<StoringService, DataSource>;
  /** The session of the role that reads every service's history; absent with Kafka. */
  readonly bus: DataSource | undefined;
  readonly findings: readonly Finding[];
  /** Why nothing was opened. */
  readonly notLooked: string | undefined;
  close(): Promise<void>;
}

/** `host:port` of the server of a session. */
export const serverOf = (session: DataSource): string => new URL(urlOf(session)).host;

export const urlOf = ({ options }: DataSource): string => ('url' in options ? String(options.url) : '');

interface DatabasePlace {
  readonly config: Readonly<SuiteConfig>;
  readonly env: Environment;
  readonly dataDir: string;
  readonly isThere: boolean;
  readonly keys: Keys | undefined;
}

const none = (notLooked: string | undefined, findings: readonly Finding[] = []): Databases => ({
  sessions: new Map(),
  bus: undefined,
  findings,
  notLooked,
  close: () => Promise.resolve(),
});

/** Opens the databases, each with its service's own role. The suite's own Postgres is not started for this. */
export async function openDatabases(place: DatabasePlace): Promise<Databases> {
  const { config, env, dataDir, isThere, keys } = place;
  if (!isThere) return none(`there is no installation in ${dataDir}, and no setting names its database`);
  const unfinished = unfinishedRestoreIn(dataDir);
  if (unfinished !== undefined) {
    return none('its restore did not come to its end', [findingOf('restore-unfinished', { sentence: unfinished })]);
  }
  if (!keys) return none('the keys are not usable, from which the passwords of the database roles derive');
  const isElsewhere = hasServersElsewhere(config, env);
  const port = isElsewhere ? undefined : portOfRunningPostgres(join(dataDir, 'postgres'));
  if (!isElsewhere && port === undefined) return standingStill(dataDir);
  const base = config.databaseUrl ?? `postgres://127.0.0.1:${port ?? ''}/halyard`;
  const hasBus = config.adapters.kafkaBrokers.length === 0 && (config.databaseUrl !== undefined || !isElsewhere);
  const roles: DatabaseRole[] = [...storingServices, ...(hasBus ? ([BUS] as const) : [])];
  const opened = await Promise.all(
    roles.map(async (role) => {
      const own = role === BUS ? env['HISTORY_READER_URL'] : ownUrlOf(env, role);
      return { role, ...(await open(role, own ?? serviceUrl(base, role, keys.rolePassword(role)))) };
    }),
  );
  const sessions = opened.flatMap(({ role, session }) => (session ? [{ role, session }] : []));
  return {
    sessions: new Map(sessions.flatMap(({ role, session }) => (role === BUS ? [] : [[role, session]]))),
    bus: sessions.find(({ role }) => role === BUS)?.session,
    findings: withoutRepeats(opened.flatMap(({ finding }) => finding ?? [])),
    notLooked: sessions.length === 0 ? 'no database could be opened' : undefined,
    close: async () => void (await Promise.all(sessions.map(({ session }) => session.destroy()))),
  };
}

function standingStill(dataDir: string): Databases {
  if (!isFolderTaken(dataDir)) {
    return none('the suite is stopped, and doctor does not start its Postgres');
  }
  const sentence = `The suite runs on ${dataDir}, and its Postgres does not.`;
  return none('the Postgres of the suite does not run', [findingOf('database-not-reached', { sentence })]);
}

interface SessionOrFault {
  readonly session?: DataSource;
  readonly finding?: Finding;
}

/** SQLSTATEs of a server that refuses our login. */
const REFUSED_LOGIN = new Set(['28P01', '28000']);

async function open(role: DatabaseRole, url: string): Promise<SessionOrFault> {
  const service = role === BUS ? undefined : role;
  try {
    const session = await usingServer(url, 'Check DATABASE_URL.', () =>
      openSession({ service: 'doctor', url, entities: [] }),
    );
    await refuseWrites(session);
    return { session };
  } catch (error) {
    if (!(error instanceof ServerUnusable)) throw error;
    const isRefused = REFUSED_LOGIN.has(errorCodeOf(error.cause) ?? '');
    const sentence = error.message;
    return {
      finding: isRefused
        ? findingOf('role-cannot-log-in', { sentence }, service)
        : findingOf('database-not-reached', { sentence }),
    };
  }
}

/** A server that no service reaches is one fault. */
const withoutRepeats = (findings: readonly Finding[]): readonly Finding[] => [
  ...new Map(findings.map((finding) => [`${finding.service ?? ''} ${finding.message}`, finding])).values(),
];
