export const DAY_MS = 24 * 60 * 60_000;

/** A table whose rows live for so long, counted in system time. Names are our own and stand in SQL as they are. */
export interface TableLifetime {
  readonly table: string;
  /** Whose time counts: a `date` or `timestamptz`, for partitions without nulls. Elsewhere a null lives for ever. */
  readonly column: string;
  /** Milliseconds. What is older goes within a partition's length and a few hours. */
  readonly keptMs: number;
  /**
   * How its rows go: with a partition of so many days, where the table is partitioned by range of the column and has a
   * default partition named `<table>_default`; one by one, by an index on the column, where it is undefined.
   */
  readonly partitionDays?: number;
  /** Of each partition's pages, in percent; for rows that are updated. */
  readonly fillfactor?: number;
}

/** Processes whose clocks are less than this apart never miss what one of them still counts as alive. */
const CLOCKS_APART_MS = 5 * 60_000;

/** What is older than this is dead by every process's clock. */
export const deadBefore = ({ keptMs }: TableLifetime, nowMs: number): number => nowMs - keptMs - CLOCKS_APART_MS;
