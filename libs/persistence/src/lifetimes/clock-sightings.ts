import { DAY_MS } from '@halyard/core';
import type { Logger } from '@halyard/observability';
import type { DataSource, EntityManager } from 'typeorm';
import type { ShownTimes } from './table-lifetime.js';

const HOUR_MS = 60 * 60_000;
/** The most time that counts as passed from one sighting to the next. */
const PASSED_MS_MAX = HOUR_MS;
/** The least time between two stored sightings. */
const APART_MS = 5 * 60_000;
/** If the clock moves by more than this between two sightings, it is logged. */
const STEP_MS = 2 * HOUR_MS;

interface Sighting {
  readonly shownAt: Date;
  /** How much time has passed, as far as it was seen, in milliseconds. */
  readonly seenMs: number;
}

/**
 * Records what a service's clock showed from hour to hour. Nobody can tell a wrong clock from a right one: the database
 * often has the same clock. But it is known what the clock showed while a whole day passed, and nothing newer than the
 * earliest of these times is deleted (ADR 72).
 */
export class ClockSightings {
  constructor(
    private readonly dataSource: DataSource,
    private readonly logger: Pick<Logger, 'warn'>,
    private readonly databaseTime = () => timeOf(dataSource),
  ) {}

  /**
   * Records the clock's time, unless the database's clock differs.
   * @returns the time and, once 24 hours were seen to pass, the earliest time that the clock showed during the last 24
   * of them
   */
  async look(now: Date): Promise<ShownTimes> {
    const apartMs = now.getTime() - (await this.databaseTime()).getTime();
    if (Math.abs(apartMs) > HOUR_MS) {
      this.warn(apartMs, 'the clock is off that of the database: this process deletes nothing that has expired');
      return { now, earliest: undefined };
    }
    const earliest = await this.dataSource.transaction(async (tx) => {
      await tx.query(
        `SELECT pg_advisory_xact_lock(hashtextextended('sightings', 'clock_sightings'::regclass::oid::bigint))`,
      );
      const last = await lastOf(tx);
      const gapMs = last ? now.getTime() - last.shownAt.getTime() : 0;
      if (Math.abs(gapMs) > STEP_MS) this.warn(gapMs, 'the clock moved: nothing expires by it until a day has passed');
      const seenMs = (last?.seenMs ?? 0) + Math.min(Math.max(gapMs, 0), PASSED_MS_MAX);
      if (!last || gapMs < 0 || gapMs >= APART_MS) await note(tx, now, seenMs);
      return earliestOf(tx, now, seenMs - DAY_MS);
    });
    return { now, earliest };
  }

  private warn(ms: number, message: string): void {
    this.logger.warn({ hours: Math.round(ms / HOUR_MS) }, message);
  }
}

async function timeOf(dataSource: DataSource): Promise<Date> {
  const [row] = await dataSource.query<[{ now: Date }]>('SELECT now()');
  return row.now;
}

async function lastOf(tx: EntityManager): Promise<Sighting | undefined> {
  const [last] = await tx.query<{ shownAt: Date; seenMs: string }[]>(
    'SELECT shown_at AS "shownAt", seen_ms AS "seenMs" FROM clock_sightings ORDER BY id DESC LIMIT 1',
  );
  return last && { shownAt: last.shownAt, seenMs: Number(last.seenMs) };
}

/** Stores a sighting, and deletes those older than a day, except the newest of them. */
async function note(tx: EntityManager, now: Date, seenMs: number): Promise<void> {
  await tx.query('INSERT INTO clock_sightings (shown_at, seen_ms) VALUES ($1, $2)', [now.toISOString(), seenMs]);
  await tx.query(
    `DELETE FROM clock_sightings
     WHERE id < (SELECT max(id) FROM clock_sightings WHERE seen_ms <= $1)`,
    [seenMs - DAY_MS],
  );
}

async function earliestOf(tx: EntityManager, now: Date, dayBeganMs: number): Promise<Date | undefined> {
  const [row] = await tx.query<{ earliest: Date; isWhole: boolean }[]>(
    `SELECT least(min(shown_at), $1) AS earliest, min(seen_ms) <= $2 AS "isWhole" FROM clock_sightings`,
    [now.toISOString(), dayBeganMs],
  );
  return row?.isWhole ? row.earliest : undefined;
}
