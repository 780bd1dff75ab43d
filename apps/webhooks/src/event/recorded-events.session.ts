import type { BeforeApplicationShutdown } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import { TimerScheduler } from '@halyard/messaging';
import { LOGGER, type Logger } from '@halyard/observability';
import { ListeningSession } from '@halyard/persistence';
import { DataSource } from 'typeorm';

/** The Postgres channel that announces recorded events. */
export const RECORDED_CHANNEL = 'halyard_webhook_events';

/** Waits for an account's events. */
export interface Watcher {
  /** Events exist up to this position. */
  readonly onRecorded: (newest: bigint) => void;
  /** Nothing is reported any more: whoever still waits has to watch again. */
  readonly onLost: () => void;
}

/** How long the connection is kept when nobody waits. */
const IDLE_MS = 60_000;

/**
 * Wakes those who wait for events once any process has recorded some. However many wait, they share one connection and
 * one query at a time; while nobody waits there is neither (ADR 49).
 */
@Injectable()
export class RecordedEvents implements BeforeApplicationShutdown {
  private readonly watchers = new Map<string, Set<Watcher>>();
  private readonly scheduler = new TimerScheduler();
  private session: Promise<ListeningSession> | undefined;
  private isLooking = false;
  private isNews = false;
  private stopIdling: (() => void) | undefined;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Everything recorded after this resolves is reported.
   *
   * @returns to be called when the watcher no longer waits
   */
  async watch(accountId: string, watcher: Watcher): Promise<() => void> {
    this.stopIdling?.();
    const others = this.watchers.get(accountId) ?? new Set();
    this.watchers.set(accountId, others.add(watcher));
    const leave = (): void => this.leave(accountId, watcher);
    try {
      this.session ??= this.listen();
      await this.session;
      return leave;
    } catch (error) {
      leave();
      throw error;
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopIdling?.();
    await this.close();
  }

  private leave(accountId: string, watcher: Watcher): void {
    const watchers = this.watchers.get(accountId);
    watchers?.delete(watcher);
    if (watchers?.size === 0) this.watchers.delete(accountId);
    if (this.watchers.size > 0) return;
    this.stopIdling?.();
    this.stopIdling = this.scheduler.after(IDLE_MS, () => void this.close());
  }

  private async listen(): Promise<ListeningSession> {
    try {
      return await ListeningSession.open(this.dataSource, {
        channel: RECORDED_CHANNEL,
        onNotice: () => void this.look(),
        onLost: () => this.lose(),
      });
    } catch (error) {
      this.session = undefined;
      throw error;
    }
  }

  private async look(): Promise<void> {
    this.isNews = true;
    if (this.isLooking) return;
    this.isLooking = true;
    try {
      while (this.isNews) {
        this.isNews = false;
        const rows = await this.dataSource.query<{ account_id: string; count: string }[]>(
          'SELECT account_id, count FROM event_counts WHERE account_id = ANY ($1)',
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
    void this.close();
    for (const { onLost } of lost) onLost();
  }

  private async close(): Promise<void> {
    const { session } = this;
    this.session = undefined;
    const open = await session?.catch(() => undefined);
    await open?.close().catch(() => undefined);
  }
}
