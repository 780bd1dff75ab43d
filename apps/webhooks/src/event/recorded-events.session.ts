import type { BeforeApplicationShutdown } from '@nestjs/common';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { LOGGER, type Logger } from '@halyard/observability';
import { sessionOf, type SessionUse } from '@halyard/persistence';
import { DataSource } from 'typeorm';

/** The Postgres channel that announces an account's numbered rows, and the table that counts them. */
export interface RecordedSource {
  readonly channel: string;
  readonly counts: string;
}

/** The Postgres channel that announces recorded events. */
export const RECORDED_CHANNEL = 'halyard_webhook_events';

const EVENTS: RecordedSource = { channel: RECORDED_CHANNEL, counts: 'event_counts' };

export interface Watcher {
  /** Called with a position up to which all events are recorded. */
  readonly onRecorded: (newest: bigint) => void;
  /** Called when nothing more will be reported. A caller that still waits has to watch again. */
  readonly onLost: () => void;
}

/**
 * Wakes watchers when any process records events. All watchers share one query at a time; without watchers there is no
 * query (ADR 49).
 */
@Injectable()
export class RecordedEvents implements BeforeApplicationShutdown {
  private readonly watchers = new Map<string, Set<Watcher>>();
  private readonly use: SessionUse;
  private isLooking = false;
  private isNews = false;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
    @Optional() private readonly source: RecordedSource = EVENTS,
  ) {
    this.use = sessionOf(dataSource).join(() => this.lose());
  }

  /** Reports everything that is recorded after the promise resolves. @returns a function that removes the watcher */
  async watch(accountId: string, watcher: Watcher): Promise<() => void> {
    const others = this.watchers.get(accountId) ?? new Set();
    this.watchers.set(accountId, others.add(watcher));
    const leave = (): void => this.leave(accountId, watcher);
    try {
      const session = await this.use.session();
      await session.listen(this.source.channel, this.look);
      return leave;
    } catch (error) {
      leave();
      throw error;
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.watchers.clear();
    await this.use.leave();
  }

  private leave(accountId: string, watcher: Watcher): void {
    const watchers = this.watchers.get(accountId);
    watchers?.delete(watcher);
    if (watchers?.size === 0) this.watchers.delete(accountId);
  }

  private readonly look = (): void => {
    this.isNews = true;
    if (!this.isLooking) void this.tell();
  };

  private async tell(): Promise<void> {
    this.isLooking = true;
    try {
      while (this.isNews && this.watchers.size > 0) {
        this.isNews = false;
        const rows = await this.dataSource.query<{ account_id: string; count: string }[]>(
          `SELECT account_id, count FROM ${this.source.counts} WHERE account_id = ANY ($1)`,
          [[...this.watchers.keys()]],
        );
        for (const row of rows) {
          for (const { onRecorded } of this.watchers.get(row.account_id) ?? []) onRecorded(BigInt(row.count));
        }
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'whoever waits for events has to ask again');
      this.lose();
    } finally {
      this.isLooking = false;
    }
  }

  private lose(): void {
    const lost = [...this.watchers.values()].flatMap((watchers) => [...watchers]);
    this.watchers.clear();
    for (const { onLost } of lost) onLost();
  }
}
