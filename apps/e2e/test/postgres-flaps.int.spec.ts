import { SuiteProcess, until } from '@halyard/suite/process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { roundsOf } from './support/counts.js';
import { TransferLoad } from './support/transfer-load.js';

const flaps = roundsOf({ ci: 8, long: 200 });
const isEmbedded = process.env['SUITE_MODE'] !== 'distributed';

describe(`Postgres ends every connection, or is killed, ${flaps} times under load`, () => {
  let suite: SuiteProcess;
  let load: TransferLoad;

  beforeAll(async () => {
    suite = await SuiteProcess.prepare();
    load = await TransferLoad.prepare(await suite.start());
  }, 120_000);

  afterAll(async () => {
    await load.close();
    await suite.remove();
  });

  const endConnections = async (): Promise<true> => {
    const admin = new Client({ connectionString: await suite.postgresUrl() });
    admin.on('error', () => undefined);
    try {
      await admin.connect();
      await admin.query(`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`);
      return true;
    } finally {
      await admin.end();
    }
  };

  const killPostgres = async (): Promise<true> => process.kill(await suite.postgresPid(), 'SIGKILL') && true;

  /** The processes that serve: one that exited was started again under another pid, or is missing. */
  const pids = async (): Promise<readonly number[]> =>
    isEmbedded ? [suite.pid] : (await suite.processes()).map(({ pid }) => pid).toSorted();

  it('is outlived by every process', async () => {
    const first = await pids();
    let going = true;
    const running = load.run(() => going);
    try {
      for (let flap = 1; flap <= flaps; flap += 1) {
        if (flap % 8 === 0) await until(`flap ${flap}`, killPostgres, 60_000);
        // The connections of a server that was killed outlive it for a moment, and may have answered the last transfer.
        else await until(`flap ${flap}`, endConnections, 60_000);
        await until(
          `a transfer after flap ${flap}`,
          async () => {
            process.kill(suite.pid, 0);
            return (await load.probe()) === 201 ? true : undefined;
          },
          60_000,
        );
      }
    } finally {
      going = false;
      await running;
    }
    expect(await pids()).toEqual(first);
    expect(process.kill(suite.pid, 0)).toBe(true);
  }, 1_800_000);

  it('loses and doubles no transfer', () => load.expectNothingLostOrDoubled(), 600_000);
});
