import type { DueHandler, DueHandlerOfMany, DueItem, DueWork } from '@halyard/background';
import type { EntityManager } from 'typeorm';
import { type Row, textOf } from '../rows.js';
import { type BankDatabase, writesOf } from './bank-database.js';
import { dueKey } from './bank-tables.js';

interface Kind {
  readonly handle: DueHandlerOfMany;
  readonly rank: number;
}

const itemOf = (row: Row): DueItem => ({
  kind: textOf(row['kind']),
  key: textOf(row['key']),
  accountId: row['account_id'] === null ? null : textOf(row['account_id']),
  dueAt: row['due_at'] as Date,
  data: JSON.parse(textOf(row['data'])) as unknown,
});

/** Due work of one process, in the tables of the simulation. An item ends in the transaction that handles it. */
export class DueItems {
  private readonly kinds = new Map<string, Kind>();

  constructor(private readonly database: BankDatabase) {}

  asDueWork(): DueWork {
    return this as unknown as DueWork;
  }

  on(kind: string, handler: DueHandler, rank?: number): void {
    const oneByOne: DueHandlerOfMany = async (items, tx) => {
      const next: (Date | undefined)[] = [];
      for (const item of items) next.push((await handler(item, tx)) ?? undefined);
      return next;
    };
    this.onMany(kind, oneByOne, rank);
  }

  onMany(kind: string, handle: DueHandlerOfMany, rank = Number.MAX_SAFE_INTEGER): void {
    this.kinds.set(kind, { handle, rank });
  }

  async put(items: DueItem | readonly DueItem[], tx?: EntityManager): Promise<void> {
    const all = 'kind' in items ? [items] : items;
    if (!tx) return this.database.transaction((own) => this.put(all, own));
    writesOf(tx).push(() => {
      for (const { kind, key, accountId, dueAt, data } of all) {
        const row = { kind, key, account_id: accountId, due_at: dueAt, data: JSON.stringify(data ?? null) };
        this.database.to.tables.putDue(row);
      }
    });
  }

  async remove(tx: EntityManager, kind: string, key: string): Promise<boolean> {
    await this.lock(tx, kind, key);
    const isThere = this.database.to.tables.row('due_work', dueKey(kind, key)) !== undefined;
    writesOf(tx).push(() => this.database.to.tables.removeDue(kind, key));
    return isThere;
  }

  removeOf(tx: EntityManager, accountId: string, kinds: readonly string[]): Promise<void> {
    writesOf(tx).push(() => {
      for (const { kind, key, account_id: of } of this.database.to.tables.due) {
        if (of === accountId && kinds.includes(textOf(kind))) {
          this.database.to.tables.removeDue(textOf(kind), textOf(key));
        }
      }
    });
    return Promise.resolve();
  }

  async keysOf(accountId: string, kinds: readonly string[], dueAt: Date, tx?: EntityManager): Promise<string[]> {
    const { schedule, life, tables, locks } = this.database.to;
    await schedule.turn(life);
    const found = tables.due.filter((row) => row['account_id'] === accountId && kinds.includes(textOf(row['kind'])));
    return found
      .filter((row) => (row['due_at'] as Date).getTime() === dueAt.getTime())
      .filter((row) => !tx || !locks.isHeldBy(nameOf(row), tx))
      .map(({ key = null }) => textOf(key));
  }

  /** The moment at which something of the account is due next. */
  nextAt(): Date | undefined {
    return this.ofAccount()[0]?.['due_at'] as Date | undefined;
  }

  /** Does what is due at the first moment until then, of the first kind. @returns whether anything was due */
  async runOf(until: Date): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const [first] = this.ofAccount();
      if (!first || (first['due_at'] as Date) > until) return false;
      const isTaken = (row: Row): boolean =>
        row['kind'] === first['kind'] && (row['due_at'] as Date).getTime() === (first['due_at'] as Date).getTime();
      await this.handle(this.ofAccount().filter(isTaken), tx);
      return true;
    });
  }

  /** Does what is due by no account's clock. */
  async runOthers(): Promise<void> {
    for (const row of this.database.to.tables.due.filter(({ account_id: of }) => of === null)) {
      await this.database.transaction((tx) => this.handle([row], tx));
    }
  }

  get others(): number {
    return this.database.to.tables.due.filter(({ account_id: of }) => of === null).length;
  }

  private ofAccount(): Row[] {
    const rows = this.database.to.tables.due.filter(({ account_id: of }) => of !== null);
    return rows.sort((a, b) => (a['due_at'] as Date).getTime() - (b['due_at'] as Date).getTime() || this.byRank(a, b));
  }

  private byRank(a: Row, b: Row): number {
    return this.rankOf(a) - this.rankOf(b) || Number(a['place']) - Number(b['place']);
  }

  private rankOf({ kind = null }: Row): number {
    return this.kinds.get(textOf(kind))?.rank ?? 0;
  }

  private async handle(rows: readonly Row[], tx: EntityManager): Promise<void> {
    const { tables } = this.database.to;
    for (const row of rows) await this.lock(tx, textOf(row['kind']), textOf(row['key']));
    const taken = rows.filter((row) => tables.row('due_work', keyOf(row)) === row);
    const items = taken.map(itemOf);
    const [first] = items;
    if (!first) return;
    writesOf(tx).push(() => {
      for (const row of taken) {
        if (tables.row('due_work', keyOf(row)) === row) tables.remove('due_work', keyOf(row));
      }
    });
    const next = (await this.kinds.get(first.kind)?.handle(items, tx)) ?? [];
    const again = items.flatMap((item, index) => {
      const dueAt = next[index];
      return dueAt ? [{ ...item, dueAt }] : [];
    });
    if (again.length > 0) await this.put(again, tx);
  }

  private lock(tx: EntityManager, kind: string, key: string): Promise<void> {
    const { locks, life } = this.database.to;
    return locks.take(`due ${dueKey(kind, key)}`, tx, life);
  }
}

const keyOf = ({ kind = null, key = null }: Row): string => dueKey(textOf(kind), textOf(key));
const nameOf = (row: Row): string => `due ${keyOf(row)}`;
