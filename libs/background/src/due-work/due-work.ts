import { backoffMs, type Clock, type Scheduler } from '@halyard/core';
import type { DataSource, EntityManager } from 'typeorm';
import { Lease } from '../lease.js';
import type { Log } from '@halyard/observability';
import type { Worker } from '../running.js';
import { Rounds } from '../rounds/rounds.js';
import { transact } from '@halyard/persistence';
import type { DueHandler, DueItem } from './due-item.js';
import { DueItems, dueChannel, SWEEP_MS, type TakenItem } from './due-items.js';

export interface DueWorkOptions {
  /** The service's own database, so that items commit together with the changes that make them. */
  readonly dataSource: DataSource;
  readonly schema: string;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: Log;
}

/** How many items run in one transaction. */
const BATCH = 100;
/** How long a runner that is stopped, but not dead, keeps others from running. */
const TERM_MS = 15_000;
/** Pause before the next look at a due item that another process has locked. That process may be dead. */
const HELD_MS = 1_000;
const SLEEP_MIN_MS = 10;
const ITEM_FAILED_MS = { first: 1_000, max: 10 * 60_000 };

/**
 * Work for a later time. An item is stored in the transaction that makes it necessary, and done once, in the
 * transaction that ends it, whatever crashes. One process of a service runs the items, in the order in which they
 * become due; when that process is gone, another takes over. A failed item is retried for ever at increasing intervals,
 * and delays no other.
 */
export class DueWork {
  private readonly items: DueItems;
  private readonly handlers = new Map<string, DueHandler>();
  private readonly rounds: Rounds;

  constructor(private readonly options: DueWorkOptions) {
    this.items = new DueItems(options.dataSource, options.clock);
    this.rounds = new Rounds({
      round: () => this.round(),
      onFailure: (err, failures) => options.log.warn({ failures, err }, 'due work is put off'),
      scheduler: options.scheduler,
    });
  }

  /** Sets the handler of a kind. Call this before the start. Items of a kind without a handler wait. */
  on(kind: string, handler: DueHandler): void {
    if (this.handlers.has(kind)) throw new Error(`${kind} has a handler`);
    this.handlers.set(kind, handler);
  }

  /**
   * Puts items when `tx` commits, or at once without `tx`. An item replaces an earlier one of the same kind and key.
   */
  put(items: DueItem | readonly DueItem[], tx?: EntityManager): Promise<void> {
    const all = 'kind' in items ? [items] : items;
    return tx ? this.items.put(tx, all) : this.options.dataSource.transaction((own) => this.items.put(own, all));
  }

  /** Removes an item. If a process is handling it, waits for that. @returns whether the item still existed */
  remove(tx: EntityManager, kind: string, key: string): Promise<boolean> {
    return this.items.remove(tx, kind, key);
  }

  has(kind: string, key: string): Promise<boolean> {
    return this.items.has(kind, key);
  }

  /** Reschedules an account's items. Call it after moving, freezing or releasing the account's clock. */
  accountClockMoved(accountId: string): Promise<void> {
    return this.items.accountClockMoved(accountId);
  }

  /** Makes the runner look again, because a test has moved the system clock. */
  wake(): void {
    this.rounds.wake();
  }

  start(): Worker {
    const { dataSource, schema, scheduler, log } = this.options;
    const notices = { channel: dueChannel(schema), onNotice: () => this.wake() };
    const lease = new Lease({ dataSource, name: 'due-work', scheduler, log, termMs: TERM_MS, notices });
    return lease.hold((signal) => this.rounds.run(signal));
  }

  /** Runs the items that are due. @returns milliseconds until the next item is due */
  private async round(): Promise<number> {
    const kinds = [...this.handlers.keys()];
    if ((await this.runBatch(kinds)) > 0) return 0;
    const nextMs = await this.items.nextInMs(kinds);
    return nextMs <= 0 ? HELD_MS : Math.min(Math.max(nextMs, SLEEP_MIN_MS), SWEEP_MS);
  }

  /**
   * Runs a batch of due items. If it fails, each item runs alone, so that one failure does not stop the others.
   * @returns how many were due
   */
  private async runBatch(kinds: readonly string[]): Promise<number> {
    let taken: readonly TakenItem[] = [];
    let handled = 0;
    try {
      await transact(this.options.dataSource, async (tx) => {
        taken = await this.items.takeDue(tx, kinds, BATCH);
        for (const item of taken) handled += Number(await this.handle(item, tx));
      });
      return handled;
    } catch (error) {
      if (taken.length === 0) throw error;
      for (const item of taken) await this.runAlone(item);
      return taken.length;
    }
  }

  private async runAlone(item: TakenItem): Promise<void> {
    try {
      await transact(this.options.dataSource, async (tx) => {
        const again = await this.items.takeOne(tx, item);
        if (again) await this.handle(again, tx);
      });
    } catch (error) {
      // If the database went away, the item is not to blame, and nothing could postpone it either.
      const { kind, key, attempts } = item;
      this.options.log.warn({ kind, key, attempts: attempts + 1, err: error }, 'due work failed and is tried again');
      await this.items.putOff(item, backoffMs(attempts + 1, ITEM_FAILED_MS), String(error));
    }
  }

  /**
   * Handles an item. @returns false if it was not due: the account's clock may have been moved back after it was put
   */
  private async handle({ kind, key, accountId, dueAt, data }: TakenItem, tx: EntityManager): Promise<boolean> {
    const item: DueItem = { kind, key, accountId, dueAt, data };
    const isDue = accountId === null || (await this.options.clock.now(accountId)) >= dueAt;
    const again = isDue ? await this.handlers.get(kind)?.(item, tx) : dueAt;
    if (again) await this.put({ ...item, dueAt: again }, tx);
    return isDue;
  }
}
