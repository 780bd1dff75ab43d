import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { created, type Operation } from '@halyard/contracts';
import type {} from '@halyard/contracts/customers';
import { DomainError, newId } from '@halyard/core';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { recordsOf } from '@halyard/testing/messaging';
import { createServices, type TestServices } from '@halyard/testing/messaging';
import { type Change, type HistoryEntry } from './change.js';
import { Changes } from './changes.js';
import { eventually, gate } from '@halyard/testing/waiting';

describe('Changes', () => {
  let services: TestServices;
  let dataSource: DataSource;
  let changes: Changes;

  const operation = (more: Partial<Operation> = {}): Operation => ({
    id: newId(),
    requestId: newId(),
    principal: { kind: 'service', service: 'gateway' },
    at: '2026-01-05T12:00:00.000Z',
    ...more,
  });
  const entry = (key: string, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
    key,
    accountId: newId(),
    type: 'customers.thing-happened.v1',
    data: { key },
    at: new Date('2026-01-05T12:00:00.123Z'),
    ...more,
  });
  const historyOf = (key: string) =>
    dataSource.query<Record<string, unknown>[]>(`SELECT * FROM history WHERE key = $1 ORDER BY sequence`, [key]);

  beforeAll(async () => {
    services = await createServices('customers');
    dataSource = services.dataSourceOf('customers');
    changes = new Changes(dataSource, recordsOf(dataSource));
  });
  afterAll(() => services.close());

  describe('record', () => {
    it('numbers the facts of a key from 1, and keeps all of them', async () => {
      const [key, other] = [newId(), newId()];
      const accountId = newId();
      const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
      await dataSource.transaction(async (tx) => {
        const { record } = changes.within(tx, traceparent);
        await record(entry(key, { accountId, sealed: Buffer.from('sealed') }));
        await record(entry(other));
        await record();
        await record(entry(key, { accountId, data: ['a list'] }));
      });
      expect(await historyOf(other)).toMatchObject([{ sequence: 1 }]);
      expect(await historyOf(key)).toMatchObject([
        {
          sequence: 1,
          account_id: accountId,
          type: 'customers.thing-happened.v1',
          at: new Date('2026-01-05T12:00:00.123Z'),
          data: { key },
          sealed: Buffer.from('sealed'),
          traceparent,
        },
        { sequence: 2, data: ['a list'], sealed: null },
      ]);
    });

    it('takes several facts at once, in their order, each of its key and with its trace', async () => {
      const [key, other] = [newId(), newId()];
      const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
      await dataSource.transaction(async (tx) => {
        const { record } = changes.within(tx);
        await record(entry(key));
        await record(entry(key, { data: 'b', traceparent }), entry(other), entry(key, { data: 'c' }));
      });
      const rows = [...(await historyOf(key)), ...(await historyOf(other))];
      expect(rows).toMatchObject([
        { sequence: 1, traceparent: null },
        { sequence: 2, data: 'b', traceparent },
        { sequence: 3, data: 'c', traceparent: null },
        { sequence: 1 },
      ]);
      const places = rows.map(({ position }) => Number(position));
      expect(places[1]).toBeLessThan(places[3] ?? 0);
      expect(places[3]).toBeLessThan(places[2] ?? 0);
    });

    it('keeps the trace of the operation', async () => {
      const key = newId();
      const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00';
      await changes.run(operation({ traceparent }), async ({ record }) => {
        await record(entry(key));
        return created('customer', key);
      });
      expect(await historyOf(key)).toMatchObject([{ traceparent }]);
    });

    it('numbers a key that many change at once without a hole, lock or no lock', async () => {
      const key = newId();
      // As many as there are attempts: whoever loses has lost to another's commit.
      const answers = Array.from({ length: 10 }, () =>
        changes.run(operation(), async ({ record }) => {
          await record(entry(key));
          return created('customer', key);
        }),
      );
      await Promise.all(answers);
      const numbers = (await historyOf(key)).map(({ sequence }) => sequence);
      expect(numbers).toEqual(Array.from({ length: 10 }, (_, index) => index + 1));
    });

    it('gives up on a key that is always taken by another, as unavailable', async () => {
      let attempts = 0;
      const losing = changes.run(operation(), () => {
        attempts += 1;
        return Promise.reject(Object.assign(new Error('taken'), { constraint: 'history_key_sequence' }));
      });
      await expect(losing).rejects.toMatchObject({ code: 'ServiceUnavailable' });
      expect(attempts).toBe(10);
    });

    it('tells those who listen once for a transaction, when it commits', async () => {
      const listener = new Client({ connectionString: services.readerUrl });
      await listener.connect();
      const heard: string[] = [];
      listener.on('notification', ({ channel }) => heard.push(channel));
      await listener.query(`LISTEN customers_history; LISTEN finished`);
      await changes.run(operation(), async ({ record }) => {
        await record(entry(newId()));
        await record(entry(newId()));
        expect(heard).toEqual([]);
        return created('customer', '');
      });
      await dataSource.query(`NOTIFY finished`);
      await eventually('the operation is finished', () => expect(heard).toContain('finished'));
      expect(heard).toEqual(['customers_history', 'finished']);
      await listener.end();
    });
  });

  describe('run', () => {
    let key: string;
    let runs: number;
    beforeEach(() => {
      key = newId();
      runs = 0;
    });
    /** Answers how often it was done. */
    const once = (key: string) => async (change: Change) => {
      runs += 1;
      await change.record(entry(key));
      return created('customer', `${key}:${runs}`);
    };

    it('answers the stored outcome to the same operation, without doing it again', async () => {
      const same = operation();
      const first = await changes.run(same, once(key));
      expect(first).toEqual(created('customer', `${key}:1`));
      expect(await changes.run(same, once(key))).toEqual(first);
      expect(await historyOf(key)).toHaveLength(1);
    });

    it('does an operation that comes several times at once only once, and answers all alike', async () => {
      const same = operation();
      const answers = await Promise.all(Array.from({ length: 5 }, () => changes.run(same, once(key))));
      expect(new Set(answers.map(({ resource }) => resource.id))).toEqual(new Set([`${key}:1`]));
      expect(await historyOf(key)).toHaveLength(1);
    });

    it('lets the second of two go on with an operation that the first was refused', async () => {
      const same = operation();
      const entered = gate();
      const refusal = gate();
      const first = changes.run(same, async () => {
        entered.open();
        await refusal.opened;
        throw new DomainError('NotFound');
      });
      await entered.opened;
      const second = changes.run(same, once(key));
      refusal.open();
      await expect(first).rejects.toMatchObject({ code: 'NotFound' });
      expect(await second).toEqual(created('customer', `${key}:1`));
    });

    it('leaves nothing of an operation that was refused', async () => {
      const same = operation();
      const refused = changes.run(same, async ({ record }) => {
        await record(entry(key));
        throw new DomainError('InvalidResourceState');
      });
      await expect(refused).rejects.toMatchObject({ code: 'InvalidResourceState' });
      expect(await historyOf(key)).toEqual([]);
      expect(await dataSource.query(`SELECT FROM operations WHERE operation_id = $1`, [same.id])).toEqual([]);
    });

    it('commits what the work wrote together with history and outcome', async () => {
      await dataSource.query(`CREATE TABLE IF NOT EXISTS things (id text PRIMARY KEY)`);
      const work = async ({ tx, record }: Change) => {
        await tx.query(`INSERT INTO things VALUES ($1)`, [key]);
        await record(entry(key));
        return created('customer', key);
      };
      await changes.run(operation(), work);
      await expect(changes.run(operation(), work)).rejects.toThrow('things_pkey');
      expect(await historyOf(key)).toHaveLength(1);
    });
  });
});
