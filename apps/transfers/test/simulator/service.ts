import { InMemorySnapshots } from '@halyard/event-store/testing';
import { EventStoreUnavailable } from '@halyard/event-store';
import type { EntityManager } from 'typeorm';
import { type BankEntries, NoBankEntries } from '../../src/cut-off/bank-entries.js';
import { UnfinishedPaymentsProjection } from '../../src/payment/recover-payments/unfinished-payments.projection.js';
import { Follower } from '../../src/projection/follower.js';
import { PageWriter } from '../../src/projection/page-writer.js';
import type { Projection } from '../../src/projection/projection.js';
import { ReadModel } from '../../src/projection/read-model.js';
import { CopiedProjection } from '../../src/projection/rebuild/copied.projection.js';
import { RebuildKeeper } from '../../src/projection/rebuild/rebuild-keeper.js';
import { StatisticsProjection } from '../../src/statistics/statistics.projection.js';
import {
  CheckpointsInTables,
  type ConnectedTo,
  PagesInTables,
  PaymentsInTables,
  TransfersInTables,
  UnfinishedInTables,
} from './database.js';
import type { Parts } from './parts.js';
import { RebuildsInTables } from './rebuilds.js';
import { Connection, type Log } from './store.js';
import type { TableName } from './tables.js';

const SWEEP_MS = 40;
const silent = { error: () => undefined, warn: () => undefined };
/** The simulation has no sealed metadata. */
const metadata = { open: () => Promise.resolve(null) };

/**
 * One process of the service: the real deciders, process, recovery, follower and read models, each on one connection.
 */
export class Service {
  readonly life: ConnectedTo['life'];
  protected readonly store: Connection;
  /** Two processes may lead, if one was paused past its lease. */
  leads = false;
  readonly balances: InstanceType<Parts['Balances']>;
  readonly limits: InstanceType<Parts['Limits']>;
  readonly payments: InstanceType<Parts['Payments']>;
  readonly process: InstanceType<Parts['PaymentProcess']>;
  private readonly recovery: InstanceType<Parts['PaymentRecovery']>;
  private readonly models: readonly ReadModel[];
  private readonly follower: Follower;
  private readonly rebuilds: RebuildsInTables;
  private readonly keeper: RebuildKeeper;

  constructor(parts: Parts, log: Log, to: ConnectedTo, bankEntries: BankEntries = new NoBankEntries()) {
    const { schedule, random, life, faults, clock } = to;
    const store = new Connection(log, schedule, random, life, faults);
    this.store = store;
    const scheduler = schedule.schedulerOf(life);
    this.life = life;
    this.balances = new parts.Balances(store, new InMemorySnapshots(), silent);
    this.limits = new parts.Limits(store, new InMemorySnapshots(), silent);
    this.payments = new parts.Payments(store);
    this.process = new parts.PaymentProcess(store, this.payments, this.balances, this.limits, clock);
    const unfinished = new UnfinishedInTables(to, () => store.head());
    this.recovery = new parts.PaymentRecovery(this.process, unfinished, SWEEP_MS, silent, scheduler);
    const checkpoints = new CheckpointsInTables(to);
    const modelOf = (projection: Projection) => new ReadModel(projection, checkpoints, store);
    const others = () => [new UnfinishedPaymentsProjection(store), new StatisticsProjection(store)];
    this.models = [
      new parts.TransferProjection(metadata, new TransfersInTables(to), bankEntries),
      new parts.LedgerProjection(new PaymentsInTables(to), store),
      ...others(),
    ].map(modelOf);
    const beside = (name: TableName) => to.tables.beside(name);
    const copies: readonly Projection[] = [
      new parts.TransferProjection(metadata, new TransfersInTables(to, beside), new NoBankEntries()),
      new parts.LedgerProjection(new PaymentsInTables(to, beside), store),
      ...others(),
    ];
    const writer = new PageWriter(new PagesInTables(to));
    this.follower = new Follower({
      store,
      checkpoints,
      writer,
      models: this.models,
      onFailure: (error) => (to.tables.failure = error),
      scheduler,
    });
    this.rebuilds = new RebuildsInTables(to);
    this.keeper = new RebuildKeeper({
      rebuilds: this.rebuilds,
      projections: {
        of: (model) => {
          const copied = copies.find(({ name }) => name === model);
          return copied ? Promise.resolve(new CopiedProjection(copied)) : Promise.reject(new Error(model));
        },
        close: () => Promise.resolve(),
      },
      ...{ follower: this.follower, models: this.models, copyOf: modelOf, scheduler },
      onFailure: (error) => (to.tables.failure = error),
    });
  }

  /** Starts the work that the leading process does for all. */
  lead(): void {
    this.leads = true;
    this.follow();
    this.recovery.start();
    this.keeper.start();
  }

  follow(): void {
    this.follower.start();
  }

  async rebuild(nth: number): Promise<void> {
    const model = this.models[nth % this.models.length];
    // The tables of the simulation know no transactions.
    if (model) await this.rebuilds.begin({} as EntityManager, model.projection);
    this.keeper.look();
  }
}

/** The service is not to blame for a lost connection. */
export const isLost = (error: unknown): boolean => error instanceof EventStoreUnavailable;
