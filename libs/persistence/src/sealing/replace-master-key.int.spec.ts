import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@halyard/observability';
import { createTestDatabase, type TestDatabase } from '@halyard/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { MasterKeys, openDatabase, PostgresSealer, replaceMasterKey, sealingMigrations } from '../index.js';

const FINGERPRINT = randomBytes(32);
/** More than one turn of the replacement takes. */
const MANY = 1_200;

interface Kept {
  readonly subject: string;
  readonly sealed: Buffer;
}

describe('a master key that is replaced', () => {
  let testDatabase: TestDatabase;
  let database: DataSource;
  /** What environment and files say. */
  let masters: readonly Buffer[];
  const [former, next] = [randomBytes(32), randomBytes(32)];
  const sealers: PostgresSealer[] = [];
  const newSealer = (read = () => masters): PostgresSealer => {
    const sealer = new PostgresSealer(database, { masters: read, fingerprint: FINGERPRINT });
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
      poolSize: 4,
      logger: createLogger({ service: 'customers', level: 'silent' }),
    });
  });
  beforeEach(async () => {
    await database.query('TRUNCATE data_keys, master_keys');
    masters = [former];
  });
  afterEach(() => Promise.all(sealers.splice(0).map((sealer) => sealer.close())));
  afterAll(async () => {
    await database.destroy();
    await testDatabase.drop();
  });

  const keep = async (sealer: PostgresSealer): Promise<Kept> => {
    const subject = randomUUID();
    return { subject, sealed: await sealer.seal(subject, 'name', subject) };
  };
  const keepMany = async (sealer: PostgresSealer): Promise<Kept[]> => {
    const keys = Array.from({ length: MANY }, () => sealer.newKey(randomUUID()));
    await database.transaction((tx) => sealer.keep(tx, keys));
    return keys.map((key) => ({ subject: key.subjectId, sealed: key.seal('name', key.subjectId) }));
  };
  const opens = async (sealer: PostgresSealer, all: readonly Kept[]): Promise<void> => {
    const opened = await Promise.all(all.map(({ subject, sealed }) => sealer.open(subject, 'name', sealed)));
    expect(opened).toEqual(all.map(({ subject }) => subject));
  };
  /** With the new key alone, as a process that starts later has it. */
  const opensByNext = (all: readonly Kept[]): Promise<void> =>
    opens(
      newSealer(() => [next]),
      all,
    );
  const replace = (on = database): Promise<number> => {
    masters = [next, former];
    return replaceMasterKey(on, new MasterKeys(() => masters));
  };

  it('wraps none of the keys any more, and no process has to be told', async () => {
    const sealer = newSealer();
    const before = await keepMany(sealer);
    expect(await replace()).toBe(MANY);
    await opens(
      newSealer(() => [former, next]),
      before,
    );
    const after = [...before, await keep(sealer)];
    masters = [next];
    await opens(newSealer(), after);
    await expect(
      opens(
        newSealer(() => [former]),
        after,
      ),
    ).rejects.toThrow('MASTER_KEY is not the key');
  });

  it('is replaced while processes that know the former alone go on sealing', async () => {
    const serving = [newSealer(), newSealer()];
    const kept = await Promise.all(serving.map(keepMany));
    const reader = newSealer();
    let isServing = true;
    const serve = async (sealer: PostgresSealer): Promise<Kept[]> => {
      const all: Kept[] = [];
      while (isServing) {
        const one = await keep(sealer);
        await opens(reader, [one]);
        all.push(one);
      }
      return all;
    };
    const traffic = Promise.all(serving.map(serve));
    await replace();
    masters = [next];
    const later = await Promise.all(serving.map(keep));
    isServing = false;
    await opensByNext([...kept.flat(), ...(await traffic).flat(), ...later]);
  });

  it('is kept by a transaction that makes a subject, under whichever key there is then', async () => {
    const sealer = newSealer();
    await keep(sealer);
    await replace();
    const key = sealer.newKey(randomUUID());
    const sealed = key.seal('name', key.subjectId);
    await database.transaction((tx) => sealer.keep(tx, [key]));
    await opensByNext([{ subject: key.subjectId, sealed }]);
  });

  it('is not forgotten before a transaction that has wrapped by it', async () => {
    const sealer = newSealer();
    await keep(sealer);
    const key = sealer.newKey(randomUUID());
    const sealed = key.seal('name', key.subjectId);
    let replacing: Promise<number> = Promise.resolve(0);
    await database.transaction(async (tx) => {
      await sealer.keep(tx, [key]);
      replacing = replace();
      await Promise.race([replacing, keep(sealer)]);
    });
    await replacing;
    await opensByNext([{ subject: key.subjectId, sealed }]);
  });

  it('is replaced for good when what was killed in the middle is run again', async () => {
    const all = await keepMany(newSealer());
    let turns = 0;
    const dying = new Proxy(database, {
      get: (target, name, self) => {
        if (name === 'transaction' && (turns += 1) > 1) throw new Error('killed');
        const value: unknown = Reflect.get(target, name, self);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    await expect(replace(dying)).rejects.toThrow('killed');
    await opens(newSealer(), all);
    expect(await replace()).toBe(MANY - 500);
    await opensByNext(all);
    expect(await replace()).toBe(0);
  });

  it('is replaced by two at once as by one', async () => {
    const all = await keepMany(newSealer());
    const counts = await Promise.all([replace(), replace()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(MANY);
    await opensByNext(all);
  });

  it('stays where a key is wrapped by one that is not here', async () => {
    const all = [await keep(newSealer())];
    const strangers = new MasterKeys(() => [next]);
    await expect(replaceMasterKey(database, strangers)).rejects.toThrow('not here');
    await opens(newSealer(), all);
  });
});
