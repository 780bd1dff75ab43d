import { DAY_MS } from '@halyard/core';
import { type DataSource, type EntityManager, QueryFailedError } from 'typeorm';
import { deleteOlder } from './expired-rows.js';
import type { TableLifetime } from './table-lifetime.js';

/** Partitions exist for at least this many days ahead. */
const AHEAD_DAYS = 2;
/** Writers queue behind a wait for a table lock, so the wait is short and is tried again. */
const LOCK_TIMEOUT_MS = 200;

const CHECK_VIOLATION = '23514';

const timeOf = (ms: number): string => new Date(ms).toISOString();
const dayOf = (ms: number): string => timeOf(ms).slice(0, 10).replaceAll('-', '');

/** A row of the day was written to the default partition while its own was being attached. */
function ignoreRowsOfTheDay(error: unknown): void {
  if (!(error instanceof QueryFailedError && 'code' in error && error.code === CHECK_VIOLATION)) throw error;
}

/**
 * The partitions of a table: made before their first day, dropped when all their rows have expired. If a day has no
 * partition because nobody was there to make it, its rows go into the default partition: a write never fails because of
 * this.
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
   * @param deadMs older rows have expired @returns the dropped partitions @throws the driver's error if a lock takes
   * too long
   */
  async drop(deadMs: number): Promise<readonly string[]> {
    const firstAlive = this.nameOf(this.firstDay(deadMs));
    const dead = [...(await this.names(this.dataSource.manager))].filter((name) => name < firstAlive);
    for (const name of dead) await this.alone((tx) => tx.query(`DROP TABLE IF EXISTS ${name}`));
    return dead;
  }

  /** Deletes rows whose own partition would have been dropped by now. @returns their number */
  deleteLoose(deadMs: number): Promise<number> {
    const { table, column } = this.lifetime;
    return deleteOlder(this.dataSource, `${table}_default`, column, this.firstDay(deadMs));
  }

  /**
   * Attaches a table instead of creating the partition in place, which would lock the table against writers. If the
   * default partition already has rows of the day, they stay there: attaching would have to move them while writers
   * wait.
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

  /** One process at a time changes the partitions of a table. */
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
