import type { PipelineStep } from '@halyard/persistence';
import type { BankBehavior, Conduct } from '../../../src/bank-behavior/bank-behavior.js';
import type { SealedValues } from '../../../src/bank-behavior/entry-draws.rows.js';
import { elementsOf, type Row, textOf, unnested } from '../rows.js';
import { Tables } from '../tables.js';
import type { AccountTime } from './account-time.js';
import { FileTables } from './file-tables.js';
import type { Locks } from './locks.js';

/** A row of `entry_draws`, and the version of the behaviour under which it was drawn. */
export interface DrawRow {
  readonly legId: string;
  readonly name: string;
  readonly rule: string | null;
  readonly conduct: Conduct | null;
  readonly corrected: SealedValues | null;
  readonly version: number;
  isLeftOut: boolean;
}

export interface BehaviorRow {
  readonly sealed: Buffer | null;
  readonly version: number;
  readonly counts: readonly { readonly looked: number; readonly struck: number }[];
  readonly entries: string;
}

export interface SimulationRow {
  readonly steps: string;
  readonly at: string;
}

const putColumns = ['kind', 'key', 'account_id', 'due_at', 'data'];

export const dueKey = (kind: string, key: string): string => `${kind} ${key}`;

/** The tables of read models, and those of the banks that behave. */
export class BankTables extends Tables {
  /** The draws by leg, and as they were committed together. */
  readonly draws = new Map<string, DrawRow>();
  readonly frozen: (readonly DrawRow[])[] = [];
  readonly simulations = new Map<string, SimulationRow>();
  /** Each behaviour, by its version. */
  readonly behaviors = new Map<number, BankBehavior>();
  readonly files = new FileTables();
  behavior: BehaviorRow | undefined;
  private places = 0;

  constructor(
    comparesCheckpoints: boolean,
    private readonly time: AccountTime,
    readonly locks: Locks,
  ) {
    super(comparesCheckpoints);
  }

  get due(): Row[] {
    return this.rows('due_work').sort((a, b) => Number(a['place']) - Number(b['place']));
  }

  putDue(item: Row): void {
    this.places += 1;
    this.set('due_work', dueKey(textOf(item['kind']), textOf(item['key'])), { ...item, place: this.places });
  }

  removeDue(kind: string, key: string): void {
    this.remove('due_work', dueKey(kind, key));
  }

  protected override take(step: PipelineStep): void {
    switch (step.statement.name) {
      case 'keep-clocks-of-due-at-banks':
        return;
      case 'put-due-at-banks':
        return this.putDueOfPage(unnested(step, putColumns));
      case 'remove-due-at-banks':
        return this.removeDueOfPage(step);
      default:
        super.take(step);
    }
  }

  private putDueOfPage(items: readonly Row[]): void {
    if (this.time.banks !== 'on-time') return;
    for (const item of items) {
      if (!this.row('due_work', dueKey(textOf(item['kind']), textOf(item['key'])))) this.putDue(item);
    }
  }

  private removeDueOfPage({ values: [kinds, keys] = [] }: PipelineStep): void {
    for (const kind of elementsOf(kinds).map(textOf)) {
      for (const key of elementsOf(keys).map(textOf)) {
        const item = this.row('due_work', dueKey(kind, key));
        const isLater = item?.['due_at'] instanceof Date && item['due_at'] > this.time.now;
        if (isLater && !this.locks.isHeld(`due ${dueKey(kind, key)}`)) this.removeDue(kind, key);
      }
    }
  }
}
