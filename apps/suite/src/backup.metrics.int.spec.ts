import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { Metrics } from '@halyard/observability';
import { metricOf } from '@halyard/testing';
import { TestClock } from '@halyard/testing/clock';
import { backupName } from './backup/last-backup.js';
import { measureBackups } from './backup.metrics.js';

const HOUR_MS = 3_600_000;

describe('the age of the last backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-backups-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const measured = (name: string, isWanted: boolean) => {
    const [dataDir, backupDir] = [join(folder, name, 'data'), join(folder, name, 'backups')];
    const cluster = join(dataDir, 'postgres', 'cluster', 'data');
    for (const one of [cluster, backupDir]) mkdirSync(one, { recursive: true });
    const [metrics, clock] = [new Metrics(), new TestClock()];
    writeFileSync(join(cluster, 'PG_VERSION'), '18\n');
    utimesSync(join(cluster, 'PG_VERSION'), clock.system(), clock.system());
    measureBackups(metrics, { dataDir, backupDir, isWanted }, clock);
    const back = () => writeFileSync(join(backupDir, backupName(dataDir, clock.system())), '');
    return { clock, back, age: () => metricOf(metrics, 'backup_age_seconds') };
  };

  it('is counted from the newest one', async () => {
    const { clock, back, age } = measured('kept', false);
    expect(await age()).toBeUndefined();
    back();
    clock.advance(2 * HOUR_MS);
    expect(await age()).toBe(2 * 3_600);
    back();
    clock.advance(HOUR_MS);
    expect(await age()).toBe(3_600);
  });

  it('is that of the data where backups are wanted and none was made', async () => {
    const { clock, back, age } = measured('wanted', true);
    clock.advance(5 * HOUR_MS);
    expect(await age()).toBe(5 * 3_600);
    back();
    expect(await age()).toBe(0);
  });
});
