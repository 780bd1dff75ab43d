import { backoffMs, type Clock, type Scheduler } from '@halyard/core';
import type { DataSource, EntityManager } from 'typeorm';
import { Lease } from '../lease.js';
import type { Log } from '@halyard/observability';
import type { Worker } from '../running.js';
import { Rounds } from '../rounds/rounds.js';
import { keptAwake, transact } from '@halyard/persistence';
import type { DueHandler, DueHandlerOfMany, DueItem, DueKind } from './due-item.js';
import { DueItems, dueChannel, type NextItem, SWEEP_MS, type TakenItem } from './due-items.js';

export interface DueWorkOptions {
  /** The service's own database, so that items commit together with the changes that make them. */
  readonly dataSource: DataSource;
  readonly schema: string;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: Log;
  /** How long a handler may work without using its transaction. After that it counts as hanging. */
  readonly handledMaxMs?: number;
}

/** How many items run in one transaction. */
const BATCH = 100;
/** How many items of an account run in one transaction while its clock is advanced. */
const BATCH_OF_ACCOUNT = 500;
/** Enough for a hand-over of a hundred thousand entries on a busy machine. */
const HANDLED_MAX_MS = 60_000;
/** How long a runner that is stopped, but not dead, keeps others from running. */
const TERM_MS = 15_000;
/** Pause before the next look at a due item that another process has locked. That process may be dead. */
const HELD_MS = 1_000;
/** The rank of kinds that come after all others of their moment. */
const LAST = Number.MAX_SAFE_INTEGER;
const SLEEP_MIN_MS = 10;
const ITEM_FAILED_MS = { first: 1_000, max: 10 * 60_000 };

/** Items of one kind and moment that were done together. */
export interface DoneItems {
  readonly kind: string;
  readonly at: Date;
  readonly count: number;
}

/** Items of an account failed. They stay, and are due again at once. */
export class DueWorkFailed extends Error {
  override readonly name = 'DueWorkFailed';
  constructor(
    readonly item: DueItem,
    options: ErrorOptions,
  ) {
    super(`due work of the kind ${item.kind} failed`, options);
  }
}

/**
 * Work for a later time. An item is stored in the transaction that makes it necessary, and done once, in the
 * transaction that ends it, whatever crashes. One process of a service runs the items, in the order in which they
 * become due; when that process is gone, another takes over. A failed item is retried for ever at increasing intervals,
 * and delays no other.
 */
export class DueWork {
  private readonly items: DueItems;
  private readonly kinds = new Map<string, DueKind>();
  private readonly rounds: Rounds;

  constructor(private readonly options: DueWorkOptions) {
    this.items = new DueItems(options.dataSource, options.clock);
    this.rounds = new Rounds({
      round: () => this.round(),
      onFailure: (err, failures) => options.log.warn({ failures, err }, 'due work is put off'),
      scheduler: options.scheduler,
    });
  }

  /**
   * Sets the handler of a kind. Call this before the start. Items of a kind without a handler wait.
   *
   * @param rank of several kinds at one moment, those of a lower rank come first
   */
  on(kind: string, handler: DueHandler, rank = LAST): void {
    this.onMany(kind, oneByOne(handler), rank);
  }

  /** Does the same as `on`, for a kind whose items are handled together. */
  onMany(kind: string, handle: DueHandlerOfMany, rank = LAST): void {
    if (this.kinds.has(kind)) throw new Error(`${kind} has a handler`);
    this.kinds.set(kind, { handle, rank });
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

  /** Removes all items of an account that are of these kinds. */
  removeOf(tx: EntityManager, accountId: string, kinds: readonly string[]): Promise<void> {
    return this.items.removeOfAccount(tx, accountId, kinds);
  }

  has(kind: string, key: string): Promise<boolean> {
    return this.items.has(kind, key);
  }

  /**
   * The keys of an account's items of these kinds that are due at a moment, in the order in which they were put. Those
   * that are being handled are among them, except for a `tx` that handles them.
   */
  keysOf(accountId: string, kinds: readonly string[], dueAt: Date, tx?: EntityManager): Promise<string[]> {
    return this.items.keysOfAccount(accountId, kinds, dueAt, tx);
  }

  /** How long work has waited beyond its moment, at the longest, in milliseconds: see `DueItems.overdueMs`. */
  overdueMs(): Promise<number> {
    return this.items.overdueMs();
  }

  /** Reschedules an account's items. Call it after moving, freezing or releasing the account's clock. */
  accountClockMoved(accountId: string): Promise<void> {
    return this.items.accountClockMoved(accountId);
  }

  /** The item of an account that is due next; undefined if none ever is. */
  nextOf(accountId: string): Promise<NextItem | undefined> {
    return this.items.nextOfAccount(accountId, this.ranked());
  }

  /**
   * Runs items of an account that are due at or before `until` by its time: the first moment's, of the first kind by
   * rank, up to 500. The caller holds the account's clock, and calls again until nothing was due.
   *
   * @param traceparent W3C trace context of the request that advances the clock
   * @throws DueWorkFailed if the handler fails: then nothing was done
   */
  async runOf(accountId: string, until: Date, traceparent?: string): Promise<DoneItems | undefined> {
    let taken: readonly TakenItem[] = [];
    try {
      await transact(this.options.dataSource, async (tx) => {
        taken = await this.items.takeOfAccount(tx, accountId, until, this.ranked(), BATCH_OF_ACCOUNT);
        await this.handleAll(taken, tx, traceparent);
      });
    } catch (cause) {
      const [first] = taken;
      if (!first) throw cause;
      throw new DueWorkFailed(first, { cause });
    }
    const [first] = taken;
    return first && { kind: first.kind, at: first.dueAt, count: taken.length };
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

  private ranked(): string[] {
    return [...this.kinds].sort(([, a], [, b]) => a.rank - b.rank).map(([kind]) => kind);
  }

  /** Runs the items that are due. @returns milliseconds until the next item is due */
  private async round(): Promise<number> {
    const kinds = [...this.kinds.keys()];
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
    const held = new HeldClocks(this.options.clock);
    try {
      await transact(this.options.dataSource, async (tx) => {
        taken = await this.items.takeDue(tx, kinds, BATCH);
        for (const group of groupsOf(taken)) handled += await this.handle(group, tx, held);
      });
      return handled;
    } catch (error) {
      if (taken.length === 0) throw error;
      held.release();
      for (const item of taken) await this.runAlone(item);
      return taken.length;
    } finally {
      held.release();
    }
  }

  private async runAlone(item: TakenItem): Promise<void> {
    const held = new HeldClocks(this.options.clock);
    try {
      await transact(this.options.dataSource, async (tx) => {
        const again = await this.items.takeOne(tx, item);
        if (again) await this.handle([again], tx, held);
      });
    } catch (error) {
      // If the database went away, the item is not to blame, and nothing could postpone it either.
      const { kind, key, attempts } = item;
      this.options.log.warn({ kind, key, attempts: attempts + 1, err: error }, 'due work failed and is tried again');
      await this.items.putOff(item, backoffMs(attempts + 1, ITEM_FAILED_MS), String(error));
    } finally {
      held.release();
    }
  }

  /**
   * Handles items of one account, or of none. Their account's clock is held until the transaction has ended.
   *
   * @returns how many were due: the account's clock may have been moved back or held after they were put
   */
  private async handle(items: readonly TakenItem[], tx: EntityManager, held: HeldClocks): Promise<number> {
    const accountId = items[0]?.accountId ?? null;
    if (accountId === null) return this.handleAll(items, tx);
    const { clock } = this.options;
    await held.take(accountId);
    const now = (await clock.isHeld(accountId)) ? undefined : await clock.now(accountId);
    const due = items.filter(({ dueAt }) => now !== undefined && now >= dueAt);
    const early = items.filter((item) => !due.includes(item));
    if (early.length > 0) await this.put(early, tx);
    return this.handleAll(due, tx);
  }

  private async handleAll(items: readonly TakenItem[], tx: EntityManager, traceparent?: string): Promise<number> {
    const [first] = items;
    if (!first) return 0;
    const given = items.map(({ kind, key, accountId, dueAt, data }) => ({ kind, key, accountId, dueAt, data }));
    const handle = () => this.kinds.get(first.kind)?.handle(given, tx, traceparent);
    const next = (await keptAwake(tx, this.options.handledMaxMs ?? HANDLED_MAX_MS, async () => handle())) ?? [];
    const again = given.flatMap((item, index) => {
      const dueAt = next[index];
      return dueAt ? [{ ...item, dueAt }] : [];
    });
    if (again.length > 0) await this.put(again, tx);
    return items.length;
  }
}

/**
 * The clocks that a transaction holds, each once: whoever holds a clock and asked for it again would wait for itself.
 */
class HeldClocks {
  private readonly accountIds = new Set<string>();
  private readonly ended = Promise.withResolvers<void>();

  constructor(private readonly clock: Clock) {}

  async take(accountId: string): Promise<void> {
    if (this.accountIds.has(accountId)) return;
    await new Promise<void>((resolve, reject) => {
      this.clock
        .hold(accountId, () => {
          resolve();
          return this.ended.promise;
        })
        .catch(reject);
    });
    this.accountIds.add(accountId);
  }

  /** Frees all of them. Call it once the transaction has ended. */
  release(): void {
    this.ended.resolve();
  }
}

/** Items of one kind and account that come one after the other. */
function* groupsOf(items: readonly TakenItem[]): Generator<readonly TakenItem[]> {
  let group: TakenItem[] = [];
  for (const item of items) {
    const [first] = group;
    if (first && (first.kind !== item.kind || first.accountId !== item.accountId || !isSame(first.dueAt, item.dueAt))) {
      yield group;
      group = [];
    }
    group.push(item);
  }
  if (group.length > 0) yield group;
}

const isSame = (a: Date, b: Date): boolean => a.getTime() === b.getTime();

const oneByOne =
  (handler: DueHandler): DueHandlerOfMany =>
  async (items, tx) => {
    const next: (Date | undefined)[] = [];
    for (const item of items) next.push((await handler(item, tx)) ?? undefined);
    return next;
  };
