/** A table whose rows have a lifetime, in system time. Names are our own and go into SQL as they are. */
export interface TableLifetime {
  readonly table: string;
  /** A row's time, as `date` or `timestamptz`. Null means for ever; not allowed in a partitioned table. */
  readonly column: string;
  /** Milliseconds. Older rows are deleted within a partition's length and a few hours. */
  readonly keptMs: number;
  /**
   * Days per partition, if the table is partitioned by range of the column and has a default partition named
   * `<table>_default`. Undefined: rows are deleted one by one, by an index on the column.
   */
  readonly partitionDays?: number;
  /** Fill factor of partitions, in percent, for rows that are updated. */
  readonly fillfactor?: number;
}

/** The clock's time, and the earliest time that it showed during a day: see `ClockSightings`. */
export interface ShownTimes {
  readonly now: Date;
  /** Undefined as long as it is unknown. */
  readonly earliest: Date | undefined;
}

/** Clocks of processes that differ by less than this agree about which rows are still needed. */
const CLOCKS_APART_MS = 5 * 60_000;

/** Rows older than this have expired by the clock of every process, and were not written during the last day. */
export const deadBefore = ({ keptMs }: TableLifetime, now: Date, earliest: Date): number =>
  Math.min(now.getTime() - keptMs - CLOCKS_APART_MS, earliest.getTime());
