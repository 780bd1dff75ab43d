/**
 * A table whose rows have a lifetime, measured in system time. The names come from our code and go into SQL as they
 * are.
 */
export interface TableLifetime {
  readonly table: string;
  /**
   * The column with a row's time, as `date` or `timestamptz`. If it is null, the row never expires; a partitioned table
   * can't have such rows.
   */
  readonly column: string;
  /**
   * The lifetime in milliseconds. An expired row is deleted some hours later; in a partitioned table, when its whole
   * partition has expired.
   */
  readonly keptMs: number;
  /**
   * Days per partition. The table is then partitioned by range of the column, and its default partition is named
   * `<table>_default`. Undefined if rows are deleted one by one, by an index on the column.
   */
  readonly partitionDays?: number;
  /** Fill factor of partitions in percent. Set it if rows are updated. */
  readonly fillfactor?: number;
}

/** The present time of the clock, and the earliest time that it showed during a day: see `ClockSightings`. */
export interface ShownTimes {
  readonly now: Date;
  /** Undefined as long as it is unknown. */
  readonly earliest: Date | undefined;
}

/** How much the clocks of processes may differ without one deleting rows that another still needs. */
const CLOCKS_APART_MS = 5 * 60_000;

/**
 * The time before which rows are deleted. They have expired by the clock of every process, and were not written during
 * the last day.
 */
export const deadBefore = ({ keptMs }: TableLifetime, now: Date, earliest: Date): number =>
  Math.min(now.getTime() - keptMs - CLOCKS_APART_MS, earliest.getTime());
