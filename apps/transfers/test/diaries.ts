import { newId } from '@halyard/core';
import type { EventStore } from '@halyard/event-store';
import { BinaryArray, type PipelineStep } from '@halyard/persistence';
import type { TestService } from '@halyard/testing';
import type { EntityManager } from 'typeorm';
import { Checkpoints } from '../src/projection/checkpoints.js';
import { Follower } from '../src/projection/follower.js';
import { PageWriter } from '../src/projection/page-writer.js';
import { StoredPages } from '../src/projection/pages.rows.js';
import type { EventPage, Projection } from '../src/projection/projection.js';
import { ReadModel } from '../src/projection/read-model.js';

/** `place` gives the order in which rows were written, wherever the table has put them. */
export const DIARY_TABLE = 'CREATE TABLE diary (name text, event_id uuid, place bigserial)';

/** Writes down every event that it gets, in the table `diary`. */
export class Diary implements Projection {
  readonly pages: number[] = [];
  readonly streamPrefixes = ['page-'];
  failures = 0;
  /** The type of events that it can't process. */
  unknown = '';
  sql = 'INSERT INTO diary SELECT $1, event_id::uuid FROM unnest($2::text[]) AS event_id';
  before = (): Promise<void> => Promise.resolve();

  constructor(readonly name = newId()) {}

  async apply({ events }: EventPage): Promise<readonly PipelineStep[]> {
    await this.before();
    this.pages.push(events.length);
    if ((this.failures -= 1) >= 0) throw new Error('the pen broke');
    for (const { type } of events) if (type === this.unknown) throw new Error(`nobody knows ${type}`);
    const ids = new BinaryArray('text');
    for (const { id } of events) ids.text(id);
    return [{ statement: { name: `diary-${this.sql.length}`, text: this.sql }, values: [this.name, ids.finish()] }];
  }

  async clear(tx: EntityManager): Promise<void> {
    await tx.query('DELETE FROM diary WHERE name = $1', [this.name]);
  }
}

export class Process {
  readonly models: readonly ReadModel[];
  readonly follower: Follower;
  readonly failures: unknown[] = [];

  constructor(service: TestService, store: EventStore, diaries: readonly Diary[], writer?: PageWriter) {
    const checkpoints = service.get(Checkpoints);
    this.models = diaries.map((diary) => new ReadModel(diary, checkpoints, store));
    this.follower = new Follower({
      store,
      checkpoints,
      writer: writer ?? new PageWriter(new StoredPages(service.dataSource)),
      models: this.models,
      onFailure: (error) => this.failures.push(error),
    });
  }

  get model(): ReadModel {
    const [model] = this.models;
    if (!model) throw new Error('there is no model');
    return model;
  }

  start(): this {
    this.follower.start();
    return this;
  }

  stop(): Promise<void> {
    return this.follower.stop();
  }
}
