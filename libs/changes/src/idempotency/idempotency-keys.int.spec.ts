import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { created, type ErrorAnswer } from '@halyard/contracts';
import type {} from '@halyard/contracts/customers';
import { transferRoutes } from '@halyard/contracts/transfers';
import { DomainError, newId } from '@halyard/core';
import { EventStoreUnavailable } from '@halyard/event-store';
import { errorAnswer, type ServiceAnswer } from '@halyard/http';
import { ClockSightings, Housekeeping } from '@halyard/persistence';
import type { DataSource } from 'typeorm';
import { codeOf, idOf, KeyedService, pointersOf } from '../../test/keyed-service.js';
import { createServices, type TestServices } from '@halyard/testing/messaging';
import { gate } from '@halyard/testing/waiting';
import { type Effect, Effects } from './effects.js';
import { changesLifetimes } from '../changes-migrations.js';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

describe('IdempotencyKeys: a key, stored by the owner of its effect', () => {
  let services: TestServices;
  let dataSource: DataSource;
  let owner: KeyedService;
  let key: string;

  beforeAll(async () => {
    services = await createServices('customers');
    dataSource = services.dataSourceOf('customers');
    await KeyedService.prepare(dataSource);
  });
  afterAll(() => services.close());
  beforeEach(() => {
    owner = new KeyedService(dataSource);
    key = newId();
  });

  const things = (...owners: readonly KeyedService[]): Promise<number> =>
    owner.thingsOf(owners.flatMap(({ handled }) => handled.map(({ id }) => id)));

  it('answers a repeat with the first status and body, says so, and asks no handler', async () => {
    const first = await owner.send({ key });
    const again = await owner.send({ key });
    expect([first.status, codeOf(first), first.isReplayed]).toEqual([201, 'created', undefined]);
    expect(again).toEqual({ ...first, isReplayed: true });
    expect(owner.handled).toHaveLength(1);
    expect(await things(owner)).toBe(1);
  });

  it('does each operation under an id that a repeat keeps, and at the time of the repeat if nothing was committed', async () => {
    const away = errorAnswer(new DomainError('ServiceUnavailable'));
    await owner.send({ key, at: '2026-03-02T10:00:00.000Z' }, () => Promise.resolve(away));
    await owner.send({ key, at: '2026-03-02T11:11:11.111Z' });
    const [first, second] = owner.handled;
    expect(second?.id).toBe(first?.id);
    expect([first?.at, second?.at]).toEqual(['2026-03-02T10:00:00.000Z', '2026-03-02T11:11:11.111Z']);
  });

  it('takes the same body in another order for the same', async () => {
    const first = await owner.send({ key, body: { a: 1, b: { c: [1, 2] } } });
    const again = await owner.send({ key, body: { b: { c: [1, 2] }, a: 1 } });
    expect([idOf(again), again.isReplayed]).toEqual([idOf(first), true]);
  });

  it('refuses another body, with the pointers that differ', async () => {
    await owner.send({ key, body: { a: 1, b: 2 } });
    const answer = await owner.send({ key, body: { a: 1, b: 3, c: 4 } });
    expect([answer.status, codeOf(answer), pointersOf(answer)]).toEqual([422, 'IdempotencyKeyReused', ['/b', '/c']]);
    expect(owner.handled).toHaveLength(1);
  });

  it('refuses another path, at the key', async () => {
    await owner.send({ key });
    const answer = await owner.send({ key, path: '/others' });
    expect([answer.status, pointersOf(answer)]).toEqual([422, ['/headers/Idempotency-Key']]);
  });

  it('tells others apart by their hash alone where a body is too long to be kept', async () => {
    const body = { a: 'x'.repeat(20_000) };
    await owner.send({ key, body });
    const other = await owner.send({ key, body: { ...body, b: 1 } });
    expect([other.status, pointersOf(other)]).toEqual([422, []]);
    expect((await owner.send({ key, body })).isReplayed).toBe(true);
  });

  it.each([
    ['application', { applicationId: newId() }],
    ['account', { accountId: newId() }],
  ])('is one per %s', async (_, who) => {
    await owner.send({ key });
    expect((await owner.send({ key, ...who })).isReplayed).toBeUndefined();
    expect(await things(owner)).toBe(2);
  });

  describe('whose request was refused', () => {
    it('is free again, for any body', async () => {
      owner.refusal = new DomainError('ValidationError');
      expect((await owner.send({ key })).status).toBe(400);
      owner.refusal = undefined;
      expect(await owner.send({ key, body: { name: 'Grace' } })).toMatchObject({ status: 201 });
      const [first, second] = owner.handled;
      expect(second?.id).not.toBe(first?.id);
    });

    it('is free again after a refusal that nobody here knows', async () => {
      const body: ErrorAnswer = { type: 'error', code: 'SomethingNewer', message: 'No.' };
      await owner.send({ key }, () => Promise.resolve({ status: 403, body }));
      expect((await owner.send({ key, body: {} })).status).toBe(201);
    });

    it('keeps a refusal that had an effect, and answers it again', async () => {
      const wrong: ErrorAnswer = { type: 'error', code: 'ValidationError', message: 'Wrong.' };
      const attempt = () =>
        owner.send({ key }, async (operation) => {
          const body = await owner.changes.run(operation, () => Promise.resolve(wrong));
          return { status: 400, body };
        });
      const first = await attempt();
      expect(first).toEqual({ status: 400, body: wrong });
      expect(await attempt()).toEqual({ ...first, isReplayed: true });
      expect((await owner.send({ key, body: {} })).status).toBe(422);
      expect(owner.handled).toHaveLength(1);
    });

    it('lets no process that hung meanwhile do what was refused', async () => {
      const began = gate();
      const end = gate();
      const slow = new KeyedService(dataSource);
      const hanging = slow.send({ key }, async (operation) => {
        began.open();
        await end.opened;
        return slow.handle(operation);
      });
      await began.opened;
      const refused = errorAnswer(new DomainError('ValidationError'));
      expect((await owner.send({ key }, () => Promise.resolve(refused))).status).toBe(400);
      end.open();
      expect(codeOf(await hanging)).toBe('Conflict');
      expect(await things(slow, owner)).toBe(0);
    });

    it('lets no process that hung before it had the key do what was refused', async () => {
      const slow = new KeyedService(dataSource);
      const claim = slow.records.claim.bind(slow.records);
      const [began, end] = [gate(), gate()];
      jest.spyOn(slow.records, 'claim').mockImplementationOnce(async (wish) => {
        began.open();
        await end.opened;
        return claim(wish);
      });
      const hanging = slow.send({ key });
      await began.opened;
      owner.refusal = new DomainError('ValidationError');
      expect((await owner.send({ key })).status).toBe(400);
      end.open();
      expect(codeOf(await hanging)).toBe('Conflict');
      expect(slow.handled).toEqual([]);
      expect((await slow.send({ key, body: { name: 'Grace' } })).status).toBe(201);
      expect(await things(slow, owner)).toBe(1);
    });

    it('is decided anew for the same request sent again, and not for an earlier delivery of it', async () => {
      const id = newId();
      owner.refusal = new DomainError('ValidationError');
      expect((await owner.send({ key, id })).status).toBe(400);
      expect((await owner.send({ key, id, repeats: 1 })).status).toBe(400);
      owner.refusal = undefined;
      expect(codeOf(await owner.send({ key, id }))).toBe('Conflict');
      expect((await owner.send({ key, id, repeats: 2 })).status).toBe(201);
    });

    it('says no refusal while another process is about to do it', async () => {
      const began = gate();
      const end = gate();
      const slow = new KeyedService(dataSource);
      const doing = slow.send({ key }, async (operation) => {
        const body = await slow.changes.run(operation, async ({ tx }) => {
          await tx.query('SELECT FROM operations WHERE operation_id = $1 FOR UPDATE', [operation.id]);
          began.open();
          await end.opened;
          return created('customer', newId());
        });
        return { status: 201, body };
      });
      await began.opened;
      const refused = errorAnswer(new DomainError('ValidationError'));
      expect(codeOf(await owner.send({ key }, () => Promise.resolve(refused)))).toBe('Conflict');
      end.open();
      const done = await doing;
      expect(await owner.send({ key })).toEqual({ ...done, isReplayed: true });
    });

    it('answers what another process has done since, in place of a refusal', async () => {
      const other = new KeyedService(dataSource);
      let done: ServiceAnswer | undefined;
      const answer = await owner.send({ key }, async () => {
        done = await other.send({ key });
        return errorAnswer(new DomainError('ValidationError'));
      });
      expect(done?.status).toBe(201);
      expect(answer).toEqual({ ...done, isReplayed: true });
    });
  });

  describe('of which there is none, when a request was sent again', () => {
    const refused = errorAnswer(new DomainError('ValidationError'));

    it('lets no earlier delivery do what was refused', async () => {
      const id = newId();
      const slow = new KeyedService(dataSource);
      expect(await owner.send({ id, repeats: 1 }, () => Promise.resolve(refused))).toEqual(refused);
      await slow.send({ id });
      expect([slow.handled.length, await things(slow)]).toEqual([1, 0]);
    });

    it('answers what an earlier delivery has done since, in place of a refusal', async () => {
      const id = newId();
      const slow = new KeyedService(dataSource);
      let done: ServiceAnswer | undefined;
      const answer = await owner.send({ id, repeats: 1 }, async () => {
        done = await slow.send({ id });
        return refused;
      });
      expect(done?.status).toBe(201);
      expect(answer).toEqual({ ...done, isReplayed: true });
    });

    it.each([
      ['reading', { method: 'GET' }],
      ['what a service asked for', { principal: { kind: 'service', service: 'transfers' } }],
    ] as const)('keeps nothing of %s', async (_, asked) => {
      const rows = 'SELECT FROM operations';
      const before = await dataSource.query<unknown[]>(rows);
      await owner.send({ ...asked, repeats: 1 }, () => Promise.resolve(refused));
      expect(await dataSource.query<unknown[]>(rows)).toHaveLength(before.length);
    });
  });

  describe('of a change that others are to be told of', () => {
    it('tells them on the repeat where they could not be told, only then answers, and says that it stood', async () => {
      const told: unknown[] = [];
      let isAway = true;
      const telling = new KeyedService(dataSource, {
        tell: (answer) => {
          if (isAway) return Promise.reject(new DomainError('ServiceUnavailable'));
          told.push(answer);
          return Promise.resolve();
        },
      });
      expect((await telling.send({ key })).status).toBe(503);
      expect((await telling.send({ key })).status).toBe(503);
      expect((await telling.send({ key, body: {} })).status).toBe(422);
      isAway = false;
      const answer = await telling.send({ key });
      expect([answer.status, answer.isReplayed, told.length]).toEqual([201, true, 1]);
      expect(await telling.send({ key })).toEqual(answer);
      expect([told.length, await things(telling)]).toEqual([1, 1]);
    });
  });

  describe('whose effect says itself what became of it', () => {
    class Known extends Effects {
      effect: Effect = { kind: 'none' };
      override readonly route = transferRoutes.createTransfer;
      override outcomeOf = () => Promise.resolve(this.effect);
    }
    let effects: Known;
    let elsewhere: KeyedService;
    const done: ServiceAnswer = { status: 201, body: created('transfer', 'one') };
    const send = (body: unknown = {}) =>
      elsewhere.send({ key, body, path: '/transfers' }, async (_, claim) => {
        await claim?.see();
        return done;
      });

    beforeEach(() => {
      effects = new Known();
      elsewhere = new KeyedService(dataSource, { effects });
    });

    it('is answered from it', async () => {
      await send();
      effects.effect = { kind: 'stands', answer: done };
      expect(await send()).toEqual({ ...done, isReplayed: true });
      expect((await send({ other: 1 })).status).toBe(422);
      expect(elsewhere.handled).toHaveLength(1);
    });

    it('is claimed first, and not answered from it, on another route', async () => {
      effects.effect = { kind: 'stands', answer: done };
      const asked = { key, path: '/transfers/one' };
      const claims: unknown[] = [];
      const sendOther = () =>
        elsewhere.send(asked, (_, claim) => Promise.resolve(done).finally(() => claims.push(claim)));
      for (let times = 0; times < 2; times += 1) expect(await sendOther()).toEqual(done);
      expect(claims).toEqual([undefined, undefined]);
    });

    it('goes on with the same operation while there is none', async () => {
      await send();
      expect(await send()).toEqual(done);
      expect(new Set(elsewhere.handled.map(({ id }) => id)).size).toBe(1);
    });

    it("says when to come again while it can't be asked, and then completes the same operation", async () => {
      await send();
      const asked = jest.spyOn(effects, 'outcomeOf').mockRejectedValueOnce(new EventStoreUnavailable('away'));
      expect(await send()).toMatchObject({
        status: 503,
        body: { code: 'ServiceUnavailable', retryAfterSeconds: 1 },
      });
      expect(asked).toHaveBeenCalledTimes(1);
      expect(await send()).toEqual(done);
      expect(new Set(elsewhere.handled.map(({ id }) => id)).size).toBe(1);
    });

    it('is a new operation, of any body, once it was refused', async () => {
      await send();
      effects.effect = { kind: 'refused' };
      expect(await send({ other: 1 })).toEqual(done);
      expect(new Set(elsewhere.handled.map(({ id }) => id)).size).toBe(2);
    });
  });

  it('is kept for 24 hours of system time, also past midnight, and then no more', async () => {
    await owner.send({ key });
    owner.clock.advance(DAY_MS - 1_000);
    expect((await owner.send({ key })).isReplayed).toBe(true);
    owner.clock.advance(60_000);
    expect((await owner.send({ key })).isReplayed).toBeUndefined();
    expect((await owner.send({ key })).isReplayed).toBe(true);
    expect(await things(owner)).toBe(2);
  });

  it.each([109, -109])('outlives rounds of housekeeping by a clock that is %i days off for a while', async (days) => {
    const log = { info: () => undefined, warn: () => undefined };
    const house = new Housekeeping(dataSource, changesLifetimes, log);
    const sightings = new ClockSightings(dataSource, log, () => Promise.resolve(owner.clock.system()));
    const rounds = async (count: number): Promise<void> => {
      for (let round = 0; round < count; round += 1) {
        await house.keep(await sightings.look(owner.clock.system()));
        owner.clock.advance(HOUR_MS);
      }
    };
    await rounds(30);
    await owner.send({ key });
    owner.clock.advance(days * DAY_MS);
    await rounds(20);
    owner.clock.advance(-days * DAY_MS);
    await rounds(3);
    expect((await owner.send({ key })).isReplayed).toBe(true);
    expect(await things(owner)).toBe(1);
  });

  it('leaves nothing readable of what was asked and answered', async () => {
    await owner.send({ key, body: { name: 'Wilhelmina' } });
    const rows = await dataSource.query<Record<string, unknown>[]>('SELECT * FROM operations');
    const text = rows
      .flatMap((row) => Object.values(row))
      .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value)))
      .join('\n');
    expect(text).not.toContain('Wilhelmina');
    expect(text).not.toContain(key);
  });
});
