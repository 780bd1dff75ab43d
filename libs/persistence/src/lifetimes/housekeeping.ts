import { isUnavailable } from '@halyard/core';
import type { Logger } from '@halyard/observability';
import type { DataSource } from 'typeorm';
import { DayPartitions } from './day-partitions.js';
import { deleteOlder, DELETED_MAX } from './expired-rows.js';
import { deadBefore, type ShownTimes, type TableLifetime } from './table-lifetime.js';

/**
 * Maintains a service's tables with a lifetime: makes the next partitions, and deletes expired rows. It may run at any
 * time and in several processes at once. Each step is short and lets other users of the table go first. Work that fails
 * costs only space, and is done next time.
 */
export class Housekeeping {
  constructor(
    private readonly dataSource: DataSource,
    private readonly lifetimes: readonly TableLifetime[],
    private readonly logger: Pick<Logger, 'info' | 'warn'>,
  ) {}

  /** Makes the partitions that are needed next, for each table that nobody else has locked. */
  async prepare(now: Date): Promise<void> {
    const errors = await this.forEach((lifetime) => this.partitionsOf(lifetime)?.make(now.getTime()));
    for (const error of errors) {
      if (!isUnavailable(error)) throw error;
      this.logger.warn({ err: error }, 'a table is busy: its partitions are made later');
    }
  }

  /**
   * Makes partitions, and deletes expired rows as far as it can in a few seconds. It deletes nothing until it is known
   * what the clock showed during a day.
   * @returns whether expired rows remain
   * @throws AggregateError of all failures; everything else was done
   */
  async keep({ now, earliest }: ShownTimes): Promise<boolean> {
    let isMoreLeft = false;
    const errors = await this.forEach(async (lifetime) => {
      await this.partitionsOf(lifetime)?.make(now.getTime());
      if (earliest && (await this.clear(lifetime, deadBefore(lifetime, now, earliest)))) isMoreLeft = true;
    });
    if (errors.length > 0) throw new AggregateError(errors, `housekeeping: ${errors.join('; ')}`);
    return isMoreLeft;
  }

  private async clear(lifetime: TableLifetime, deadMs: number): Promise<boolean> {
    const { table, column } = lifetime;
    const partitions = this.partitionsOf(lifetime);
    const dropped = (await partitions?.drop(deadMs)) ?? [];
    const deleted = partitions
      ? await partitions.deleteLoose(deadMs)
      : await deleteOlder(this.dataSource, table, column, deadMs);
    if (dropped.length > 0 || deleted > 0) this.logger.info({ table, dropped, deleted }, 'a lifetime is over');
    return deleted === DELETED_MAX;
  }

  private partitionsOf(lifetime: TableLifetime): DayPartitions | undefined {
    const { partitionDays } = lifetime;
    return partitionDays === undefined ? undefined : new DayPartitions(this.dataSource, { ...lifetime, partitionDays });
  }

  /** Does work for each table. A failure at one table does not stop the others. @returns the errors */
  private async forEach(work: (lifetime: TableLifetime) => Promise<void> | undefined): Promise<unknown[]> {
    const errors: unknown[] = [];
    for (const lifetime of this.lifetimes) {
      try {
        await work(lifetime);
      } catch (error) {
        errors.push(error);
      }
    }
    return errors;
  }
}
