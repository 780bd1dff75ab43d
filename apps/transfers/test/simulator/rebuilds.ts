import type { Rebuild } from '@halyard/messaging';
import type { EntityManager } from 'typeorm';
import type { Projection } from '../../src/projection/projection.js';
import { copyOf, Rebuilds, type RebuildUnderWay } from '../../src/projection/rebuild/rebuilds.js';
import type { ConnectedTo } from './database.js';
import { bigintOf, type Row, textOf } from './rows.js';
import type { TableName } from './tables.js';

/** Rebuilds whose copies stand in tables in memory. Nobody stops one, and each is found equal. */
export class RebuildsInTables extends Rebuilds {
  constructor(private readonly to: ConnectedTo) {
    super();
  }

  override async list(): Promise<readonly RebuildUnderWay[]> {
    await this.to.schedule.turn(this.to.life);
    return this.to.tables.rows('rebuilds').map((row) => ({
      model: textOf(row['model']),
      number: Number(row['number']),
      perSecond: undefined,
      shape: Number(row['shape']),
      isNewer: false,
      isOutdated: false,
      isLevel: this.isLevel(textOf(row['model'])),
      isCompared: row['compared'] === true,
      maySwap: row['compared'] === true,
    }));
  }

  override find(): Promise<Rebuild | undefined> {
    return Promise.resolve(undefined);
  }

  override begin(_tx: EntityManager, { name, shape, tables }: Projection): Promise<void> {
    const { tables: database } = this.to;
    if (database.row('rebuilds', name)) return Promise.resolve();
    const number = (database.numberOfRebuilds += 1);
    database.set('rebuilds', name, { model: name, number, shape, compared: false });
    const copy = copyOf(name);
    database.set('projections', copy, { name: copy, position: 0n, rebuilt: number, furthest: 0n });
    database.makeCopies(tables);
    return Promise.resolve();
  }

  override stop(): Promise<void> {
    return Promise.reject(new Error('nobody stops a rebuild'));
  }

  override want(): Promise<void> {
    return Promise.reject(new Error('nobody wants what differs'));
  }

  override renew(): Promise<boolean> {
    return Promise.resolve(false);
  }

  override beginAgain(): Promise<void> {
    return Promise.reject(new Error('no migration has run'));
  }

  override async compare({ name, tables }: Projection): Promise<boolean> {
    await this.to.schedule.turn(this.to.life);
    const { tables: database } = this.to;
    const rebuild = database.row('rebuilds', name);
    if (!rebuild || !this.isLevel(name)) return false;
    for (const table of tables as readonly TableName[]) {
      const [serving, copied] = [database.rows(table), database.beside(table)].map(contentOf);
      if (serving !== copied) throw new Error(`the copy of ${table} differs:\n${serving}\n${copied}`);
    }
    database.set('rebuilds', name, { ...rebuild, compared: true });
    return true;
  }

  override async swap({ name, tables }: Projection): Promise<boolean> {
    await this.to.schedule.turn(this.to.life);
    const { tables: database } = this.to;
    const serving = database.row('projections', name);
    if (!serving || database.row('rebuilds', name)?.['compared'] !== true || !this.isLevel(name)) return false;
    database.swapCopies(tables);
    database.set('projections', name, { ...serving, rebuilt: Number(serving['rebuilt']) + 1 });
    database.remove('projections', copyOf(name));
    database.remove('rebuilds', name);
    return true;
  }

  private isLevel(model: string): boolean {
    const [serving, copy] = [model, copyOf(model)].map((name) => this.to.tables.row('projections', name));
    return serving !== undefined && copy !== undefined && bigintOf(serving['position']) === bigintOf(copy['position']);
  }
}

/** The rows as text, without what Postgres would not store, in an order of their own. */
const contentOf = (rows: readonly Row[]): string =>
  rows
    .map((row) => JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)))
    .toSorted()
    .join('\n');
