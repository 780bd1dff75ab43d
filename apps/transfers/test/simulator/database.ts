import type { Clock } from '@halyard/core';
import type { Position } from '@halyard/event-store';
import type { PipelineStep } from '@halyard/persistence';
import { KnownPayments } from '../../src/ledger/known-payments.js';
import type { LedgerPayment } from '../../src/ledger/ledger.fold.js';
import { UnfinishedPayments, type UnfinishedQuery } from '../../src/payment/recover-payments/unfinished-payments.js';
import { type Checkpoint, Checkpoints } from '../../src/projection/checkpoints.js';
import { EventPages } from '../../src/projection/page-writer.js';
import { KnownTransfers } from '../../src/transfer/known-transfers.js';
import type { Transfer } from '../../src/transfer/transfer.entity.js';
import type { Random } from './random.js';
import { bigintOf, type Row, textOf } from './rows.js';
import type { Life, Schedule } from './schedule.js';
import type { Faults } from './store.js';
import type { TableName, Tables } from './tables.js';

export interface ConnectedTo {
  readonly tables: Tables;
  readonly schedule: Schedule;
  readonly random: Random;
  readonly life: Life;
  readonly faults: Faults;
  readonly clock: Clock;
}

const names = new Map<string, string>();
const entities = new WeakMap<Row, Transfer>();
const jsonColumns: ReadonlySet<string> = new Set(['clearing', 'corrections']);

function camel(column: string): string {
  let name = names.get(column);
  if (name === undefined) {
    name = column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    names.set(column, name);
  }
  return name;
}

/** The row as an entity. Rows never change; they are replaced. */
export function transferOf(row: Row): Transfer {
  const known = entities.get(row);
  if (known) return known;
  // A row that was never handed over has no value there.
  const read: Record<string, unknown> = { submittedAt: null };
  for (const column in row) {
    const value = row[column];
    read[camel(column)] = jsonColumns.has(column) && typeof value === 'string' ? JSON.parse(value) : value;
  }
  const transfer = read as unknown as Transfer;
  entities.set(row, transfer);
  return transfer;
}

export class TransfersInTables extends KnownTransfers {
  /** @param rows reads a table that serves, or its copy */
  constructor(
    private readonly to: ConnectedTo,
    private readonly rows = (name: TableName) => to.tables.rows(name),
  ) {
    super();
  }

  override async ofPayments(paymentIds: readonly string[]): Promise<ReadonlyMap<string, readonly Transfer[]>> {
    await this.to.schedule.turn(this.to.life);
    const rows = this.rows('transfers').map(transferOf);
    const known = rows.filter(({ paymentId }) => paymentIds.includes(paymentId)).sort((a, b) => a.place - b.place);
    return Map.groupBy(known, ({ paymentId }) => paymentId);
  }

  override async lastNumbers(partyIds: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
    await this.to.schedule.turn(this.to.life);
    const last = new Map(partyIds.map((partyId) => [partyId, 0n]));
    for (const { party_id, number } of this.rows('party_transfers')) {
      const before = last.get(textOf(party_id));
      if (before !== undefined && bigintOf(number) > before) last.set(textOf(party_id), bigintOf(number));
    }
    return last;
  }

  override async lastAccountNumbers(accountIds: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
    await this.to.schedule.turn(this.to.life);
    return this.lastOfAccounts('account_number', accountIds);
  }

  /** Takes no turn: the numbers of transfers were read just before. */
  override lastPaymentNumbers(accountIds: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
    return Promise.resolve(this.lastOfAccounts('payment_number', accountIds));
  }

  private lastOfAccounts(
    column: 'account_number' | 'payment_number',
    accountIds: readonly string[],
  ): ReadonlyMap<string, bigint> {
    const last = new Map(accountIds.map((accountId) => [accountId, 0n]));
    for (const { account_id, [column]: number = null } of this.rows('transfers')) {
      const before = last.get(textOf(account_id));
      if (before !== undefined && number !== null && bigintOf(number) > before) {
        last.set(textOf(account_id), bigintOf(number));
      }
    }
    return last;
  }
}

export class PaymentsInTables extends KnownPayments {
  /** @param rows reads a table that serves, or its copy */
  constructor(
    private readonly to: ConnectedTo,
    private readonly rows = (name: TableName) => to.tables.rows(name),
  ) {
    super();
  }

  override async find(paymentIds: readonly string[]): Promise<Map<string, LedgerPayment>> {
    await this.to.schedule.turn(this.to.life);
    const rows = this.rows('ledger_payments').filter(({ id }) => paymentIds.includes(textOf(id)));
    return new Map(
      rows.map(({ id, legs, transit, account }) => [
        textOf(id),
        {
          accountId: textOf(account),
          openLegs: new Map(
            Object.entries(JSON.parse(textOf(legs)) as Record<string, string>).map(([leg, minor]) => [
              leg,
              BigInt(minor),
            ]),
          ),
          transitMinor: bigintOf(transit),
        },
      ]),
    );
  }
}

const checkpointOf = ({ position, rebuilt, furthest }: Row): Checkpoint => ({
  position: bigintOf(position),
  rebuilt: Number(rebuilt),
  furthest: bigintOf(furthest),
});

export class CheckpointsInTables extends Checkpoints {
  constructor(private readonly to: ConnectedTo) {
    super();
  }

  override async loadAll(): Promise<ReadonlyMap<string, Checkpoint>> {
    await this.to.schedule.turn(this.to.life);
    return new Map(this.to.tables.rows('projections').map((row) => [textOf(row['name']), checkpointOf(row)]));
  }

  override async begin(name: string): Promise<Checkpoint> {
    if (!this.to.tables.row('projections', name)) this.put(name, { position: 0n, rebuilt: 0, furthest: 0n });
    return this.load(name);
  }

  override stopAt(): Promise<void> {
    return Promise.resolve();
  }

  private put(name: string, { position, rebuilt, furthest }: Checkpoint): void {
    this.to.tables.set('projections', name, { name, position, rebuilt, furthest });
  }
}

/** The connection to the database was lost, so nobody knows whether the page was written. */
class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

export class PagesInTables extends EventPages {
  constructor(private readonly to: ConnectedTo) {
    super();
  }

  override async write(steps: readonly PipelineStep[]): Promise<void> {
    const { schedule, life, random, faults, tables } = this.to;
    await schedule.turn(life);
    const fate = random.int(100);
    if (fate < faults.pagesRefused) throw new ConnectionLost('before the page');
    tables.run(steps);
    await schedule.turn(life);
    if (fate < faults.pagesRefused + faults.pagesLost) throw new ConnectionLost('behind the page');
  }

  override close(): Promise<void> {
    return Promise.resolve();
  }
}

const LOOK_MS = 5;
const CALM_MS = 40;

export class UnfinishedInTables extends UnfinishedPayments {
  constructor(
    private readonly to: ConnectedTo,
    private readonly head: () => Promise<Position>,
  ) {
    super();
  }

  override async upToDate(): Promise<Position> {
    const head = await this.head();
    const { schedule, life } = this.to;
    const checkpoints = new CheckpointsInTables(this.to);
    while ((await checkpoints.load('unfinished-payments')).position < head) await schedule.sleep(life, LOOK_MS).over;
    return head;
  }

  override async beyond(position: Position, signal: AbortSignal): Promise<void> {
    const { schedule, life } = this.to;
    while ((await this.head()) <= position && !signal.aborted) await schedule.sleep(life, CALM_MS).over;
  }

  override async find({ untouchedSince, after = '', limit }: UnfinishedQuery): Promise<readonly string[]> {
    await this.to.schedule.turn(this.to.life);
    return this.to.tables.unfinished
      .filter(({ payment_id, touched }) => textOf(payment_id) > after && bigintOf(touched) <= untouchedSince)
      .map(({ payment_id }) => textOf(payment_id))
      .slice(0, limit);
  }
}
