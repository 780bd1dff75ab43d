import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type DynamicModule, Injectable, Module } from '@nestjs/common';
import { deriveId, DomainError, newId } from '@halyard/core';
import { ConsumersModule, type Rebuild, type RebuildableModel, RebuildableModels } from '@halyard/messaging';
import { Metrics } from '@halyard/observability';
import { startTestService, type TestService } from '@halyard/testing';
import type { EntityManager } from 'typeorm';
import { ReadModelsController } from './read-models.controller.js';
import { RebuildMetrics } from './rebuild.metrics.js';

const MODELS = '/operations/transfers/read-models';
const NAME = 'places';
const id = deriveId('read-model', 'transfers', NAME);
const path = `${MODELS}/${id}`;
const begun = new Date('2025-01-02T03:04:05.000Z');

const untaken = { stream: 'places-7', revision: 3, id: newId(), type: 'PlaceMoved', cause: 'Error: no such place' };
const differences = {
  rows: 12,
  first: [{ key: 'places 7', serves: { at: 1 }, rebuilt: { at: 2 } }, { key: 'places 9' }],
};
const differing: Rebuild = { state: 'differs', begun, events: 1_000, of: 1_000, perSecond: 50, differences };
const states: readonly Rebuild[] = [
  { state: 'filling', begun, events: 250, of: 1_000, perSecond: 50, secondsLeft: 15 },
  { state: 'level', begun, events: 1_000, of: 1_000, perSecond: 50, secondsLeft: 0 },
  differing,
  { state: 'stopped', begun, events: 251, of: 1_000, perSecond: 0, stoppedAt: untaken },
];

/** A read model whose rebuild is what a test says. It writes each change that is asked for into a table. */
class FakeModel implements RebuildableModel {
  readonly name = NAME;
  readonly sources = ['place-'];
  current: Rebuild | undefined;
  readonly looks: Promise<readonly string[]>[] = [];

  constructor(private readonly changes: () => Promise<readonly string[]>) {}

  lag(): Promise<number> {
    return Promise.resolve(0);
  }
  rebuild(): Promise<Rebuild | undefined> {
    return Promise.resolve(this.current);
  }
  async begin(tx: EntityManager, pace: { readonly perSecond?: number }): Promise<void> {
    await write(tx, `begin ${JSON.stringify(pace)}`);
  }
  async stop(tx: EntityManager): Promise<void> {
    await write(tx, 'stop');
    if (!this.current) throw new DomainError('InvalidResourceState');
  }
  async swap(tx: EntityManager): Promise<void> {
    await write(tx, 'swap');
    if (this.current?.state !== 'differs') throw new DomainError('InvalidResourceState');
  }
  look(): void {
    this.looks.push(this.changes());
  }
}

const write = (tx: EntityManager, change: string): Promise<unknown> =>
  tx.query(`INSERT INTO asked (change) VALUES ($1)`, [change]);

@Injectable()
class FakeModels extends RebuildableModels {
  models: readonly RebuildableModel[] = [];
  override list(): readonly RebuildableModel[] {
    return this.models;
  }
}

@Module({
  imports: [ConsumersModule.register([])],
  controllers: [ReadModelsController],
  providers: [FakeModels, RebuildMetrics, { provide: RebuildableModels, useExisting: FakeModels }],
})
class Service {
  static readonly dynamic: DynamicModule = { module: Service };
}

describe('rebuilds of read models', () => {
  let service: TestService;
  let model: FakeModel;
  beforeAll(async () => {
    service = await startTestService({
      ...{ name: 'transfers', config: () => ({}), module: () => Service.dynamic, entities: [], migrations: [] },
    });
    await service.dataSource.query(`CREATE TABLE asked (id bigserial PRIMARY KEY, change text)`);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    await service.dataSource.query(`TRUNCATE asked`);
    model = new FakeModel(asked);
    service.get(FakeModels).models = [model];
  });

  const asked = async (): Promise<readonly string[]> =>
    (await service.dataSource.query<{ change: string }[]>(`SELECT change FROM asked ORDER BY id`)).map(
      ({ change }) => change,
    );
  const shown = async () => {
    const { body } = await service.call('GET', path);
    if (body.type !== 'resource') throw new Error(JSON.stringify(body));
    return body;
  };
  const refused = (code: string) => ({ status: 403, body: expect.objectContaining({ code }) as unknown });

  it.each(states)('are shown beside the model that serves, with all that is known of them: $state', async (rebuild) => {
    model.current = rebuild;
    const { attributes } = await shown();
    expect(attributes).toMatchObject({ name: NAME, state: 'current', lag: 0 });
    expect(attributes['rebuild']).toEqual({ ...rebuild, begun: begun.toISOString() });
    const { body } = await service.call('GET', MODELS);
    expect(body).toMatchObject({ items: [{ attributes: { rebuild: attributes['rebuild'] } }] });
  });

  const measured = async (name: string) =>
    (await service.get(Metrics).registry.metrics()).match(new RegExp(`^halyard_${name}.*$`, 'gm'));

  it('are measured by the events that are left, 0 without a rebuild', async () => {
    const series = `halyard_rebuild_events_left{service="transfers",model="${NAME}"}`;
    model.current = { state: 'filling', begun, events: 250, of: 1_000, perSecond: 50 };
    expect(await measured('rebuild_events_left')).toEqual([`${series} 750`]);
    model.current = undefined;
    expect(await measured('rebuild_events_left')).toEqual([`${series} 0`]);
  });

  it.each(states)('are measured by whether they wait for an operator: $state', async (rebuild) => {
    const series = `halyard_rebuild_waiting{service="transfers",model="${NAME}"}`;
    const waits = rebuild.state === 'differs' || rebuild.state === 'stopped';
    model.current = rebuild;
    expect(await measured('rebuild_waiting')).toEqual([`${series} ${waits ? 1 : 0}`]);
    model.current = undefined;
    expect(await measured('rebuild_waiting')).toEqual([`${series} 0`]);
  });

  it('are absent from a model that is not being rebuilt', async () => {
    expect((await shown()).attributes).not.toHaveProperty('rebuild.state');
  });

  it('offer stop until they end, and swap while they differ', async () => {
    const offered = async (rebuild?: Rebuild) => {
      model.current = rebuild;
      return Object.keys((await shown()).links);
    };
    expect(await offered()).toEqual(['rebuild']);
    const each: Record<string, readonly string[]> = {};
    for (const state of states) each[state.state] = await offered(state);
    expect(each).toEqual({
      filling: ['rebuild', 'stop'],
      level: ['rebuild', 'stop'],
      differs: ['rebuild', 'stop', 'swap'],
      stopped: ['rebuild', 'stop'],
    });
    model.current = differing;
    expect((await shown()).links).toEqual({
      rebuild: { kind: 'rebuildReadModel', id, service: 'transfers' },
      stop: { kind: 'stopReadModelRebuild', id, service: 'transfers' },
      swap: { kind: 'swapReadModelRebuild', id, service: 'transfers' },
    });
  });

  const accepted = {
    status: 202,
    body: { type: 'created', resource: { kind: 'read-model', id, service: 'transfers' } },
  };

  it.each([
    ['rebuilds', {}, 'begin {}'],
    ['rebuilds', { perSecond: 1 }, 'begin {"perSecond":1}'],
    ['rebuilds', { perSecond: 1_000_000 }, 'begin {"perSecond":1000000}'],
    ['rebuilds/stop', undefined, 'stop'],
    ['rebuilds/swap', undefined, 'swap'],
  ])(
    'POST %s with %j: a repeat asks the model nothing more; the model looks after the commit',
    async (to, body, change) => {
      model.current = differing;
      const operationId = newId();
      const send = () => service.call('POST', `${path}/${to}`, { ...(body && { body }), operationId });
      expect(await send()).toEqual(accepted);
      expect(await Promise.all(model.looks)).toEqual([[change]]);
      model.current = undefined;
      expect(await send()).toEqual(accepted);
      expect(await asked()).toEqual([change]);
    },
  );

  it.each(['stop', 'swap'])('refuse %s when there is no rebuild, and store nothing', async (verb) => {
    expect(await service.call('POST', `${path}/rebuilds/${verb}`)).toMatchObject(refused('InvalidResourceState'));
    expect([await asked(), model.looks]).toEqual([[], []]);
  });

  it('refuse to swap unless they differ', async () => {
    for (const rebuild of states.filter(({ state }) => state !== 'differs')) {
      model.current = rebuild;
      expect(await service.call('POST', `${path}/rebuilds/swap`)).toMatchObject(refused('InvalidResourceState'));
    }
    expect(await asked()).toEqual([]);
  });

  it.each([0, -1, 1_000_001, 1.5, '5', 'fast', true, [5], { max: 5 }])('refuse a pace of %j', async (perSecond) => {
    const { status, body } = await service.call('POST', `${path}/rebuilds`, { body: { perSecond } });
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('/perSecond')]);
    expect(await asked()).toEqual([]);
  });
});
