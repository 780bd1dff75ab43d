import { DAY_MS } from '@halyard/core';
import { type DataSource, type EntityManager, QueryFailedError } from 'typeorm';
import { deleteOlder } from './expired-rows.js';
import type { TableLifetime } from './table-lifetime.js';

/** Partitions exist for at least this many days ahead. */
const AHEAD_DAYS = 2;
/**
 * How long a change waits for a table lock. Writers queue behind it meanwhile, so it gives up soon and is tried again.
 */
const LOCK_TIMEOUT_MS = 200;

const CHECK_VIOLATION = '23514';

const timeOf = (ms: number): string => new Date(ms).toISOString();
const dayOf = (ms: number): string => timeOf(ms).slice(0, 10).replaceAll('-', '');

/**
 * Ignores the error if somebody wrote a row of the day to the default partition while the day's own was being attached.
 */
function ignoreRowsOfTheDay(error: unknown): void {
  if (!(error instanceof QueryFailedError && 'code' in error && error.code === CHECK_VIOLATION)) throw error;
}

/**
 * The partitions of a table. Each is made before its first day, and dropped when all its rows have expired. A write
 * never fails for lack of a partition: if nobody was there to make one, the day's rows go into the default partition.
 */
export class DayPartitions {
  private readonly spanMs: number;

  constructor(
    private readonly dataSource: DataSource,
    private readonly lifetime: TableLifetime & { readonly partitionDays: number },
  ) {
    this.spanMs = lifetime.partitionDays * DAY_MS;
  }

  /** Makes the missing partitions from now to some days ahead. @throws the driver's error if a lock takes too long */
  async make(nowMs: number): Promise<void> {
    const standing = await this.names(this.dataSource.manager);
    for (let fromMs = this.firstDay(nowMs); fromMs <= nowMs + AHEAD_DAYS * DAY_MS; fromMs += this.spanMs) {
      if (standing.has(this.nameOf(fromMs))) continue;
      await this.alone((tx) => this.makeOne(tx, fromMs)).catch(ignoreRowsOfTheDay);
    }
  }

  /**
   * Drops the partitions whose rows have all expired.
   * @param deadMs the time before which rows have expired
   * @returns the dropped partitions
   * @throws the driver's error if a lock takes too long
   */
  async drop(deadMs: number): Promise<readonly string[]> {
    const firstAlive = this.nameOf(this.firstDay(deadMs));
    const dead = [...(await this.names(this.dataSource.manager))].filter((name) => name < firstAlive);
    for (const name of dead) await this.alone((tx) => tx.query(`DROP TABLE IF EXISTS ${name}`));
    return dead;
  }

  /** Deletes expired rows that ended up in the default partition. @returns their number */
  deleteLoose(deadMs: number): Promise<number> {
    const { table, column } = this.lifetime;
    return deleteOlder(this.dataSource, `${table}_default`, column, this.firstDay(deadMs));
  }

  /**
   * Makes a table and attaches it as a partition: creating the partition in place would lock the table against writers.
   * If the default partition already has rows of the day, no partition is made: to attach it, Postgres would have to
   * move these rows while writers wait.
   */
  private async makeOne(tx: EntityManager, fromMs: number): Promise<void> {
    const { table, column, fillfactor = 100 } = this.lifetime;
    const name = this.nameOf(fromMs);
    const range = [timeOf(fromMs), timeOf(fromMs + this.spanMs)];
    const [taken] = await tx.query<unknown[]>(
      `SELECT FROM ${table}_default WHERE ${column} >= $1 AND ${column} < $2 LIMIT 1`,
      range,
    );
    if (taken !== undefined || (await this.names(tx)).has(name)) return;
    await tx.query(
      `CREATE TABLE ${name} (LIKE ${table} INCLUDING ALL EXCLUDING IDENTITY EXCLUDING INDEXES)
       WITH (fillfactor = ${fillfactor})`,
    );
    await tx.query(`ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM ('${range[0]}') TO ('${range[1]}')`);
  }

  private firstDay(ms: number): number {
    return Math.floor(ms / this.spanMs) * this.spanMs;
  }

  private nameOf(fromMs: number): string {
    return `${this.lifetime.table}_${dayOf(fromMs)}`;
  }

  private async names(tx: EntityManager): Promise<Set<string>> {
    const { table } = this.lifetime;
    const partitions = await tx.query<{ name: string }[]>(
      `SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
       WHERE inhparent = '${table}'::regclass AND relname <> '${table}_default'`,
    );
    return new Set(partitions.map(({ name }) => name));
  }

  /** Runs work while no other process changes the partitions of the table. */
  private alone(work: (tx: EntityManager) => Promise<unknown>): Promise<void> {
    return this.dataSource.transaction(async (tx) => {
      await tx.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await tx.query(
        `SELECT pg_advisory_xact_lock(hashtextextended('partitions', '${this.lifetime.table}'::regclass::oid::bigint))`,
      );
      await work(tx);
    });
  }
}
