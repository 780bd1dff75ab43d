import { backoffMs } from '@halyard/core';
import type { Logger } from '@halyard/observability';
import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { isUnavailable } from '../unavailable.js';
import { DayPartitions } from './day-partitions.js';
import { deleteOlder } from './expired-rows.js';
import { deadBefore, type TableLifetime } from './table-lifetime.js';

const ATTEMPTS_MAX = 4;
const BETWEEN_ATTEMPTS_MS = { first: 100, max: 400 };

/**
 * Keeps a service's tables with a lifetime: the coming partitions are made, what is dead goes. May run in several
 * processes at once and at any time; each step is short, and gives way to whoever uses the table. What could not be
 * done costs space and no more: it is done the next time.
 */
export class Housekeeping {
  constructor(
    private readonly dataSource: DataSource,
    private readonly lifetimes: readonly TableLifetime[],
    private readonly logger: Pick<Logger, 'info' | 'warn'>,
  ) {}

  /** Makes the partitions that will be written to. */
  async prepare(now: Date): Promise<void> {
    for (const lifetime of this.lifetimes) {
      await this.patiently(lifetime, () => this.partitionsOf(lifetime)?.make(now.getTime()));
    }
  }

  /** Prepares, and lets go of what is dead. */
  async keep(now: Date): Promise<void> {
    await this.prepare(now);
    for (const lifetime of this.lifetimes) await this.patiently(lifetime, () => this.clear(lifetime, now.getTime()));
  }

  private async clear(lifetime: TableLifetime, nowMs: number): Promise<void> {
    const { table, column } = lifetime;
    const partitions = this.partitionsOf(lifetime);
    const dropped = (await partitions?.drop(nowMs)) ?? [];
    const deleted = partitions
      ? await partitions.deleteLoose(nowMs)
      : await deleteOlder(this.dataSource, table, column, deadBefore(lifetime, nowMs));
    if (dropped.length > 0 || deleted > 0) this.logger.info({ table, dropped, deleted }, 'a lifetime is over');
  }

  private partitionsOf(lifetime: TableLifetime): DayPartitions | undefined {
    const { partitionDays } = lifetime;
    return partitionDays === undefined ? undefined : new DayPartitions(this.dataSource, { ...lifetime, partitionDays });
  }

  private async patiently({ table }: TableLifetime, work: () => Promise<void> | undefined): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        if (attempt === ATTEMPTS_MAX) {
          return this.logger.warn({ table, err: error }, 'the table is busy: its house is kept another time');
        }
        await delay(backoffMs(attempt, BETWEEN_ATTEMPTS_MS));
      }
    }
  }
}
