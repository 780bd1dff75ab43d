import { describe, expect, it } from '@jest/globals';
import { healthChecks } from '@halyard/contracts/operations';
import { Health } from '@halyard/http';
import { TestClock } from '@halyard/testing/clock';
import type { HealthFinding, HealthLook } from './health-look.js';
import { consumerLooks, databaseLook, dueWorkLook, named, outboxLook, readModelLooks } from './service-looks.js';

const clock = new TestClock(new Date('2026-03-02T12:00:00.000Z'));
const ago = (seconds: number): Date => new Date(clock.system().getTime() - seconds * 1_000);
const event = { stream: 'payment-1', revision: 3, id: 'an id', type: 'SecretMade', cause: 'Ada Byron' };

const found = async (looks: readonly HealthLook[]): Promise<Partial<Record<HealthLook['check'], HealthFinding>>> => {
  const all = await Promise.all(looks.map(async ({ check, look }) => [check, await look()] as const));
  return Object.fromEntries(all.filter(([, finding]) => finding !== undefined));
};

describe('a look at the database', () => {
  it('names what readiness misses', async () => {
    const health = new Health();
    health.register('database', () => undefined);
    expect(await found([databaseLook(health)])).toEqual({});
    health.register('keys', () => Promise.reject(new Error('secret')));
    expect(await found([databaseLook(health)])).toEqual({ database: { message: "The service can't use: keys." } });
  });
});

describe('a look at the outbox', () => {
  it('says since when the oldest event waits, once that is longer than the alert allows', async () => {
    const { above } = healthChecks['outbox-old'];
    expect(await found([outboxLook(() => Promise.resolve(above), clock)])).toEqual({});
    expect(await found([outboxLook(() => Promise.resolve(above + 1), clock)])).toMatchObject({
      'outbox-old': { since: ago(above + 1) },
    });
  });
});

describe('a look at due work', () => {
  it('says since when it is late, once that is longer than a while', async () => {
    const { above } = healthChecks['due-work-overdue'];
    expect(await found([dueWorkLook(() => Promise.resolve(above * 1_000), clock)])).toEqual({});
    expect(await found([dueWorkLook(() => Promise.resolve((above + 1) * 1_000), clock)])).toMatchObject({
      'due-work-overdue': { since: ago(above + 1) },
    });
  });
});

describe('looks at consumers', () => {
  const at = (lag: number, heldAt?: Date, count = 1) =>
    consumerLooks(
      () => [
        { consumer: 'diary', lag: () => Promise.resolve(lag) },
        { consumer: 'mail', lag: () => Promise.resolve(0) },
      ],
      {
        longestParked: () => Promise.resolve(heldAt && ({ heldAt, key: 'Ada Byron' } as never)),
        parkedCount: () => Promise.resolve(count),
      },
      clock,
    );

  it('find nothing up to the numbers of the alerts', async () => {
    const limit = at(healthChecks['consumers-behind'].above, ago(healthChecks['keys-parked'].above));
    expect(await found(limit)).toEqual({});
  });

  it('name the consumer that is behind', async () => {
    expect(await found(at(healthChecks['consumers-behind'].above + 1))).toEqual({
      'consumers-behind': { message: 'Consumers are far behind: diary.' },
    });
  });

  it.each([
    [1, 'Messages of 1 resource wait for an operator.'],
    [3, 'Messages of 3 resources wait for an operator.'],
  ])('count %i parked keys, and name none', async (count, message) => {
    const since = ago(healthChecks['keys-parked'].above + 1);
    expect(await found(at(0, since, count))).toEqual({ 'keys-parked': { message, since } });
  });
});

describe('looks at read models', () => {
  const model = { name: 'ledger', lag: () => Promise.resolve(0), rebuild: () => Promise.resolve(undefined) };
  const rebuild = (state: 'filling' | 'level' | 'differs' | 'stopped') => () =>
    Promise.resolve({ state, begun: ago(60), events: 1, of: 2, perSecond: 3 });

  it('find nothing in one that serves, is a little behind, or is rebuilt', async () => {
    const { above } = healthChecks['read-models-behind'];
    const fine = [model, { ...model, lag: () => Promise.resolve(above) }, { ...model, rebuild: rebuild('filling') }];
    expect(await found(readModelLooks(() => [...fine, { ...model, rebuild: rebuild('level') }]))).toEqual({});
  });

  it('name one that has stopped, without the event', async () => {
    const stopped = { ...model, stoppedAt: () => Promise.resolve(event) };
    expect(await found(readModelLooks(() => [stopped, { ...model, name: 'transfers' }]))).toEqual({
      'read-models-stopped': { message: "Read models have stopped at an event that they can't take: ledger." },
    });
  });

  it('name one that is far behind', async () => {
    const behind = { ...model, lag: () => Promise.resolve(healthChecks['read-models-behind'].above + 1) };
    expect(await found(readModelLooks(() => [behind]))).toEqual({
      'read-models-behind': { message: 'Read models are far behind: ledger.' },
    });
  });

  it.each(['differs', 'stopped'] as const)('name one whose rebuild %s', async (state) => {
    expect(await found(readModelLooks(() => [{ ...model, rebuild: rebuild(state) }]))).toEqual({
      'rebuilds-waiting': { message: 'Rebuilds of read models wait for an operator: ledger.' },
    });
  });
});

it('a sentence has five names at most', () => {
  expect(named(['a', 'b'])).toBe('a, b');
  expect(named(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe('a, b, c, d, e and 2 more');
});
