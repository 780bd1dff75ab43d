import { backoffMs, type Clock, type Scheduler } from '@halyard/core';
import type { DataSource, EntityManager } from 'typeorm';
import { Lease } from '../lease.js';
import type { Log } from '@halyard/observability';
import type { Running } from '../running.js';
import { Rounds } from '../rounds/rounds.js';
import { transact } from '@halyard/persistence';
import type { DueHandler, DueItem } from './due-item.js';
import { DueItems, dueChannel, SWEEP_MS, type TakenItem } from './due-items.js';

export interface DueWorkOptions {
  /** Of the service's own schema: items commit with what they belong to. */
  readonly dataSource: DataSource;
  readonly schema: string;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: Log;
}

/** Items in one transaction. */
const BATCH = 100;
/** How long a runner that is stopped, but not dead, keeps others from running. */
const TERM_MS = 15_000;
/** Pause between looks at an item that is due and locked by a process that may be dead. */
const HELD_MS = 1_000;
const SLEEP_MIN_MS = 10;
const ITEM_FAILED_MS = { first: 1_000, max: 10 * 60_000 };

/**
 * Work that must happen at a time. It is stored in the transaction that makes it necessary and done once, in the
 * transaction that ends it, whatever crashes. One process of a service runs its items in the order in which they become
 * due; another takes over when that process is gone. An item that fails is retried for ever at increasing intervals,
 * and holds up no other.
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

  /** To be called before the start. Items of unknown kinds wait. */
  on(kind: string, handler: DueHandler): void {
    if (this.handlers.has(kind)) throw new Error(`${kind} has a handler`);
    this.handlers.set(kind, handler);
  }

  /**
   * Puts items, from the commit of `tx` or at once without it. An earlier item of the same kind and key is replaced.
   */
  put(items: DueItem | readonly DueItem[], tx?: EntityManager): Promise<void> {
    const all = 'kind' in items ? [items] : items;
    return tx ? this.items.put(tx, all) : this.options.dataSource.transaction((own) => this.items.put(own, all));
  }

  /** Waits for a process that is handling it. @returns whether it was still there */
  remove(tx: EntityManager, kind: string, key: string): Promise<boolean> {
    return this.items.remove(tx, kind, key);
  }

  has(kind: string, key: string): Promise<boolean> {
    return this.items.has(kind, key);
  }

  /** Reschedules an account's items. To be called after its clock was moved, frozen or released. */
  accountClockMoved(accountId: string): Promise<void> {
    return this.items.accountClockMoved(accountId);
  }

  /** Looks again now: the system clock was moved (in tests). */
  wake(): void {
    this.rounds.wake();
  }

  start(): Running {
    const { dataSource, schema, scheduler, log } = this.options;
    const notices = { channel: dueChannel(schema), onNotice: () => this.wake() };
    const lease = new Lease({ dataSource, name: 'due-work', scheduler, log, termMs: TERM_MS, notices });
    return lease.hold((signal) => this.rounds.run(signal));
  }

  /** @returns milliseconds during which nothing is due */
  private async round(): Promise<number> {
    const kinds = [...this.handlers.keys()];
    if ((await this.runBatch(kinds)) > 0) return 0;
    const nextMs = await this.items.nextInMs(kinds);
    return nextMs <= 0 ? HELD_MS : Math.min(Math.max(nextMs, SLEEP_MIN_MS), SWEEP_MS);
  }

  /**
   * Runs a batch in one transaction if that works, else item by item, so that one failure costs the others only that.
   *
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
      // If the database went away that says nothing against the item, and it can't be put off either.
      const { kind, key, attempts } = item;
      this.options.log.warn({ kind, key, attempts: attempts + 1, err: error }, 'due work failed and is tried again');
      await this.items.putOff(item, backoffMs(attempts + 1, ITEM_FAILED_MS), String(error));
    }
  }

  /** @returns whether it was due: the account's clock may have been moved back since it was queued */
  private async handle({ kind, key, accountId, dueAt, data }: TakenItem, tx: EntityManager): Promise<boolean> {
    const item: DueItem = { kind, key, accountId, dueAt, data };
    const isDue = accountId === null || (await this.options.clock.now(accountId)) >= dueAt;
    const again = isDue ? await this.handlers.get(kind)?.(item, tx) : dueAt;
    if (again) await this.put({ ...item, dueAt: again }, tx);
    return isDue;
  }
}
