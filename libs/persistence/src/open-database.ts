import type { Logger } from '@halyard/observability';
import type { MigrationInterface } from 'typeorm';
import { DataSource } from 'typeorm';
import { DatabaseClient, postgresDriver } from './connections.js';
import { DatabaseLogger } from './database-logger.js';
import { migrate, pendingIn } from './migrate.js';
import { usingServer } from './usable-server.js';

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 15_000;
const SLOW_STATEMENT_MS = 1_000;
const LOCK_TIMEOUT_MS = 10_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;
/** How long to wait for a server that answers nothing at all: a little longer than the server's own limit. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5_000;

type Class<Instance> = new () => Instance;

export interface DatabaseOptions {
  /** The service, which Postgres shows as `application_name`. */
  readonly service: string;
  /** A URL with the service's own role, whose search_path is the service's schema: see `serviceUrl`. */
  readonly url: string;
  readonly entities: readonly Class<object>[];
  /**
   * The migrations, which run in the order of the timestamps in their names. Each sends the same SQL, whatever the
   * database answers.
   */
  readonly migrations: readonly Class<MigrationInterface>[];
  readonly poolSize: number;
  readonly logger: Logger;
}

/**
 * Connects a service to its schema, and brings the schema up to date. If a connection is lost later, this is logged,
 * and the next statement that needs one opens another. While Postgres is away, statements fail with errors that
 * `isUnavailable` recognizes.
 * @throws ServerUnusable if Postgres can't be reached; the driver's error of a migration that failed (none of the
 * pending migrations has then run); SchemaError if a migration that has run was changed since
 */
export async function openDatabase(options: DatabaseOptions): Promise<DataSource> {
  const { service, url, entities, poolSize, logger } = options;
  const database = new DataSource({
    type: 'postgres',
    ...postgresDriver,
    url,
    entities: [...entities],
    synchronize: false,
    installExtensions: false,
    logger: new DatabaseLogger(logger),
    maxQueryExecutionTime: SLOW_STATEMENT_MS,
    applicationName: `halyard-${service}`,
    poolSize,
    poolErrorHandler: (error: unknown) => logger.warn({ err: error }, 'an idle database connection was lost'),
    extra: {
      Client: DatabaseClient,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
      keepAlive: true,
    },
  });
  await usingServer(url, 'Check DATABASE_URL.', () => database.initialize());
  try {
    await bringUpToDate(database, options);
  } catch (error) {
    await database.destroy();
    throw error;
  }
  return database;
}

async function bringUpToDate(database: DataSource, options: DatabaseOptions): Promise<void> {
  const { service, url, migrations, logger } = options;
  const known = migrations.map((Migration) => new Migration());
  if ((await pendingIn(database, service, known)).size === 0) return;
  const session = await openSession({ service, url, entities: [], migrations, logger });
  try {
    const ran = await migrate(session, service);
    if (ran.length > 0) logger.info({ schemaOf: service, migrations: ran }, 'database migrated');
  } finally {
    await session.destroy();
  }
}

type SessionOptions = Pick<DatabaseOptions, 'service' | 'url' | 'entities'> &
  Partial<Pick<DatabaseOptions, 'migrations' | 'logger'>>;

/**
 * Opens one session with a service's schema, without changing the schema. It is for a program that works on the schema
 * alone: it has no time limits, and temporary tables last from one statement to the next.
 */
export function openSession({ service, url, entities, migrations = [], logger }: SessionOptions): Promise<DataSource> {
  return new DataSource({
    type: 'postgres',
    ...postgresDriver,
    url,
    entities: [...entities],
    migrations: [...migrations],
    installExtensions: false,
    ...(logger && { logger: new DatabaseLogger(logger) }),
    applicationName: `halyard-${service}`,
    poolSize: 1,
    extra: {
      Client: DatabaseClient,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      idleTimeoutMillis: 0,
      statement_timeout: 0,
      idle_in_transaction_session_timeout: 0,
      keepAlive: true,
    },
  }).initialize();
}

export interface AlikeOptions {
  /** In the order in which they are searched for a table. */
  readonly schemas: readonly string[];
  readonly applicationName: string;
  readonly poolSize: number;
}

/** Connects as another data source does, but finds tables in other schemas. The caller closes it. */
export async function openAlike(
  { options }: DataSource,
  { schemas, applicationName, poolSize }: AlikeOptions,
): Promise<DataSource> {
  if (options.type !== 'postgres') throw new Error('services have their tables in Postgres');
  const extra = options.extra as Readonly<Record<string, unknown>> | undefined;
  const opened = new DataSource({
    ...options,
    migrations: [],
    applicationName,
    poolSize,
    extra: { ...extra, options: `-c search_path=${schemas.join(',')}` },
  });
  return opened.initialize();
}
