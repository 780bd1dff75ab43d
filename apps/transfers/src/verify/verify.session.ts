import { setTimeout } from 'node:timers/promises';
import type { EventStore, Position, StoredEvent, StoreReader } from '@halyard/event-store';
import { openSession, runPipeline } from '@halyard/persistence';
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import type { SealedMetadata } from '../payment/sealed-metadata.js';
import { StoredCheckpoints } from '../projection/checkpoints.rows.js';
import type { Projection } from '../projection/projection.js';
import { projectionsOn } from '../read-models/projections-on.js';
import { Transfer } from '../transfer/transfer.entity.js';
import { type Difference, firstDifference } from './differences.query.js';
import { RawBooks } from './raw-books.js';
import { firstRawDifference } from './raw-differences.query.js';
import { StoredSnapshots } from './stored-snapshots.query.js';
import { derivedTables } from './tables.js';

const LEDGER = 'ledger';
/** A position after all events, so that nothing computed here is published. */
const NEVER_TOLD: Position = 2n ** 62n;

export interface VerifyResult {
  readonly events: number;
  readonly difference?: Difference;
}

export interface VerifyOptions {
  /** The URL of the database, with the role of transfers. */
  readonly url: string;
  readonly store: EventStore;
  /** Decrypts callers' metadata, which lists have in plain. */
  readonly metadataOf: (dataSource: DataSource) => SealedMetadata;
  /** At most how many events it reads in a second. Default: as many as it can. */
  readonly perSecond?: number;
}

/**
 * Recomputes everything that is derived from the streams, page by page, in temporary tables of one session, and
 * compares it row by row with the stored data. It also adds up the events independently, since the recomputed and
 * stored data share their folds. Writers may continue meanwhile: it compares one database snapshot, and brings the
 * computed data to exactly the positions of the read models in that snapshot.
 *
 * @throws Error while a read model is being rebuilt
 */
export async function verify({ url, store, metadataOf, perSecond = Infinity }: VerifyOptions): Promise<VerifyResult> {
  const dataSource = await openSession({ service: 'verify', url, entities: [Transfer] });
  try {
    return await new Verification(dataSource, store, metadataOf(dataSource), perSecond).run();
  } finally {
    await dataSource.destroy();
  }
}

class Verification {
  private readonly taken = new Map<string, Position>();
  private readonly projections: readonly Projection[];
  private readonly raw = new RawBooks();
  private snapshots: StoredSnapshots | undefined;
  private events = 0;

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: EventStore,
    metadata: SealedMetadata,
    private readonly perSecond: number,
  ) {
    this.projections = projectionsOn(dataSource, store, metadata);
  }

  async run(): Promise<VerifyResult> {
    const [session] = await this.dataSource.query<[{ schema: string }]>('SELECT current_schema() AS schema');
    await this.prepare(session.schema);
    this.snapshots = await StoredSnapshots.read(this.dataSource.manager, session.schema);
    await this.readThrough(await this.stored());
    await this.dataSource.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await this.readThrough(await this.stored());
    await this.dataSource.query('SET LOCAL enable_seqscan = on');
    const difference = await this.difference(session.schema);
    await this.dataSource.query('ROLLBACK');
    return { events: this.events, difference };
  }

  /** Compares the plain sums first: a fault in the folds shows in the computed data too. */
  private async difference(schema: string): Promise<Difference | undefined> {
    const { manager } = this.dataSource;
    const raw = await firstRawDifference(manager, schema, this.raw);
    return raw ?? this.snapshots?.difference ?? (await firstDifference(manager, schema));
  }

  private async prepare(schema: string): Promise<void> {
    // Postgres has no statistics yet for tables that are just being filled.
    await this.dataSource.query('SET enable_seqscan = off');
    for (const { name } of derivedTables) {
      await this.dataSource.query(`CREATE TEMP TABLE ${name} (LIKE "${schema}".${name} INCLUDING ALL)`);
    }
  }

  /** The position of each read model; 0 before it begins. */
  private async stored(): Promise<ReadonlyMap<string, Position>> {
    const checkpoints = await new StoredCheckpoints(this.dataSource).loadAll();
    return new Map(this.projections.map(({ name }) => [name, checkpoints.get(name)?.position ?? 0n]));
  }

  private async readThrough(through: ReadonlyMap<string, Position>): Promise<void> {
    for (const [name, position] of through) {
      if (position < this.takenOf(name)) throw new Error(`the read model ${name} is being built again: verify it then`);
    }
    const from = least(this.projections.map(({ name }) => this.takenOf(name)));
    const last = [...through.values()].reduce((a, b) => (a > b ? a : b), 0n);
    if (last > from) await readEvents(this.store, { from, through: last }, (events) => this.page(events, through));
    for (const [name, position] of through) this.taken.set(name, position);
  }

  private takenOf(name: string): Position {
    return this.taken.get(name) ?? 0n;
  }

  private async page(events: readonly StoredEvent[], through: ReadonlyMap<string, Position>): Promise<void> {
    this.events += events.length;
    this.addUp(events, through);
    for (const projection of this.projections) {
      const { name, streamPrefixes } = projection;
      const after = this.takenOf(name);
      const own = events.filter(
        ({ position, stream }) =>
          position > after &&
          position <= (through.get(name) ?? 0n) &&
          streamPrefixes.some((prefix) => stream.startsWith(prefix)),
      );
      if (own.length > 0) await this.write(projection, own);
    }
    await setTimeout((events.length * 1_000) / this.perSecond);
  }

  /** Adds events up to the position of the ledger, with which the sums are compared. */
  private addUp(events: readonly StoredEvent[], through: ReadonlyMap<string, Position>): void {
    const [after, last] = [this.takenOf(LEDGER), through.get(LEDGER) ?? 0n];
    for (const event of events) {
      if (event.position <= after || event.position > last) continue;
      this.raw.add(event);
      this.snapshots?.passBy(event, this.raw);
    }
  }

  private async write(projection: Projection, events: readonly StoredEvent[]): Promise<void> {
    const steps = await projection.apply({ events, furthest: NEVER_TOLD });
    const runner = this.dataSource.createQueryRunner();
    try {
      const client = (await runner.connect()) as PoolClient;
      await runPipeline(client, steps);
    } finally {
      await runner.release();
    }
  }
}

const least = (positions: readonly Position[]): Position =>
  positions.reduce((a, b) => (a < b ? a : b), positions[0] ?? 0n);

async function readEvents(
  store: EventStore,
  { from, through }: { readonly from: Position; readonly through: Position },
  onPage: (events: readonly StoredEvent[]) => Promise<void>,
): Promise<void> {
  let subscription: StoreReader | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      subscription = store.subscribe({
        from,
        streamPrefixes: ['payment-', 'balance-', 'limit-'],
        onBatch: async ({ events, position }) => {
          await onPage(events);
          if (position >= through) resolve();
        },
        onFailure: reject,
      });
    });
  } finally {
    await subscription?.stop();
  }
}
