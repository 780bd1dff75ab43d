import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  epochOfStreams,
  type EventStore,
  type Position,
  type StoredEvent,
  StoredInstallation,
  type StoreReader,
  type SubscriptionBatch,
} from '@halyard/event-store';
import type { PipelineStep, Sealer } from '@halyard/persistence';
import type { DataSource, EntityManager } from 'typeorm';
import type { Projection } from '../projection/projection.js';
import { projectionsOn } from '../read-models/projections-on.js';
import type { Difference } from './compared-rows.query.js';
import { type Comparison, comparisonsWith } from './comparisons.js';
import { KeptMetadata } from './kept-metadata.query.js';
import { PageOfSums } from './raw/raw-sums.rows.js';
import { copySnapshots, StoredSnapshots } from './raw/stored-snapshots.rows.js';
import { type Place, positionsStep, Scratch } from './scratch.rows.js';
import { unknownParties, type UnknownParties, unknownSteps } from './raw/unknown-parties.rows.js';
import { positionsIn, type Positions, VerifiedDatabase } from './verified-database.query.js';

const LEDGER = 'ledger';
/** A position after all events, so that nothing computed here is published. */
const NEVER_TOLD: Position = 2n ** 62n;
const ROWS_AT_ONCE = 2_000;
/** How long comparisons go on with one moment of the database. A standby ends what keeps old rows for longer. */
const MOMENT_MS = 5_000;

export interface VerifyResult {
  readonly events: number;
  readonly difference?: Difference;
  readonly unknown: UnknownParties;
}

export interface VerifyOptions {
  /** The URL of the database, with the role of transfers. It may be a standby: nothing is written to it. */
  readonly url: string;
  /** A database in which everything is computed anew. A verification that was ended there before goes on. */
  readonly scratchUrl: string;
  readonly store: EventStore;
  /** Opens callers' metadata, which lists have in plain. */
  readonly sealerOf: (dataSource: DataSource) => Sealer;
  /** At most how many events, or rows, it reads in a second. Default: as many as it can. */
  readonly perSecond?: number;
  /** Called if it goes on where another one was ended, after so many events. */
  readonly onResumed?: (events: number) => void;
}

/**
 * Recomputes everything that is derived from the streams, page by page, in a scratch database, and compares it row by
 * row with the stored data. It also adds up the events independently, since the recomputed and stored data share their
 * folds. Writers may continue meanwhile: each page of rows is compared with the database as it is at one moment, when
 * the computed data is at exactly the positions that the read models have at that moment.
 *
 * @throws ServerUnusable if another one uses the scratch database
 */
export async function verify(options: VerifyOptions): Promise<VerifyResult> {
  const database = await VerifiedDatabase.open(options.url);
  try {
    const { id } = await new StoredInstallation(database.dataSource).read();
    const scratch = await Scratch.open({
      url: options.scratchUrl,
      of: [id, `${await epochOfStreams(options.store)}`, build()],
      positions: await positionsIn(database.manager),
      prepare: (manager) => copySnapshots(database.manager, manager),
    });
    try {
      if (scratch.place.events > 0) options.onResumed?.(scratch.place.events);
      const result = await new Verification(database, scratch, options).run();
      await scratch.remove();
      return result;
    } finally {
      await scratch.close();
    }
  } finally {
    await database.close();
  }
}

const build = (): string => readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8');

class Verification {
  private readonly store: EventStore;
  private readonly projections: readonly Projection[];
  private readonly comparisons: readonly Comparison[];
  private readonly perSecond: number;

  constructor(
    private readonly database: VerifiedDatabase,
    private readonly scratch: Scratch,
    { store, sealerOf, perSecond = Infinity }: VerifyOptions,
  ) {
    const metadata = new KeptMetadata(sealerOf(database.dataSource));
    this.store = store;
    this.projections = projectionsOn(scratch.dataSource, store, metadata);
    this.comparisons = comparisonsWith(metadata);
    this.perSecond = perSecond;
  }

  async run(): Promise<VerifyResult> {
    for (;;) {
      await this.readThrough(await positionsIn(this.database.manager), this.database.manager);
      const result = await this.database.atOneMoment(async (database) => {
        await this.readThrough(await positionsIn(database), database);
        return this.compare(database);
      });
      if (result) return result;
    }
  }

  /** @returns undefined if it has to go on with another moment of the database */
  private async compare(database: EntityManager): Promise<VerifyResult | undefined> {
    const ended = async (difference?: Difference): Promise<VerifyResult> => ({
      events: this.scratch.place.events,
      ...(difference && { difference }),
      unknown: await unknownParties(database, this.scratch.manager),
    });
    const ends = { database, scratch: this.scratch.manager };
    const size = Math.min(ROWS_AT_ONCE, this.perSecond);
    for (const begun = performance.now(); performance.now() - begun < MOMENT_MS;) {
      const { place } = this.scratch;
      if (place.fault) return ended(place.fault);
      const comparison = this.comparisons[place.comparison];
      if (!comparison) return ended();
      const { difference, last, rows } = await comparison(ends, place.after, size);
      if (difference) return ended(difference);
      const { after: _, ...left } = place;
      await this.scratch.write(last ? { ...left, after: last } : { ...left, comparison: place.comparison + 1 });
      await this.pace(rows);
    }
    return undefined;
  }

  private async readThrough(through: Positions, database: EntityManager): Promise<void> {
    const taken = new Map(await positionsIn(this.scratch.manager));
    for (const [name, position] of taken) {
      if (position <= (through.get(name) ?? 0n)) continue;
      throw new Error(`the read model ${name} has gone back: verify it again`);
    }
    const names = this.projections.map(({ name }) => name);
    const from = least(names.map((name) => taken.get(name) ?? 0n));
    const last = greatest(names.map((name) => through.get(name) ?? 0n));
    if (last <= from) return;
    await readBatches(this.store, { from, through: last }, async ({ events, position }) => {
      await this.take(events, { taken, through: upTo(position, this.projections, through) }, database);
      await this.pace(events.length);
    });
  }

  /** Computes what a page of events says, and moves `taken`. */
  private async take(
    events: readonly StoredEvent[],
    { taken, through }: { readonly taken: Map<string, Position>; readonly through: Positions },
    database: EntityManager,
  ): Promise<void> {
    const own = ({ name, streamPrefixes }: Pick<Projection, 'name' | 'streamPrefixes'>) =>
      events.filter(
        ({ position, stream }) =>
          position > (taken.get(name) ?? 0n) &&
          position <= (through.get(name) ?? 0n) &&
          streamPrefixes.some((prefix) => stream.startsWith(prefix)),
      );
    const steps: PipelineStep[] = [];
    for (const projection of this.projections) {
      const page = own(projection);
      if (page.length > 0) steps.push(...(await projection.apply({ events: page, furthest: NEVER_TOLD })));
    }
    const summed = own({ name: LEDGER, streamPrefixes: [''] });
    const { place, steps: sums } = await this.addUp(summed);
    for (const [name, position] of through) if (position > (taken.get(name) ?? 0n)) taken.set(name, position);
    await this.scratch.write({ ...place, events: place.events + summed.length }, [
      ...steps,
      ...sums,
      ...(await unknownSteps(database, summed)),
      positionsStep(taken),
    ]);
  }

  private async addUp(events: readonly StoredEvent[]): Promise<{ place: Place; steps: readonly PipelineStep[] }> {
    const { place, manager } = this.scratch;
    if (events.length === 0) return { place, steps: [] };
    const snapshots = await StoredSnapshots.read(manager, events);
    const sums = await PageOfSums.read(manager, events, snapshots.names());
    for (const event of events) {
      sums.books.add(event);
      snapshots.passBy(event, sums.books);
    }
    const fault = place.fault ?? faultIn(sums, snapshots);
    return { place: { ...place, ...(fault && { fault }) }, steps: sums.steps() };
  }

  private async pace(read: number): Promise<void> {
    await setTimeout((read * 1_000) / this.perSecond);
  }
}

function faultIn({ books }: PageOfSums, { wrong }: StoredSnapshots): Difference | undefined {
  if (books.fault) {
    const { stream, revision, what } = books.fault;
    return { table: 'events', key: { stream, revision }, what };
  }
  return wrong && { table: 'snapshots', key: { stream: wrong.stream }, what: wrong.what };
}

/** The positions that the projections have once everything up to `position` was read. */
const upTo = (position: Position, projections: readonly Projection[], through: Positions): Positions =>
  new Map(
    projections.map(({ name }) => {
      const own = through.get(name) ?? 0n;
      return [name, own < position ? own : position];
    }),
  );

const least = (positions: readonly Position[]): Position =>
  positions.reduce((a, b) => (a < b ? a : b), positions[0] ?? 0n);

const greatest = (positions: readonly Position[]): Position => positions.reduce((a, b) => (a > b ? a : b), 0n);

async function readBatches(
  store: EventStore,
  { from, through }: { readonly from: Position; readonly through: Position },
  onBatch: (batch: SubscriptionBatch) => Promise<void>,
): Promise<void> {
  let subscription: StoreReader | undefined;
  let isOver = false;
  try {
    await new Promise<void>((resolve, reject) => {
      subscription = store.subscribe({
        from,
        streamPrefixes: ['payment-', 'balance-', 'limit-'],
        onBatch: async (batch) => {
          if (isOver) return;
          await onBatch(batch);
          isOver = batch.position >= through;
          if (isOver) resolve();
        },
        onFailure: reject,
      });
    });
  } finally {
    await subscription?.stop();
  }
}
