import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@halyard/testing';
import { createLogger } from '@halyard/observability';
import { randomBytes, randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { ErasedError, KeysError, openDatabase, PostgresSealer, sealingMigrations, UnsealingError } from '../index.js';

const master = randomBytes(32);
const keys = { masters: () => [master], fingerprint: randomBytes(32) };

describe('PostgresSealer', () => {
  let testDatabase: TestDatabase;
  let database: DataSource;
  const sealers: PostgresSealer[] = [];
  const newSealer = (overrides: Partial<typeof keys> = {}): PostgresSealer => {
    const sealer = new PostgresSealer(database, { ...keys, ...overrides });
    sealers.push(sealer);
    return sealer;
  };

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await openDatabase({
      service: 'customers',
      url: testDatabase.url,
      entities: [],
      migrations: [...sealingMigrations],
      poolSize: 2,
      logger: createLogger({ service: 'customers', level: 'silent' }),
    });
  });
  afterEach(() => Promise.all(sealers.splice(0).map((sealer) => sealer.close())));
  afterAll(async () => {
    await database.destroy();
    await testDatabase.drop();
  });

  it('tells whether a data key was in memory', async () => {
    const subject = randomUUID();
    const sealed = await newSealer().seal(subject, 'customers.ssn', '123-45-6789');
    const looks: boolean[] = [];
    const other = newSealer();
    other.onKeyRead = (isHit) => looks.push(isHit);
    await other.open(subject, 'customers.ssn', sealed);
    await other.open(subject, 'customers.ssn', sealed);
    await other.seal(subject, 'customers.ssn', '987-65-4321');
    expect(looks).toEqual([false, true, true]);
  });

  it('opens what it sealed, in this process and in another', async () => {
    const subject = randomUUID();
    const sealed = await newSealer().seal(subject, 'customers.ssn', '123-45-6789 ü');
    expect(sealed.includes('123-45')).toBe(false);
    expect(await newSealer().open(subject, 'customers.ssn', sealed)).toBe('123-45-6789 ü');
  });

  it('opens a value under its own subject and context only', async () => {
    const [subject, other] = [randomUUID(), randomUUID()];
    const sealer = newSealer();
    const sealed = await sealer.seal(subject, 'customers.ssn', '123-45-6789');
    await sealer.seal(other, 'customers.ssn', 'makes a key');
    await expect(sealer.open(subject, 'customers.ein', sealed)).rejects.toThrow(UnsealingError);
    await expect(sealer.open(other, 'customers.ssn', sealed)).rejects.toThrow(UnsealingError);
    await expect(sealer.open(randomUUID(), 'customers.ssn', sealed)).rejects.toThrow('there is no data key');
    expect(await sealer.open(subject, 'customers.ssn', sealed)).toBe('123-45-6789');
  });

  it('ends with one key when many processes create it at once', async () => {
    const subject = randomUUID();
    const racers = Array.from({ length: 8 }, () => newSealer());
    const sealed = await Promise.all(racers.map((sealer, index) => sealer.seal(subject, 'race', String(index))));
    const reader = newSealer();
    const opened = await Promise.all(sealed.map((value) => reader.open(subject, 'race', value)));
    expect(opened).toEqual(racers.map((_, index) => String(index)));
  });

  it('seals for those whom it was prepared for without asking for anything more', async () => {
    const [known, fresh, stranger] = [randomUUID(), randomUUID(), randomUUID()];
    await newSealer().seal(known, 'name', 'x');
    const sealer = new PostgresSealer(database, keys);
    await sealer.prepare([known, fresh, known]);
    await sealer.close();
    for (const subject of [known, fresh]) {
      expect(await newSealer().open(subject, 'name', await sealer.seal(subject, 'name', 'y'))).toBe('y');
    }
    await expect(sealer.seal(stranger, 'name', 'y')).rejects.toThrow('after calling end');
  });

  it('keeps the key of a transaction that rolls back, and waits for no connection of its pool', async () => {
    const sealer = newSealer();
    const subjects = Array.from({ length: 6 }, () => randomUUID());
    const sealed = new Map<string, Buffer>();
    // Three times as many transactions as the pool has connections, each of which seals while it holds one.
    const outcomes = await Promise.allSettled(
      subjects.map((subject) =>
        database.transaction(async (tx) => {
          await tx.query('SELECT 1');
          sealed.set(subject, await sealer.seal(subject, 'history', subject));
          throw new Error('rolled back');
        }),
      ),
    );
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && String(outcome.reason))).toEqual(
      subjects.map(() => 'Error: rolled back'),
    );
    for (const [subject, value] of sealed) expect(await newSealer().open(subject, 'history', value)).toBe(subject);
  });

  it('keeps the key of a new subject in the commit that makes the subject, and nowhere else', async () => {
    const [kept, lost] = [randomUUID(), randomUUID()];
    const keep = async (subject: string): Promise<Buffer> => {
      const sealer = newSealer();
      const key = sealer.newKey(subject);
      await database.transaction(async (tx) => {
        await sealer.keep(tx, [key]);
        if (subject === lost) throw new Error('rolled back');
      });
      return key.seal('customers.ssn', subject);
    };
    const sealed = await keep(kept);
    expect(await newSealer().open(kept, 'customers.ssn', sealed)).toBe(kept);
    await expect(newSealer().open(kept, 'customers.ein', sealed)).rejects.toThrow(UnsealingError);
    await expect(keep(lost)).rejects.toThrow('rolled back');
    await expect(newSealer().open(lost, 'customers.ssn', sealed)).rejects.toThrow('there is no data key');
  });

  it('has a subject no second new key', async () => {
    const subject = randomUUID();
    const sealed = await newSealer().seal(subject, 'name', 'x');
    const sealer = newSealer();
    await expect(sealer.keep(database.manager, [sealer.newKey(subject)])).rejects.toThrow('duplicate key');
    expect(await newSealer().open(subject, 'name', sealed)).toBe('x');
  });

  it('makes all that was sealed for a subject unreadable by destroying its key', async () => {
    const [subject, other] = [randomUUID(), randomUUID()];
    const sealer = newSealer();
    const sealed = await sealer.seal(subject, 'customers.ssn', '123-45-6789');
    const kept = await sealer.seal(other, 'customers.ssn', '987-65-4321');
    await sealer.destroy(database.manager, subject);
    await expect(sealer.open(subject, 'customers.ssn', sealed)).rejects.toThrow(ErasedError);
    await expect(newSealer().open(subject, 'customers.ssn', sealed)).rejects.toThrow(ErasedError);
    const rows = await database.query<object[]>('SELECT wrapped, master_id FROM data_keys WHERE subject_id = $1', [
      subject,
    ]);
    expect(rows).toEqual([{ wrapped: null, master_id: null }]);
    expect(await sealer.open(other, 'customers.ssn', kept)).toBe('987-65-4321');
  });

  it('opens what another process sealed after it had destroyed the key that is still cached here', async () => {
    const subject = randomUUID();
    const [here, there] = [newSealer(), newSealer()];
    const before = await here.seal(subject, 'name', 'before');
    await there.destroy(database.manager, subject);
    const after = await there.seal(subject, 'name', 'after');
    expect(await here.open(subject, 'name', after)).toBe('after');
    await expect(here.open(subject, 'name', before)).rejects.toThrow(ErasedError);
    expect(
      await newSealer()
        .seal(subject, 'name', 'more')
        .then((more) => here.open(subject, 'name', more)),
    ).toBe('more');
  });

  it.each([
    ['was never sealed', (sealed: Buffer) => Buffer.concat([sealed.subarray(0, -1), Buffer.of(0)])],
    ['is nothing', () => Buffer.of()],
  ])('takes for erased only what was erased, and not what %s', async (_, damage) => {
    const subject = randomUUID();
    const sealed = await newSealer().seal(subject, 'name', 'x');
    const opening = newSealer().open(subject, 'name', damage(sealed));
    await expect(opening).rejects.toThrow(UnsealingError);
    await expect(opening).rejects.not.toThrow(ErasedError);
  });

  it('says so when the master key is another one', async () => {
    const subject = randomUUID();
    const sealed = await newSealer().seal(subject, 'name', 'x');
    const other = randomBytes(32);
    const stranger = newSealer({ masters: () => [other] });
    await expect(stranger.open(subject, 'name', sealed)).rejects.toThrow(KeysError);
    await expect(stranger.seal(subject, 'name', 'x')).rejects.toThrow(KeysError);
    await expect(stranger.seal(randomUUID(), 'name', 'x')).rejects.toThrow(KeysError);
    await expect(stranger.requireMasters()).rejects.toThrow(KeysError);
    await newSealer().requireMasters();
  });

  it('refuses a data key that was moved to another subject', async () => {
    const [subject, other] = [randomUUID(), randomUUID()];
    const sealed = await newSealer().seal(subject, 'name', 'x');
    await database.query('INSERT INTO data_keys SELECT $2, wrapped, master_id FROM data_keys WHERE subject_id = $1', [
      subject,
      other,
    ]);
    await expect(newSealer().open(other, 'name', sealed)).rejects.toThrow('does not open: it is damaged');
  });

  it('gives equal fingerprints for equal values of one context under one key, and no others', () => {
    const print = newSealer().fingerprint('bank', '222222226:0123456789');
    expect(print).toMatch(/^[0-9a-f]{64}$/);
    expect(newSealer().fingerprint('bank', '222222226:0123456789')).toBe(print);
    expect(newSealer().fingerprint('body', '222222226:0123456789')).not.toBe(print);
    expect(newSealer().fingerprint('bank', '222222226:0123456788')).not.toBe(print);
    expect(newSealer({ fingerprint: randomBytes(32) }).fingerprint('bank', '222222226:0123456789')).not.toBe(print);
  });
});
