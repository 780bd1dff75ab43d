import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type DynamicModule, Injectable, Module } from '@nestjs/common';
import { type CloudEvent, ref, type Topic } from '@halyard/contracts';
import type {} from '@halyard/contracts/operations';
import { type QuietAnswer, quietAnswer, type QuietQuestion, QUIET_PAGE } from '@halyard/contracts/sandbox-clock';
import { Changes } from '@halyard/changes';
import { DomainError, newId } from '@halyard/core';
import { servicePrincipal, startTestService, type TestService } from '@halyard/testing';
import { eventOf } from '@halyard/testing/messaging';
import type { EntityManager } from 'typeorm';
import { ConsumersModule, EventConsumer, QuietQuestionsController, WorkUnderWay } from '../index.js';

const topic: Topic = 'customers.events.v1';
const NOTHING = { keys: [], deliveries: false };

/** The errors that the consumer makes, by key. */
const trouble = new Map<string, Error>();

@Injectable()
class DiaryConsumer extends EventConsumer {
  override readonly name = 'diary';
  override readonly topics = [topic];

  override handle(events: readonly CloudEvent[]): Promise<void> {
    const error = events.map(({ partitionkey }) => trouble.get(partitionkey)).find((one) => one !== undefined);
    return error ? Promise.reject(error) : Promise.resolve();
  }
}

/** What the service does besides is what a test says. */
const ownWork = { of: (): ReturnType<WorkUnderWay['of']> => Promise.resolve({ waitingFor: [] }) };

@Module({
  imports: [ConsumersModule.register([DiaryConsumer])],
  controllers: [QuietQuestionsController],
  providers: [{ provide: WorkUnderWay, useValue: ownWork }],
})
class Service {
  static readonly dynamic: DynamicModule = { module: Service };
}

describe('whether an account is quiet', () => {
  let service: TestService;
  let accountId: string;
  beforeAll(async () => {
    service = await startTestService({
      name: 'funding-sources',
      config: () => ({}),
      module: () => Service.dynamic,
      entities: [],
      migrations: [],
    });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    accountId = newId();
    ownWork.of = () => Promise.resolve({ waitingFor: [] });
  });

  const ask = async (question: Partial<QuietQuestion> = {}): Promise<QuietAnswer> => {
    const path = `/internal/account-clocks/${accountId}/quiet-questions`;
    const principal = servicePrincipal('transfers');
    const { body } = await service.call('POST', path, { principal, body: { ...NOTHING, ...question } });
    if (body.type !== 'fact') throw new Error(JSON.stringify(body));
    return quietAnswer.parse(body.fact);
  };
  const entryOf = (key: string, of = accountId) => ({
    key,
    accountId: of,
    type: 'funding-sources.funding-source-added.v1',
    data: {},
    at: service.clock.system(),
  });
  const write = (tx: EntityManager, ...keys: readonly string[]) =>
    service
      .get(Changes)
      .within(tx)
      .record(...keys.map((key) => entryOf(key)));
  const written = async (after?: string) => {
    const page = (await ask({ written: { ...(after !== undefined && { after }) } })).written;
    if (!page) throw new Error('nothing is said of what was written');
    return page;
  };

  describe('what was written', () => {
    it('is named by key with the last sequence, after a place, and for the account alone', async () => {
      const [a, b] = [newId(), newId()];
      const { manager } = service.dataSource;
      await service.get(Changes).within(manager).record(entryOf(newId(), newId()));
      await write(manager, a, b, a);
      const first = await written();
      expect(first.keys.toSorted((one, other) => other.sequence - one.sequence)).toEqual([
        { key: a, sequence: 2 },
        { key: b, sequence: 1 },
      ]);
      await write(manager, b);
      expect((await written(first.next)).keys).toEqual([{ key: b, sequence: 2 }]);
      expect((await written(first.final)).keys).toEqual([{ key: b, sequence: 2 }]);
    });

    it('is not named unless it is asked for', async () => {
      await write(service.dataSource.manager, newId());
      expect((await ask()).written).toBeUndefined();
    });

    it('comes in pages', async () => {
      const keys = Array.from({ length: QUIET_PAGE + 1 }, () => newId());
      await write(service.dataSource.manager, ...keys);
      const first = await written();
      expect([first.keys.length, first.isFull]).toEqual([QUIET_PAGE, true]);
      const { keys: others, isFull } = await written(first.next);
      expect(isFull).toBe(false);
      expect([...first.keys, ...others].map(({ key }) => key)).toEqual(keys);
    });

    it('is named although its transaction began before others that are committed', async () => {
      const [late, early] = [newId(), newId()];
      const session = service.dataSource.createQueryRunner();
      await session.startTransaction();
      try {
        await write(session.manager, late);
        await write(service.dataSource.manager, early);
        const first = await written();
        expect(first.keys.map(({ key }) => key)).toEqual([early]);
        // Who begins at the last place that is named would never hear of the late one.
        expect(first.final).toBeUndefined();
        await session.commitTransaction();
        expect((await written(first.next)).keys).toEqual([]);
        const second = await written(first.final);
        expect(second.keys.map(({ key }) => key)).toEqual([late, early]);
        expect(second.final).toBe(second.next);
      } finally {
        await session.release();
      }
    });
  });

  describe('what others wrote', () => {
    const keyOf = (key: string, sequence: number) => ({ source: 'customers', key, sequence }) as const;

    it('is unreached until each consumer of its topic has handled it', async () => {
      const key = newId();
      const keys = [keyOf(key, 1), keyOf(key, 2), { ...keyOf(key, 1), source: 'auth' as const }];
      expect((await ask({ keys })).unreached).toEqual(keys.slice(0, 2));
      service.bus.tell(topic, eventOf(key, 1));
      await service.bus.settled();
      expect((await ask({ keys })).unreached).toEqual(keys.slice(1, 2));
      service.bus.tell(topic, eventOf(key, 2));
      await service.bus.settled();
      expect((await ask({ keys })).unreached).toEqual([]);
    });

    describe('and failed', () => {
      const failing = async (key: string, event: object) => {
        service.bus.tell(topic, { ...eventOf(key, 1), ...event });
        await service.bus.settled();
        const sql = 'SELECT id FROM inbox_failures WHERE key = $1';
        const [row] = await service.dataSource.query<{ id: string }[]>(sql, [key]);
        if (!row) throw new Error('it did not fail');
        return row.id;
      };
      const parked = (id: string) => [{ what: 'parked', count: 1, example: ref('parked-key', id, 'funding-sources') }];

      it('is named with its link if it is parked and of the account', async () => {
        const id = await failing(newId(), { accountid: accountId, time: 'yesterday' });
        expect((await ask()).waitingFor).toEqual(parked(id));
        accountId = newId();
        expect((await ask()).waitingFor).toEqual([]);
      });

      it('is not named if it is of another account and only mentions this one', async () => {
        await failing(newId(), { accountid: newId(), data: { accountId }, time: 'yesterday' });
        expect((await ask()).waitingFor).toEqual([]);
      });

      it('is named if its message says nothing of an account, but its key was asked for', async () => {
        const key = newId();
        const id = await failing(key, { accountid: '\0' });
        expect((await ask()).waitingFor).toEqual([]);
        expect((await ask({ keys: [keyOf(key, 1)] })).waitingFor).toEqual(parked(id));
      });

      it('is only unreached while it is tried again', async () => {
        const key = newId();
        trouble.set(key, new DomainError('ServiceUnavailable'));
        await failing(key, { accountid: accountId });
        expect(await ask({ keys: [keyOf(key, 1)] })).toMatchObject({ unreached: [keyOf(key, 1)], waitingFor: [] });
      });
    });
  });

  it('tells what the service has under way, with what it says to be asked again', async () => {
    const asked: unknown[] = [];
    ownWork.of = (...question: unknown[]) => {
      asked.push(question);
      return Promise.resolve({ waitingFor: [{ what: 'payment', count: 3 }], bound: '7', events: 9 });
    };
    const answer = { unreached: [], waitingFor: [{ what: 'payment', count: 3 }], bound: '7', events: 9 };
    expect(await ask({ deliveries: true, bound: '6' })).toEqual(answer);
    expect(asked).toEqual([[accountId, { deliveries: true, bound: '6' }]]);
    const keys = [{ source: 'auth', key: newId(), sequence: 1 }] as const;
    expect(await ask({ keys })).toEqual({ unreached: [], waitingFor: [] });
  });

  it('looks at its own work before it names what it wrote', async () => {
    const key = newId();
    ownWork.of = async () => {
      await write(service.dataSource.manager, key);
      return { waitingFor: [] };
    };
    expect((await written()).keys).toEqual([{ key, sequence: 1 }]);
  });

  it('is told to transfers alone', async () => {
    const path = `/internal/account-clocks/${accountId}/quiet-questions`;
    const statusFor = async (principal = service.principal as Parameters<typeof service.call>[2]) =>
      (await service.call('POST', path, { body: NOTHING, ...principal })).status;
    expect(await statusFor({})).toBe(404);
    expect(await statusFor({ principal: servicePrincipal('webhooks') })).toBe(403);
    expect(await statusFor({ principal: servicePrincipal('transfers') })).toBe(200);
  });

  it.each([{}, { ...NOTHING, written: { after: 'x' } }, { ...NOTHING, keys: [{ source: 'gateway' }] }])(
    'refuses %j',
    async (body) => {
      const path = `/internal/account-clocks/${accountId}/quiet-questions`;
      const { status } = await service.call('POST', path, { principal: servicePrincipal('transfers'), body });
      expect(status).toBe(400);
    },
  );
});
