import type { Client } from 'pg';
import { BENCH } from '../cpu/suite-roles.ts';

const SAMPLE_MS = 50;

/** The share of time that connections of one name spent on one thing: on `CPU`, or waiting for something. */
export interface BackendTime {
  readonly name: string;
  readonly what: string;
  /** One connection that does this all the time has a share of 1. */
  readonly share: number;
}

/** Samples what the processes of Postgres do. @returns a function that ends it and returns the shares, largest first */
export function sampleWaits(postgres: Client): () => Promise<BackendTime[]> {
  const times = new Map<string, { readonly name: string; readonly what: string; count: number }>();
  let samples = 0;
  const look = async (): Promise<void> => {
    const { rows } = await postgres.query<{ name: string; what: string; count: number }>(
      `SELECT coalesce(nullif(application_name, ''), backend_type) AS name,
              coalesce(wait_event_type || ' ' || wait_event, 'CPU') AS what, count(*)::int
         FROM pg_stat_activity
        WHERE application_name <> $1 AND (backend_type <> 'client backend' OR state <> 'idle')
          AND wait_event_type IS DISTINCT FROM 'Activity'
        GROUP BY 1, 2`,
      [BENCH],
    );
    samples += 1;
    for (const { name, what, count } of rows) {
      const key = `${name} ${what}`;
      const time = times.get(key) ?? { name, what, count: 0 };
      time.count += count;
      times.set(key, time);
    }
  };
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, SAMPLE_MS);
  return async () => {
    clearInterval(timer);
    await looking;
    return [...times.values()]
      .map(({ name, what, count }) => ({ name, what, share: count / samples }))
      .sort((one, other) => other.share - one.share);
  };
}
