import { isUnavailable } from '@halyard/core';
import type { Logger } from '@halyard/observability';
import type { DataSource } from 'typeorm';
import { DayPartitions } from './day-partitions.js';
import { deleteOlder, DELETED_MAX } from './expired-rows.js';
import { deadBefore, type TableLifetime } from './table-lifetime.js';
import { type IsDroppable, TimeJumps } from './time-jumps.js';

/**
 * Maintains a service's tables with a lifetime: makes coming partitions, and deletes expired rows. May run in several
 * processes at once and at any time; each step is short and gives way to other users of the table. What could not be
 * done costs only space, and is done the next time.
 */
export class Housekeeping {
  constructor(
    private readonly dataSource: DataSource,
    private readonly lifetimes: readonly TableLifetime[],
    private readonly logger: Pick<Logger, 'info' | 'warn'>,
    private readonly timeJumps = new TimeJumps(dataSource),
  ) {}

  /** Makes the partitions that will be written to, for each table that is not locked by others. */
  async prepare(now: Date): Promise<void> {
    const errors = await this.forEach((lifetime) => this.partitionsOf(lifetime)?.make(now.getTime()));
    for (const error of errors) {
      if (!isUnavailable(error)) throw error;
      this.logger.warn({ err: error }, 'a table is busy: its partitions are made later');
    }
  }

  /**
   * Makes partitions and deletes expired rows, a bounded number in a few seconds. While the time is in doubt, which the
   * log says, it deletes nothing.
   *
   * @returns whether there are more
   * @throws AggregateError of what failed; everything else was done
   */
  async keep(now: Date): Promise<boolean> {
    let isMoreLeft = false;
    const { isDroppable, doubt } = await this.timeJumps.note(now);
    if (doubt !== undefined) this.logger.warn({ now }, `${doubt}: nothing is dropped until it is certain`);
    const errors = await this.forEach(async (lifetime) => {
      await this.partitionsOf(lifetime)?.make(now.getTime());
      if (await this.clear(lifetime, now.getTime(), isDroppable)) isMoreLeft = true;
    });
    if (errors.length > 0) throw new AggregateError(errors, `housekeeping: ${errors.join('; ')}`);
    return isMoreLeft;
  }

  private async clear(lifetime: TableLifetime, nowMs: number, isDroppable: IsDroppable): Promise<boolean> {
    const { table, column, keptMs } = lifetime;
    if (!isDroppable(keptMs)) return false;
    const partitions = this.partitionsOf(lifetime);
    const dropped = (await partitions?.drop(nowMs)) ?? [];
    const deleted = partitions
      ? await partitions.deleteLoose(nowMs)
      : await deleteOlder(this.dataSource, table, column, deadBefore(lifetime, nowMs));
    if (dropped.length > 0 || deleted > 0) this.logger.info({ table, dropped, deleted }, 'a lifetime is over');
    return deleted === DELETED_MAX;
  }

  private partitionsOf(lifetime: TableLifetime): DayPartitions | undefined {
    const { partitionDays } = lifetime;
    return partitionDays === undefined ? undefined : new DayPartitions(this.dataSource, { ...lifetime, partitionDays });
  }

  /** @returns the errors: one table does not keep the others waiting */
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
