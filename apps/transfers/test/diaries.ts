import { newId } from '@halyard/core';
import type { EventStore } from '@halyard/event-store';
import { BinaryArray, type PipelineStep } from '@halyard/persistence';
import type { TestService } from '@halyard/testing';
import { Checkpoints } from '../src/projection/checkpoints.js';
import { Follower } from '../src/projection/follower.js';
import { PageWriter } from '../src/projection/page-writer.js';
import { StoredPages } from '../src/projection/pages.rows.js';
import type { EventPage, Projection } from '../src/projection/projection.js';
import { ReadModel } from '../src/projection/read-model.js';
import { CopiedProjection } from '../src/projection/rebuild/copied.projection.js';
import { RebuildKeeper } from '../src/projection/rebuild/rebuild-keeper.js';
import { Trail } from '../src/projection/trail.js';
import { Rebuilds } from '../src/projection/rebuild/rebuilds.js';

/** Writes down every event that it gets, in a table of its own. */
export class Diary implements Projection {
  readonly pages: number[] = [];
  readonly streamPrefixes = ['page-'];
  shape = 1;
  readonly table: string;
  readonly tables: readonly string[];
  failures = 0;
  /** The type of events that it can't process. */
  unknown = '';
  sql: string;
  before = (): Promise<void> => Promise.resolve();

  constructor(readonly name = newId()) {
    this.table = `diary_${name.replaceAll('-', '')}`;
    this.tables = [this.table];
    this.sql = this.written('unnest($1::text[])');
  }

  /** A new diary, with its table. */
  static async in({ dataSource }: Pick<TestService, 'dataSource'>): Promise<Diary> {
    const diary = new Diary();
    await dataSource.query(`CREATE TABLE ${diary.table} (event_id uuid, place bigint PRIMARY KEY)`);
    return diary;
  }

  /** SQL that writes down events at the next places. */
  written(eventIds: string): string {
    return `INSERT INTO ${this.table}
      SELECT event_id::uuid, (SELECT count(*) FROM ${this.table}) + number
      FROM ${eventIds} WITH ORDINALITY AS event (event_id, number)`;
  }

  async apply({ events }: EventPage): Promise<readonly PipelineStep[]> {
    await this.before();
    this.pages.push(events.length);
    if ((this.failures -= 1) >= 0) throw new Error('the pen broke');
    for (const { type } of events) if (type === this.unknown) throw new Error(`nobody knows ${type}`);
    const ids = new BinaryArray('text');
    for (const { id } of events) ids.text(id);
    return [{ statement: { name: `${this.table}-${this.sql.length}`, text: this.sql }, values: [ids.finish()] }];
  }

  /** The ids of the events, in the order in which they were written. */
  async read({ dataSource }: Pick<TestService, 'dataSource'>): Promise<string[]> {
    const sql = `SELECT event_id FROM ${this.table} ORDER BY place`;
    return (await dataSource.query<{ event_id: string }[]>(sql)).map(({ event_id }) => event_id);
  }
}

interface ProcessOptions {
  readonly writer?: PageWriter;
  /** The diaries that fill copies, if these are others. */
  readonly copies?: readonly Diary[];
  /** Whether it fills copies while another process moves what serves. */
  readonly isBeside?: boolean;
}

export class Process {
  readonly models: readonly ReadModel[];
  readonly follower: Follower | Trail;
  readonly keeper: RebuildKeeper;
  readonly failures: unknown[] = [];

  constructor(
    service: TestService,
    store: EventStore,
    diaries: readonly Diary[],
    { writer: given, copies = diaries, isBeside = false }: ProcessOptions = {},
  ) {
    const checkpoints = service.get(Checkpoints);
    const modelOf = (projection: Projection) => new ReadModel(projection, checkpoints, store);
    const onFailure = (error: unknown) => void this.failures.push(error);
    this.models = diaries.map(modelOf);
    const writer = given ?? new PageWriter(new StoredPages(service.dataSource));
    const moving = { store, checkpoints, onFailure, writer };
    this.follower = isBeside ? new Trail(moving) : new Follower({ ...moving, models: this.models });
    this.keeper = new RebuildKeeper({
      rebuilds: service.get(Rebuilds),
      projections: { of: (model) => Promise.resolve(copyIn(copies, model)), close: () => Promise.resolve() },
      ...{ follower: this.follower, isBeside, models: this.models, copyOf: modelOf, onFailure },
    });
  }

  get model(): ReadModel {
    const [model] = this.models;
    if (!model) throw new Error('there is no model');
    return model;
  }

  start(): this {
    this.follower.start();
    this.keeper.start();
    return this;
  }

  async stop(): Promise<void> {
    await this.keeper.stop();
    await this.follower.stop();
  }
}

function copyIn(diaries: readonly Diary[], model: string): Projection {
  const diary = diaries.find(({ name }) => name === model);
  if (!diary) throw new Error(`there is no diary ${model}`);
  return new CopiedProjection(diary);
}
