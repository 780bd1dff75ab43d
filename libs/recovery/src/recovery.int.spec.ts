import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { changesMigrations } from '@halyard/changes';
import { messagingMigrations } from '@halyard/messaging';
import { createLogger } from '@halyard/observability';
import { createTestDatabase, type TestDatabase, TestSealer } from '@halyard/testing';
import { TestClock } from '@halyard/testing/clock';
import { DataSource } from 'typeorm';
import { afterRestore } from './after-restore.js';
import { recoveryMigrations } from './recovery.migration.js';
import type { RecoverySource, RestoredData } from './recovery-source.js';
import type { RestoredService } from './restored-service.js';
import { epochOf, newestRestore } from './restores.rows.js';
import type { TakenAway } from './taken-away.js';
import { recordedSince, recordTakenAway } from './taken-away.rows.js';
import { TakenAwayExport } from './taken-away-export.js';
import { TakenAwayList } from './taken-away-list.js';

const at = '2026-03-02T18:00:00.000Z';
const suspended = (personId: string): TakenAway => ({ what: 'person-suspended', at, personId });

/** A source that notes what it gets. */
class Source implements RecoverySource {
  readonly kinds = ['person-suspended'];
  readonly list = recordedSince;
  readonly applied: RestoredData[] = [];
  fails = false;

  apply(restored: RestoredData): Promise<readonly string[]> {
    this.applied.push(restored);
    if (this.fails) return Promise.reject(new Error('killed'));
    return Promise.resolve([`${restored.entries.length} entries`]);
  }
}

describe('recovery', () => {
  let folder: string;
  let database: TestDatabase;
  let dataSource: DataSource;
  let list: TakenAwayList;
  let source: Source;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halyard-recovery-'));
    database = await createTestDatabase();
    dataSource = await new DataSource({
      type: 'postgres',
      url: database.url,
      migrations: [...changesMigrations, ...messagingMigrations, ...recoveryMigrations],
    }).initialize();
    await dataSource.runMigrations();
    list = new TakenAwayList({ folder, keys: { fingerprint: Buffer.alloc(32, 1) } });
    source = new Source();
  });
  afterEach(async () => {
    await dataSource.destroy();
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  const record = (...entries: readonly TakenAway[]) => dataSource.transaction((tx) => recordTakenAway(tx, ...entries));
  const exported = () => new TakenAwayExport([{ name: 'auth', source, dataSource }], list);
  const services = (): readonly RestoredService[] => [
    {
      name: 'auth',
      source,
      data: {
        ...{ dataSource, sealer: new TestSealer(), eventStore: undefined, clock: new TestClock() },
        logger: createLogger({ service: 'auth', level: 'silent' }),
      },
    },
  ];
  /** What a database of before the entries looks like. */
  const goBack = () => dataSource.query('TRUNCATE taken_away; DELETE FROM restores');

  it('adds to the list what was recorded since, once', async () => {
    await record(suspended('a'), suspended('b'));
    expect([await exported().round(), await exported().round()]).toEqual([2, 0]);
    await record(suspended('c'));
    expect(await exported().round()).toBe(1);
    expect(list.read()).toEqual([suspended('a'), suspended('b'), suspended('c')]);
  });

  it('misses no entry whose transaction is committed late', async () => {
    const runner = dataSource.createQueryRunner();
    await runner.startTransaction();
    await recordTakenAway(runner.manager, suspended('late'));
    const other = record(suspended('next'));
    await exported().round();
    await runner.commitTransaction();
    await runner.release();
    await other;
    await exported().round();
    expect(list.read()).toEqual([suspended('late'), suspended('next')]);
  });

  it('adds everything anew when the list is lost', async () => {
    await record(suspended('a'));
    await exported().round();
    rmSync(list.file);
    expect(await exported().round()).toBe(1);
  });

  it('gives each source the entries of its kinds that the data has not been through', async () => {
    await record(suspended('before'));
    await exported().round();
    list.append([suspended('after'), { what: 'of-another', at }]);
    await afterRestore(services(), list);
    expect(source.applied.map(({ entries }) => entries)).toEqual([[suspended('after')]]);
    await exported().round();
    await afterRestore(services(), list);
    expect(source.applied.at(-1)?.entries).toEqual([]);
  });

  it('lets a later restore of an older backup apply everything again, also what an earlier one had applied', async () => {
    list.append([suspended('a')]);
    await afterRestore(services(), list);
    await record(suspended('b'));
    await exported().round();
    await goBack();
    await afterRestore(services(), list);
    expect(source.applied.at(-1)?.entries).toEqual([suspended('a'), suspended('b')]);
  });

  it('begins an epoch with each restore, and no epoch twice, whatever the backup knows', async () => {
    expect(await epochOf(dataSource)).toBe(0);
    await afterRestore(services(), list);
    expect(await epochOf(dataSource)).toBe(1);
    await goBack();
    await afterRestore(services(), list);
    expect(await epochOf(dataSource)).toBe(2);
    rmSync(list.file);
    await afterRestore(services(), list);
    expect(await epochOf(dataSource)).toBe(3);
  });

  it('goes on with a restore that was killed, in the same epoch', async () => {
    source.fails = true;
    await expect(afterRestore(services(), list)).rejects.toThrow('killed');
    source.fails = false;
    await afterRestore(services(), list);
    const [killed, repeated] = source.applied.map(({ restore }) => restore);
    expect([repeated?.id, repeated?.epoch]).toEqual([killed?.id, 1]);
    expect((await newestRestore(dataSource))?.ended).not.toBeNull();
  });

  it('finds an entry again that was recorded after a restore, though its number was used before', async () => {
    await record({ what: 'of-another', at, n: 1 }, { what: 'of-another', at, n: 2 });
    await exported().round();
    await dataSource.query(`TRUNCATE taken_away RESTART IDENTITY`);
    await afterRestore(services(), list);
    await record(suspended('new'));
    await exported().round();
    expect(list.read()).toContainEqual(suspended('new'));
  });
});
