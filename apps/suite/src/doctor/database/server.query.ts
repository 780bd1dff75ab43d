import type { DataSource } from 'typeorm';

export type Session = Pick<DataSource, 'query'>;

/** Makes the server refuse whatever this session would write. */
export async function refuseWrites(session: Session): Promise<void> {
  await session.query('SET default_transaction_read_only = on');
}

/** Whether the session's schema has a table. */
export async function hasTable(session: Session, table: string): Promise<boolean> {
  const [row] = await session.query<{ made: boolean }[]>('SELECT to_regclass($1) IS NOT NULL AS made', [table]);
  return row?.made ?? false;
}

/** Whether a service has published anything yet: its topic is made for the first event. */
export async function hasPublished(session: Session): Promise<boolean> {
  if (!(await hasTable(session, 'history'))) return false;
  const [row] = await session.query<{ some: boolean }[]>('SELECT EXISTS (SELECT FROM history) AS some');
  return row?.some ?? false;
}

/** The time of the server, in milliseconds since the epoch. */
export async function serverTime(session: Session): Promise<number> {
  const [row] = await session.query<{ ms: number }[]>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
  );
  return row?.ms ?? Number.NaN;
}

export interface ConnectionCounts {
  /** How many the server allows to roles that are no administrators. */
  readonly allowed: number;
  readonly used: number;
}

const CONNECTIONS = `
  SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
           - coalesce(current_setting('reserved_connections', true)::int, 0) AS allowed,
         (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS used`;

export async function connectionCounts(session: Session): Promise<ConnectionCounts> {
  const [row] = await session.query<ConnectionCounts[]>(CONNECTIONS);
  return row ?? { allowed: 0, used: 0 };
}
