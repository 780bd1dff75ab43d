import type { DataSource } from 'typeorm';
import { DAY_MS } from './table-lifetime.js';

const HOUR_MS = DAY_MS / 24;
/** A process whose clock is further from the database's drops nothing. */
const APART_MAX_MS = HOUR_MS;
/** Longer than a suite is off over a holiday week; a clock that moved further has jumped, or nobody can tell. */
const GAP_MAX_MS = 7 * DAY_MS;
/** After so many hours of running at the new time everything is dropped by it again. */
const HOURS_MAX = 7 * 24;

/** What the rounds of housekeeping know of the time: when the latest was, and how many hours they ran since a jump. */
interface Rounds {
  readonly at: Date;
  /** Null where the time never jumped. */
  readonly hours: number | null;
}

/** Whether rows that are kept for so long may be dropped by the time as it is. */
export type IsDroppable = (keptMs: number) => boolean;

/**
 * Notices that a clock jumped: by months, ahead or back. What is valid must not be dropped by such a time, and cannot be
 * had back: so a row goes only once housekeeping has run at the new time for as long as the row is kept.
 */
export class TimeJumps {
  constructor(
    private readonly dataSource: DataSource,
    /** The database's clock, by which all processes of a service agree. */
    private readonly databaseTime: () => Promise<Date> = () => timeOf(dataSource),
  ) {}

  /** Notes a round of housekeeping. @returns what may be dropped in it, and why nothing may */
  async note(now: Date): Promise<{ readonly isDroppable: IsDroppable; readonly doubt: string | undefined }> {
    const apartMs = Math.abs(now.getTime() - (await this.databaseTime()).getTime());
    if (apartMs > APART_MAX_MS) return nothing('the clock of this process is more than an hour off the database');
    const hours = await this.hoursAt(now);
    const isDroppable: IsDroppable = (keptMs) => hours === null || hours * HOUR_MS >= doubtedMs(keptMs);
    return { isDroppable, doubt: hours === 0 ? 'the time has jumped since the last round' : undefined };
  }

  /** Of several processes at once one notes the round, and the others find it noted. */
  private hoursAt(now: Date): Promise<number | null> {
    return this.dataSource.transaction(async (tx) => {
      const [last] = await tx.query<Rounds[]>('SELECT at, hours FROM housekeeping FOR UPDATE');
      if (!last) {
        await tx.query('INSERT INTO housekeeping (at) VALUES ($1) ON CONFLICT DO NOTHING', [now]);
        return null;
      }
      const passedMs = now.getTime() - last.at.getTime();
      const hasJumped = passedMs > GAP_MAX_MS || passedMs < -APART_MAX_MS;
      if (!hasJumped && passedMs < HOUR_MS) return last.hours;
      const hours = hasJumped ? 0 : last.hours === null || last.hours >= HOURS_MAX ? null : last.hours + 1;
      await tx.query('UPDATE housekeeping SET at = $1, hours = $2', [now, hours]);
      return hours;
    });
  }
}

/** Rows with an expiry of their own count as kept for a day. */
const doubtedMs = (keptMs: number): number => Math.min(Math.max(keptMs, DAY_MS), HOURS_MAX * HOUR_MS);

const nothing = (doubt: string) => ({ isDroppable: () => false, doubt });

async function timeOf(dataSource: DataSource): Promise<Date> {
  const [row] = await dataSource.query<[{ now: Date }]>('SELECT now()');
  return row.now;
}
