import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DomainError, newId } from '@halyard/core';
import { errorAnswer } from '@halyard/http';
import { counts } from '@halyard/testing/counts';
import type { DataSource } from 'typeorm';
import { codeOf, idOf, KeyedService, pointersOf } from '../../test/keyed-service.js';
import { createServices, cut, type TestServices } from '@halyard/testing/messaging';
import { eventually, gate } from '@halyard/testing/waiting';

const ANOTHER = 'another process of customers';
describe('a key', () => {
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

  describe('that is being used', () => {
    it('answers 409 at once to the same request, and 422 to another, without asking the database', async () => {
      const held = owner.hold();
      const first = owner.send({ key });
      await held.reached;
      const asked = jest.spyOn(dataSource, 'query');
      const same = await owner.send({ key });
      const other = await owner.send({ key, body: { name: 'Grace' } });
      expect(asked).not.toHaveBeenCalled();
      asked.mockRestore();
      expect([same.status, codeOf(same)]).toEqual([409, 'Conflict']);
      expect([other.status, pointersOf(other)]).toEqual([422, ['/name']]);
      const long = await owner.send({ key, body: { name: 'x'.repeat(20_000) } });
      expect([long.status, pointersOf(long)]).toEqual([422, []]);
      held.release();
      expect((await first).status).toBe(201);
    });

    it('answers 409 in another process, which holds nothing meanwhile', async () => {
      const held = owner.hold();
      const first = owner.send({ key });
      await held.reached;
      const others = Array.from({ length: 50 }, () => new KeyedService(dataSource));
      const answers = await Promise.all(others.map((other) => other.send({ key })));
      expect(new Set(answers.map(codeOf))).toEqual(new Set(['Conflict']));
      held.release();
      expect((await first).status).toBe(201);
      expect(await things(owner, ...others)).toBe(1);
    });

    it.each([
      ['done', undefined],
      ['refused', new DomainError('ValidationError')],
    ])(
      `has one outcome for fifty at once in three processes, ${counts.keysAtOnce} times over, if it is %s`,
      async (_, refusal) => {
        for (let round = 0; round < counts.keysAtOnce; round += 1) {
          const same = newId();
          const processes = Array.from({ length: 3 }, () => new KeyedService(dataSource));
          for (const process of processes) process.refusal = refusal;
          const answers = await Promise.all(
            Array.from({ length: 50 }, (_, index) => (processes[index % 3] ?? owner).send({ key: same })),
          );
          const expected = refusal ? [400, 409] : [201, 409];
          expect(answers.map(({ status }) => status).filter((status) => !expected.includes(status))).toEqual([]);
          expect(new Set(answers.flatMap((answer) => idOf(answer) ?? [])).size).toBe(refusal ? 0 : 1);
          expect(await things(...processes)).toBe(refusal ? 0 : 1);
        }
      },
    );
  });

  describe('whose outcome nobody knows', () => {
    it.each(['ServerError', 'ServiceUnavailable', 'RequestTimeout', 'Conflict'] as const)(
      'lets a repeat complete the very same operation at once, after %s',
      async (code) => {
        const lost = errorAnswer(new DomainError(code));
        expect(await owner.send({ key }, () => Promise.resolve(lost))).toEqual(lost);
        expect((await owner.send({ key, body: {} })).status).toBe(422);
        const again = await owner.send({ key });
        expect([again.status, again.isReplayed]).toEqual([201, undefined]);
        expect(new Set(owner.handled.map(({ id }) => id)).size).toBe(1);
      },
    );

    it('is completed by a repeat as soon as the database knows that its process is gone', async () => {
      const lone = await services.another('customers', ANOTHER);
      const dying = new KeyedService(lone);
      const began = gate();
      dying.pass = () => {
        began.open();
        return new Promise(() => undefined);
      };
      void dying.send({ key }).catch(() => undefined);
      await began.opened;
      expect((await owner.send({ key })).status).toBe(409);
      await cut(services.admin, ANOTHER);
      await eventually('the key is served again', async () => expect((await owner.send({ key })).status).toBe(201));
      expect(await things(owner, dying)).toBe(1);
      await lone.destroy();
    });

    it('ends the transaction of a process that was stopped in the middle, after some seconds', async () => {
      const held = owner.hold();
      const stopped = owner.send({ key });
      await held.reached;
      const [row] = await dataSource.query<{ count: number }[]>(
        `SELECT count(*)::int AS count FROM pg_stat_activity
         WHERE state = 'idle in transaction' AND datname = current_database()`,
      );
      expect(row?.count).toBe(1);
      const other = new KeyedService(dataSource);
      expect((await other.send({ key })).status).toBe(409);
      await eventually('the key is served again', async () => expect((await other.send({ key })).status).toBe(201));
      held.release();
      expect((await stopped).status).toBeGreaterThanOrEqual(409);
      expect(await things(owner, other)).toBe(1);
    });
  });
});
