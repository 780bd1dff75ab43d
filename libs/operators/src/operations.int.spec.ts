import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type DynamicModule, Injectable, Module } from '@nestjs/common';
import type { AnswerBody, CloudEvent, Principal, Topic } from '@halyard/contracts';
import { newId } from '@halyard/core';
import { applicationPrincipal, startTestService, type TestService } from '@halyard/testing';
import type { EntityManager } from 'typeorm';
import { eventOf } from '@halyard/testing/messaging';
import { eventually } from '@halyard/testing/waiting';
import { ConsumersModule, EventConsumer, type RebuildSteps } from '@halyard/messaging';
import { ForeignMessagesController } from './foreign-messages.controller.js';
import { ParkedKeysController } from './parked-keys.controller.js';
import { ReadModelsController } from './read-models.controller.js';
import { SkippedMessagesController } from './skipped-messages.controller.js';

const topic: Topic = 'customers.events.v1';
const PARKED = '/operations/transfers/parked-keys';
const FOREIGN = '/operations/transfers/foreign-messages';
const SKIPPED = '/operations/transfers/skipped-messages';
const MODELS = '/operations/transfers/read-models';

/** What a test makes go wrong. */
@Injectable()
class Trouble {
  with: (event: CloudEvent) => void = () => undefined;
}

/** Writes down what it hears. */
@Injectable()
class DiaryConsumer extends EventConsumer {
  override readonly name: string = 'diary';
  override readonly topics = [topic];

  constructor(readonly trouble: Trouble) {
    super();
  }

  override async handle(events: readonly CloudEvent[], tx: EntityManager): Promise<void> {
    for (const event of events) {
      this.trouble.with(event);
      const page = `${event.partitionkey}:${event.sequence}`;
      await tx.query(`INSERT INTO diary (page) VALUES ($1)`, [page]);
    }
  }

  override readonly rebuildSteps: RebuildSteps = {
    take: async (events, tx) => {
      const pages = events.map(({ partitionkey, sequence }) => `${partitionkey}:${sequence}`);
      const sql = `INSERT INTO diary (page) SELECT page FROM unnest($1::text[]) AS page
        WHERE NOT EXISTS (SELECT FROM diary WHERE diary.page = page.page)`;
      await tx.query(sql, [pages]);
    },
  };
}

/** What it does can't be done again from the start. */
@Injectable()
class MailConsumer extends EventConsumer {
  override readonly name = 'mail';
  override readonly topics = [topic];
  override handle(): Promise<void> {
    return Promise.resolve();
  }
}

@Module({
  imports: [ConsumersModule.register([DiaryConsumer, MailConsumer])],
  controllers: [ForeignMessagesController, ParkedKeysController, ReadModelsController, SkippedMessagesController],
  providers: [Trouble],
})
class Service {
  static readonly dynamic: DynamicModule = { module: Service };
}

describe('what operators can do', () => {
  let service: TestService;
  let trouble: Trouble;
  beforeAll(async () => {
    service = await startTestService({
      name: 'transfers',
      config: () => ({}),
      module: () => Service.dynamic,
      entities: [],
      migrations: [],
    });
    await service.dataSource.query(`CREATE TABLE diary (id bigserial PRIMARY KEY, page text)`);
    trouble = service.get(Trouble);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    trouble.with = () => undefined;
    await service.bus.settled();
    await service.dataSource.query(`TRUNCATE inbox, inbox_waiting, inbox_failures, inbox_foreign, diary`);
  });

  const tell = async (...messages: readonly unknown[]) => {
    service.bus.tell(topic, ...messages);
    await service.bus.settled();
  };
  const failOn = (key: string, cause: string) => {
    trouble.with = ({ partitionkey }) => {
      if (partitionkey === key) throw new Error(cause);
    };
  };
  const pages = async (key: string) =>
    (await service.dataSource.query<{ page: string }[]>(`SELECT page FROM diary ORDER BY id`))
      .map(({ page }) => page)
      .filter((page) => page.startsWith(key));
  const resource = (body: AnswerBody) => {
    if (body.type !== 'resource') throw new Error(JSON.stringify(body));
    return body;
  };
  const list = async (path: string, query = {}) => {
    const { body } = await service.call('GET', path, { query });
    if (body.type !== 'collection') throw new Error(JSON.stringify(body));
    return body;
  };

  describe('parked keys', () => {
    /** What holds up one consumer may hold up the other as well. */
    const heldOf = async (key: string) =>
      (await list(PARKED)).items.find(({ attributes: of }) => of['consumer'] === 'diary' && of['key'] === key);
    const hold = async (key: string): Promise<string> => {
      failOn(key, 'no ink');
      await tell(eventOf(key, 1), eventOf(key, 2));
      const id = (await heldOf(key))?.id;
      if (id === undefined) throw new Error('nothing is held');
      return id;
    };

    it('are listed with their cause, the longest held first, page by page', async () => {
      const first = newId();
      const id = await hold(first);
      // Before its next attempt is due.
      service.clock.advance(50);
      await tell({ ...eventOf(newId(), 1), time: 'yesterday' });
      const { items, total, self, of, keyset } = await list(PARKED);
      expect([total, self.kind, of]).toEqual([3, 'listParkedKeys', 'parked-key']);
      expect(keyset).toEqual({ limit: 25 });
      const since = new Date(service.clock.system().getTime() - 50);
      const waiting = eventOf(first, 1);
      expect(items[0]).toEqual({
        type: 'resource',
        kind: 'parked-key',
        id,
        service: 'transfers',
        attributes: {
          consumer: 'diary',
          topic,
          key: first,
          state: 'retrying',
          cause: 'Error: no ink',
          attempts: 1,
          since: since.toISOString(),
          lastAttempt: since.toISOString(),
          nextAttempt: new Date(since.getTime() + 100).toISOString(),
          waiting: 2,
          message: { id: waiting.id, type: waiting.type, time: waiting.time, data: waiting.data },
        },
        links: {
          account: { kind: 'account', id: waiting.accountid },
          resource: { kind: 'customer', id: first },
          replay: { kind: 'parked-key-replay', id, service: 'transfers' },
          skip: { kind: 'parked-key-skip', id, service: 'transfers' },
        },
      });
      expect(items[1]?.attributes).toMatchObject({ state: 'parked', nextAttempt: undefined, waiting: 1 });
      expect((await list(PARKED, { limit: '1' })).keyset).toEqual({ limit: 1, nextAnchor: id });
      expect((await list(PARKED, { limit: '1', anchor: id })).items).toEqual([items[1]]);
      expect((await list(PARKED, { anchor: items[1]?.id })).items).toEqual([items[2]]);
      expect((await service.call('GET', `${PARKED}/${id}`)).body).toEqual(items[0]);
    });

    it('are replayed in order, and are no more', async () => {
      const key = newId();
      const id = await hold(key);
      await tell(eventOf(key, 3));
      trouble.with = () => undefined;
      const { status, body } = await service.call('POST', `${PARKED}/${id}/replays`);
      expect([status, resource(body).attributes]).toMatchObject([200, { outcome: 'done', key, waiting: 0 }]);
      expect(await pages(key)).toEqual([1, 2, 3].map((sequence) => `${key}:${sequence}`));
      expect((await service.call('GET', `${PARKED}/${id}`)).status).toBe(404);
      expect((await service.call('POST', `${PARKED}/${id}/replays`)).status).toBe(404);
    });

    it('stay held with the new cause when they fail again', async () => {
      const key = newId();
      const id = await hold(key);
      failOn(key, 'no paper');
      const { body } = await service.call('POST', `${PARKED}/${id}/replays`);
      expect(resource(body).attributes).toMatchObject({ outcome: 'retrying', cause: 'Error: no paper', attempts: 2 });
      expect(resource(body).links).toEqual({ 'parked-key': { kind: 'parked-key', id, service: 'transfers' } });
      expect((await heldOf(key))?.attributes['cause']).toBe('Error: no paper');
    });

    it('answer the same to the same operation again, whatever has become of the key', async () => {
      const key = newId();
      const id = await hold(key);
      trouble.with = () => undefined;
      const operationId = newId();
      const first = await service.call('POST', `${PARKED}/${id}/replays`, { operationId });
      failOn(key, 'no time');
      await tell(eventOf(key, 3));
      expect(await service.call('POST', `${PARKED}/${id}/replays`, { operationId })).toEqual(first);
    });

    const skip = (id: string, reason: unknown = 'told twice by hand', operationId = newId(), principal?: Principal) =>
      service.call('POST', `${PARKED}/${id}/skips`, { body: { reason }, operationId, ...(principal && { principal }) });
    const skips = (key: string) =>
      service.dataSource.query(
        `SELECT sequence, reason, cause, message->>'partitionkey' AS of FROM inbox_skips WHERE key = $1`,
        [key],
      );

    it('go on without a message that an operator skips, and keep why', async () => {
      const key = newId();
      trouble.with = ({ partitionkey, sequence }) => {
        if (partitionkey === key && sequence === 2) throw new Error('no ink');
      };
      await tell(...[1, 2, 3].map((sequence) => eventOf(key, sequence)));
      const id = (await heldOf(key))?.id ?? '';
      const operationId = newId();
      const first = await skip(id, ' told twice by hand ', operationId);
      expect([first.status, resource(first.body).attributes]).toMatchObject([
        200,
        { outcome: 'done', key, sequence: 2, reason: 'told twice by hand', waiting: 0 },
      ]);
      expect(await pages(key)).toEqual([`${key}:1`, `${key}:3`]);
      const kept = [{ sequence: '2', reason: 'told twice by hand', cause: 'Error: no ink', of: key }];
      expect(await skips(key)).toEqual(kept);
      expect(await skip(id, 'told twice by hand', operationId)).toEqual(first);
      expect((await skip(id)).status).toBe(404);
      expect(await skips(key)).toEqual(kept);
    });

    it('go on without a message that is missing', async () => {
      const key = newId();
      await tell(eventOf(key, 2));
      const held = await heldOf(key);
      expect(held?.attributes).toMatchObject({ state: 'waiting', waitsFor: 1, waiting: 1 });
      expect(resource((await skip(held?.id ?? '')).body).attributes).toMatchObject({ outcome: 'done', sequence: 1 });
      expect(await pages(key)).toEqual([`${key}:2`]);
    });

    it('pass over what was skipped when it is told again', async () => {
      const key = newId();
      const broken = { ...eventOf(key, 1), time: 'yesterday' };
      await tell(broken, eventOf(key, 2));
      await skip((await heldOf(key))?.id ?? '');
      await service.dataSource.query(`TRUNCATE inbox, inbox_waiting, inbox_failures, diary`);
      await tell(broken, eventOf(key, 2));
      await eventually('the next message is handled', async () => {
        service.clock.advance(60_000);
        expect(await pages(key)).toEqual([`${key}:2`]);
      });
    });

    it('show what was skipped with its reason, the latest first, page by page', async () => {
      await service.dataSource.query(`TRUNCATE inbox_skips`);
      const first = newId();
      await skip(await hold(first), 'told twice by hand');
      service.clock.advance(1_000);
      const second = newId();
      await tell(eventOf(second, 2));
      const person = applicationPrincipal({ userId: newId() });
      await skip((await heldOf(second))?.id ?? '', 'lost for good', newId(), person);
      const { items, total, self, of, keyset } = await list(SKIPPED);
      expect([total, self.kind, of]).toEqual([2, 'listSkippedMessages', 'skipped-message']);
      const at = service.clock.system();
      expect(keyset).toEqual({ limit: 25 });
      expect(items.map(({ attributes }) => attributes)).toEqual([
        {
          ...{ consumer: 'diary', topic, key: second, sequence: 1 },
          ...{
            reason: 'lost for good',
            cause: 'waits for 1',
            by: person.applicationId,
            personId: person.userId,
            at: at.toISOString(),
          },
        },
        {
          ...{
            consumer: 'diary',
            topic,
            key: first,
            sequence: 1,
            reason: 'told twice by hand',
            cause: 'Error: no ink',
          },
          ...{ by: service.principal.applicationId, at: new Date(at.getTime() - 1_000).toISOString() },
        },
      ]);
      expect((await list(SKIPPED, { limit: '1' })).keyset).toEqual({ limit: 1, nextAnchor: items[0]?.id });
      const next = await list(SKIPPED, { limit: '1', anchor: items[0]?.id });
      expect([next.items, next.total, next.keyset]).toEqual([[items[1]], 2, { limit: 1 }]);
      expect((await service.call('GET', SKIPPED, { query: { limit: '201' } })).status).toBe(400);
    });

    it.each([[undefined], [''], ['  '], [7], ['x'.repeat(501)]])(
      'are not skipped for the reason %j',
      async (reason) => {
        const id = await hold(newId());
        expect((await service.call('POST', `${PARKED}/${id}/skips`, { body: { reason } })).status).toBe(400);
        expect((await service.call('GET', `${PARKED}/${id}`)).status).toBe(200);
      },
    );

    it('are not found by a name that none has', async () => {
      expect((await skip(newId())).status).toBe(404);
      expect((await service.call('GET', `${PARKED}/${newId()}`)).status).toBe(404);
      expect((await service.call('POST', `${PARKED}/ledger/replays`)).status).toBe(404);
    });

    it('are refused a page that is none, with pointers', async () => {
      const { status, body } = await service.call('GET', PARKED, { query: { limit: '0', anchor: 'x' } });
      expect([status, body]).toMatchObject([400, { faults: [{ path: '/query/limit' }, { path: '/query/anchor' }] }]);
    });
  });

  it('foreign messages are listed with a count, the reason, and what the last one claims', async () => {
    service.bus.intrude(topic, 'bad-signature', eventOf('x', 7), { nothing: true });
    service.bus.intrude(topic, 'bad-signature', { ...eventOf('y'.repeat(300), 1), data: 'x'.repeat(10_000) });
    await service.bus.settled();
    const { items, total, self, of } = await list(FOREIGN);
    expect([total, self.kind, of]).toEqual([2, 'listForeignMessages', 'foreign-message']);
    const [item] = items.filter(({ attributes }) => attributes['consumer'] === 'diary');
    const lastClaims = { key: 'y'.repeat(100), sequence: 1, type: 'customers.customer-created.v1' };
    const message = { type: lastClaims.type, data: '[invalid]' };
    expect(item?.attributes).toMatchObject({ topic, reason: 'bad-signature', count: 3, lastClaims, message });
    expect(item?.links).toMatchObject({ account: { kind: 'account' } });
    expect(JSON.stringify(items).length).toBeLessThan(2_000);
  });

  describe('read models', () => {
    const diary = async () => {
      const { items } = await list(MODELS);
      const [model] = items;
      if (!model) throw new Error('no read model');
      return model;
    };

    it('are those of consumers that can start over, with how far they are behind', async () => {
      const { items, total } = await list(MODELS);
      expect([total, items.map(({ attributes }) => attributes)]).toEqual([
        1,
        [{ name: 'diary', sources: [topic], state: 'current', lag: 0 }],
      ]);
      const { id } = await diary();
      expect((await service.call('GET', `${MODELS}/${id}`)).body).toEqual(items[0]);
      expect(items[0]?.links).toEqual({ rebuild: { kind: 'rebuildReadModel', id, service: 'transfers' } });
    });

    it('have again what they lost once they are rebuilt, and the same operation rebuilds once', async () => {
      const key = newId();
      await tell(eventOf(key, 1), eventOf(key, 2));
      await service.dataSource.query(`DELETE FROM diary WHERE page = '${key}:1'`);
      const { id } = await diary();
      const operationId = newId();
      const answer = await service.call('POST', `${MODELS}/${id}/rebuilds`, { operationId });
      expect(answer).toEqual({
        status: 202,
        body: { type: 'created', resource: { kind: 'read-model', id, service: 'transfers' } },
      });
      const rebuilt = () =>
        eventually('the rebuild has ended', async () => expect((await diary()).attributes['rebuild']).toBeUndefined());
      await rebuilt();
      expect((await pages(key)).toSorted()).toEqual([`${key}:1`, `${key}:2`]);

      await service.dataSource.query(`DELETE FROM diary WHERE page = '${key}:1'`);
      expect(await service.call('POST', `${MODELS}/${id}/rebuilds`, { operationId })).toEqual(answer);
      await rebuilt();
      expect(await pages(key)).toEqual([`${key}:2`]);
    });

    it('are not found by a name that none has', async () => {
      expect((await service.call('GET', `${MODELS}/${newId()}`)).status).toBe(404);
      for (const to of ['rebuilds', 'rebuilds/stop', 'rebuilds/swap'])
        expect((await service.call('POST', `${MODELS}/${newId()}/${to}`)).status).toBe(404);
    });
  });

  it.each([
    ['GET', PARKED],
    ['GET', `${PARKED}/${newId()}`],
    ['POST', `${PARKED}/${newId()}/replays`],
    ['POST', `${PARKED}/${newId()}/skips`],
    ['GET', FOREIGN],
    ['GET', SKIPPED],
    ['GET', MODELS],
    ['GET', `${MODELS}/${newId()}`],
    ['POST', `${MODELS}/${newId()}/rebuilds`],
    ['POST', `${MODELS}/${newId()}/rebuilds/stop`],
    ['POST', `${MODELS}/${newId()}/rebuilds/swap`],
  ] as const)('%s %s is for operators alone, and about this service', async (method, path) => {
    const principal = applicationPrincipal({ scopes: ['transactions', 'managecustomers'] });
    expect((await service.call(method, path, { principal })).status).toBe(403);
    expect((await service.call(method, path.replace('transfers', 'webhooks'))).status).toBe(404);
  });
});
