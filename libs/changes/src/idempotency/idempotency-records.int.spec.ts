import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DAY_MS, newId } from '@halyard/core';
import { TestClock } from '@halyard/testing/clock';
import type { Pool, QueryConfig } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { KeyedService } from '../../test/keyed-service.js';
import { recordsOf } from '@halyard/testing/messaging';
import { createServices, type TestServices } from '@halyard/testing/messaging';
import type { KeyClaim, IdempotencyRecords } from './idempotency-records.js';

const SECOND_MS = 1_000;
const MIDNIGHT = new Date('2026-03-11T00:00:00.000Z');

const wish = (id: string): KeyClaim => ({
  id,
  operationId: newId(),
  accountTime: '2026-03-10T12:00:00.000Z',
  fingerprint: newId(),
  sealedRequest: Buffer.from('request'),
  sentAs: newId(),
});

describe('IdempotencyRecords', () => {
  let services: TestServices;
  let dataSource: DataSource;

  beforeAll(async () => {
    services = await createServices('customers');
    dataSource = services.dataSourceOf('customers');
    await KeyedService.prepare(dataSource);
    for (const day of ['2026-03-10', '2026-03-11', '2026-03-12']) {
      const end = new Date(Date.parse(day) + DAY_MS).toISOString();
      await dataSource.query(
        `CREATE TABLE operations_${day.replaceAll('-', '')} PARTITION OF operations
         FOR VALUES FROM ('${day}T00:00:00Z') TO ('${end}')`,
      );
    }
  });
  afterAll(() => services.close());

  const clockAt = (offsetMs: number): TestClock => new TestClock(new Date(MIDNIGHT.getTime() + offsetMs));
  const recordsAt = (offsetMs: number): IdempotencyRecords => recordsOf(dataSource, { clock: clockAt(offsetMs) });
  /** The operation that a wish's key stands for. */
  const operationFor = async (records: IdempotencyRecords, wanted: KeyClaim): Promise<string> =>
    (await records.claim(wanted))?.operationId ?? wanted.operationId;

  it('gives a key to one of many, also where their clocks stand on both sides of midnight', async () => {
    const processes = [recordsAt(-2_500), recordsAt(2_500)];
    for (let round = 0; round < 25; round += 1) {
      const keys = Array.from({ length: 200 }, () => newId());
      const operations = await Promise.all(
        keys.flatMap((key) => processes.map((records) => operationFor(records, wish(key)))),
      );
      expect([operations.length, new Set(operations).size]).toEqual([400, 200]);
    }
  });

  it('answers each wish of a batch with its own record, and the same key twice with the first', async () => {
    const records = recordsAt(0);
    const wishes = Array.from({ length: 100 }, () => wish(newId()));
    const again = wishes.map(({ id }) => wish(id));
    const answers = await Promise.all([...wishes, ...again].map((one) => operationFor(records, one)));
    const expected = wishes.map(({ operationId }) => operationId);
    expect(answers).toEqual([...expected, ...expected]);
  });

  it('answers every wish with a record that stands, while keys are let go of at the same time', async () => {
    const [claiming, releasing] = [recordsAt(0), recordsAt(0)];
    const keys = Array.from({ length: 50 }, () => newId());
    for (let round = 0; round < 50; round += 1) {
      const operations = await Promise.all(keys.map((key) => operationFor(claiming, wish(key))));
      const wishes = keys.map((key) => wish(key));
      const [claimed] = await Promise.all([
        Promise.all(wishes.map((one) => operationFor(claiming, one))),
        ...keys.map((id, index) => {
          const operationId = operations[index] ?? '';
          return releasing.release({ id, operationId, refused: operationId, sealedTarget: Buffer.from('target') });
        }),
      ]);
      const made = wishes.flatMap(({ operationId }) => (claimed.includes(operationId) ? [operationId] : []));
      const sql = 'SELECT operation_id FROM operations WHERE operation_id = ANY ($1)';
      expect(await dataSource.query<unknown[]>(sql, [made])).toHaveLength(made.length);
    }
  });

  it.each([
    ['a second before midnight', -SECOND_MS],
    ['at midnight', 0],
    ['three seconds after midnight', 3 * SECOND_MS],
    ['at noon', DAY_MS / 2],
  ])('never has two effects while a record is valid for one of two clocks, 24 hours after %s', async (_, at) => {
    for (const [user, other] of [
      [0, 5 * SECOND_MS],
      [5 * SECOND_MS, 0],
    ] as const) {
      const [first, second] = [new KeyedService(dataSource), new KeyedService(dataSource)];
      const key = newId();
      const effects = () => first.thingsOf([...first.handled, ...second.handled].map(({ id }) => id));
      const sendAt = (ms: number) => {
        first.clock.set(new Date(MIDNIGHT.getTime() + ms + user));
        second.clock.set(new Date(MIDNIGHT.getTime() + ms + other));
        return Promise.all([first, second].map((process) => process.send({ key })));
      };
      first.clock.set(new Date(MIDNIGHT.getTime() + at + user));
      await first.send({ key });
      const validUntil = at + user + DAY_MS;
      for (let now = at + DAY_MS - 10 * SECOND_MS; now + Math.min(user, other) < validUntil; now += SECOND_MS) {
        await sendAt(now);
        expect(await effects()).toBe(1);
      }
      await sendAt(validUntil + 30 * SECOND_MS);
      expect(await effects()).toBe(2);
    }
  });

  it('lets nobody go of a key but for the operation that it stands for', async () => {
    const records = recordsAt(0);
    const first = wish(newId());
    await records.claim(first);
    expect(
      await records.release({
        ...first,
        operationId: newId(),
        refused: first.sentAs,
        sealedTarget: Buffer.from('target'),
      }),
    ).toBeUndefined();
    expect(await operationFor(records, wish(first.id))).toBe(first.operationId);
    expect(
      await records.release({ ...first, refused: first.sentAs, sealedTarget: Buffer.from('target') }),
    ).toBeUndefined();
    const second = wish(first.id);
    expect(await operationFor(records, second)).toBe(second.operationId);
  });

  it('gives a key that was refused to what was sent later, and not to what was sent before or is the same', async () => {
    const records = recordsAt(0);
    const [earlier, first] = [newId(), wish(newId())];
    const [another, later] = [wish(first.id), wish(first.id)];
    await records.claim(first);
    await records.release({ ...first, refused: another.sentAs, sealedTarget: Buffer.from('target') });
    for (const sentAs of [earlier, first.sentAs, another.sentAs]) {
      expect(await records.claim({ ...wish(first.id), sentAs })).toMatchObject({ isFree: true });
    }
    expect(await records.claim(later)).toBeUndefined();
  });

  it.each([
    ['waits for the disk', true, 'on'],
    ['need not be on disk by itself', false, 'off'],
  ])('a claim %s where it is durable: %s', async (_, isDurable, expected) => {
    const settings: string[] = [];
    const lone = await services.another('customers', 'a lone connection');
    const client = await ((lone.driver as PostgresDriver).master as Pool).connect();
    await client.query('BEGIN');
    const query = async (statement: QueryConfig) => {
      const result = await client.query(statement);
      const { rows } = await client.query<{ synchronous_commit: string }>('SHOW synchronous_commit');
      settings.push(...rows.map(({ synchronous_commit }) => synchronous_commit));
      return result;
    };
    const seeing = Object.create(lone, { driver: { value: { master: { query } } } }) as DataSource;
    await recordsOf(seeing, { isDurable }).claim(wish(newId()));
    await client.query('COMMIT');
    client.release();
    await lone.destroy();
    expect(settings).toEqual([expected]);
  });
});
