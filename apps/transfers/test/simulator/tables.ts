import { type PipelineStep, StepFailed } from '@halyard/persistence';
import { DatabaseError } from 'pg';
import { CHECKPOINT_MOVED } from '../../src/projection/checkpoints.rows.js';
import { bigintOf, copied, elementsOf, type Row, textOf, unnested, type Value } from './rows.js';

type Table = Map<string, Row>;

const tableNames = [
  'transfers',
  'party_transfers',
  'ledger_balances',
  'ledger_payments',
  'ledger_totals',
  'unfinished_payments',
  'daily_statistics',
  'projections',
  'rebuilds',
  'due_work',
] as const;
export type TableName = (typeof tableNames)[number];

/** The parameters of the functions `update_transfers` and `relist_transfers`. */
const changedOfTransfers = [
  ...['id', 'status', 'position', 'version', 'created', 'started', 'funded_id', 'return_due', 'failure_code'],
  ...['account_number', 'payment_number', 'payment_status', 'source_number', 'destination_number', 'submitted_at'],
  'corrections',
];
const changedOfLists = ['party_id', 'number', 'status'];

const listKey = ({ party_id, number }: Row): string => `${textOf(party_id)} ${bigintOf(number)}`;

/** The read models' tables. They interpret the projections' statements as Postgres would, but no others. */
export class Tables {
  /** The published events, in the order of commits. */
  readonly history: Row[] = [];
  failure: unknown;
  numberOfRebuilds = 0;
  private readonly tables = new Map<string, Table>(tableNames.map((name) => [name, new Map()]));
  /** The tables of copies, while there are copies. */
  private readonly besides = new Map<string, Table>();
  /** Whether statements find the tables of copies first. */
  private isBeside = false;
  private undo: (() => void)[] = [];

  /** @param comparesCheckpoints whether a page fails if a checkpoint is elsewhere, as with `move_projections` */
  constructor(private readonly comparesCheckpoints = true) {}

  rows(name: TableName): Row[] {
    return [...this.table(name).values()];
  }

  row(name: TableName, key: string): Row | undefined {
    return this.table(name).get(key);
  }

  /** The rows that recovery finds, in its order. */
  get unfinished(): Row[] {
    const rows = this.rows('unfinished_payments').filter(
      ({ due, holds, awaited }) => due === true || holds !== awaited,
    );
    return rows.sort((a, b) => (textOf(a['payment_id']) < textOf(b['payment_id']) ? -1 : 1));
  }

  /** Runs all steps or none. @throws StepFailed */
  run(steps: readonly PipelineStep[]): void {
    this.undo = [];
    this.isBeside = false;
    steps.forEach((step, index) => {
      try {
        this.take(step);
      } catch (cause) {
        for (const back of this.undo.reverse()) back();
        throw new StepFailed(index, { cause });
      }
    });
  }

  /** Rows as a reader sees them that finds the tables of copies first. */
  beside(name: TableName): Row[] {
    return [...(this.besides.get(name) ?? this.table(name)).values()];
  }

  makeCopies(names: readonly string[]): void {
    for (const name of names) this.besides.set(name, new Map());
  }

  /** Lets the copies take the place of the tables that serve. */
  swapCopies(names: readonly string[]): void {
    for (const name of names) {
      this.tables.set(name, this.besides.get(name) ?? new Map<string, Row>());
      this.besides.delete(name);
    }
  }

  set(name: TableName, key: string, row: Row): void {
    this.put(this.table(name), key, row);
  }

  remove(name: TableName, key: string): void {
    this.put(this.table(name), key, undefined);
  }

  private table(name: string): Table {
    const table = (this.isBeside ? this.besides.get(name) : undefined) ?? this.tables.get(name);
    if (!table) throw new Error(`there is no table ${name}`);
    return table;
  }

  protected take(step: PipelineStep): void {
    switch (step.statement.name.replace(/~beside$/, '')) {
      case 'move-projections':
        return this.moveProjections(step);
      case 'fill-beside':
        return this.fillBeside(step);
      case 'leave-beside':
        this.isBeside = false;
        return;
      case 'transfers-insert':
        return this.insert('transfers', copied(step), ({ id }) => textOf(id));
      case 'transfers-update':
        return this.update('transfers', unnested(step, changedOfTransfers), ({ id }) => textOf(id));
      case 'transfers-delete':
        return this.delete('transfers', elementsOf(step.values?.[0]));
      case 'party-transfers-insert':
        return this.insert('party_transfers', copied(step), listKey);
      case 'party-transfers-update':
        return this.update('party_transfers', unnested(step, changedOfLists), listKey);
      case 'ledger-delete-payments':
        return this.delete('ledger_payments', elementsOf(step.values?.[0]));
      case 'ledger-save-payments':
        for (const row of unnested(step)) this.set('ledger_payments', textOf(row['id']), row);
        return;
      case 'ledger-add-to-balances':
        return this.add('ledger_balances', unnested(step));
      case 'ledger-add-to-totals':
        return this.add('ledger_totals', unnested(step));
      case 'unfinished-payments-merge':
        return this.mergeUnfinished(unnested(step));
      case 'daily-statistics-merge':
        return this.mergeStatistics(unnested(step));
      case 'copy-history':
        return this.tell(copied(step));
      case 'notify-history':
        return;
      default:
        throw new Error(`nobody knows how to run ${step.statement.name}`);
    }
  }

  private moveProjections({ values = [] }: PipelineStep): void {
    const [names, positions, rebuilds, target] = values;
    const [at, rebuilt] = [elementsOf(positions), elementsOf(rebuilds)];
    const position = BigInt(String(target));
    for (const [index, name] of elementsOf(names).map(textOf).entries()) {
      const row = this.row('projections', name);
      const isThere = row?.['position'] === at[index] && row?.['rebuilt'] === rebuilt[index];
      if (!row || (this.comparesCheckpoints && !isThere)) {
        const moved = new DatabaseError('a read model has been moved', 0, 'error');
        throw Object.assign(moved, { code: CHECKPOINT_MOVED, detail: name });
      }
      const furthest = bigintOf(row['furthest']);
      this.set('projections', name, {
        ...row,
        position,
        furthest: furthest > position ? furthest : position,
      });
    }
  }

  private fillBeside({ values: [model] = [] }: PipelineStep): void {
    if (!this.row('rebuilds', String(model))) throw new DatabaseError(`${String(model)} is not rebuilt`, 0, 'error');
    this.isBeside = true;
  }

  private insert(name: TableName, rows: readonly Row[], keyOf: (row: Row) => string): void {
    for (const row of rows) {
      const key = keyOf(row);
      if (this.row(name, key)) throw new DatabaseError(`${name} has ${key} already`, 0, 'error');
      this.set(name, key, row);
    }
  }

  private update(name: TableName, rows: readonly Row[], keyOf: (row: Row) => string): void {
    for (const row of rows) {
      const before = this.row(name, keyOf(row));
      if (before) this.set(name, keyOf(row), { ...before, ...row });
    }
  }

  private delete(name: TableName, keys: readonly Value[]): void {
    for (const key of keys) this.put(this.table(name), textOf(key), undefined);
  }

  private add(name: TableName, sums: readonly Row[]): void {
    for (const sum of sums) {
      const [key = null, minor = 0n] = Object.values(sum);
      const before = bigintOf(this.row(name, textOf(key))?.['minor'] ?? 0n);
      this.set(name, textOf(key), { key, minor: before + bigintOf(minor) });
    }
  }

  private mergeUnfinished(page: readonly Row[]): void {
    for (const row of page) {
      const key = textOf(row['payment_id']);
      const before = this.row('unfinished_payments', key);
      const due = row['due'] ?? before?.['due'] ?? false;
      const awaited = row['awaited'] ?? before?.['awaited'] ?? 0;
      const holds = Number(before?.['holds'] ?? 0) + Number(row['holds']);
      const isUnfinished = due === true || holds !== 0;
      this.put(this.table('unfinished_payments'), key, isUnfinished ? { ...row, due, awaited, holds } : undefined);
    }
  }

  private mergeStatistics(page: readonly Row[]): void {
    for (const { count = 0n, amount_minor = 0n, ...counted } of page) {
      const key = Object.values(counted).join(' ');
      const before = this.row('daily_statistics', key);
      const sum = bigintOf(before?.['count'] ?? 0n) + bigintOf(count);
      const amount = bigintOf(before?.['amount_minor'] ?? 0n) + bigintOf(amount_minor);
      this.put(this.table('daily_statistics'), key, sum === 0n ? undefined : { key, count: sum, amount_minor: amount });
    }
  }

  private tell(rows: readonly Row[]): void {
    const told = this.history.length;
    this.undo.push(() => (this.history.length = told));
    for (const row of rows) {
      const isTold = this.history.some(({ key, sequence }) => key === row['key'] && sequence === row['sequence']);
      if (isTold)
        throw new DatabaseError(`history has ${textOf(row['key'])} ${Number(row['sequence'])} already`, 0, 'error');
      this.history.push(row);
    }
  }

  private put(table: Table, key: string, row: Row | undefined): void {
    const before = table.get(key);
    this.undo.push(() => (before ? table.set(key, before) : table.delete(key)));
    if (row) table.set(key, row);
    else table.delete(key);
  }
}
