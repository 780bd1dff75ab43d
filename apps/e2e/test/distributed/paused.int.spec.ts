import { SuiteProcess, until } from '@halyard/suite/process';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { Client } from 'pg';
import { TransferLoad } from '../support/transfer-load.js';

describe('a process that stands still past its lease and goes on', () => {
  let suite: SuiteProcess;
  let load: TransferLoad;
  let database: Client;

  beforeAll(async () => {
    suite = await SuiteProcess.prepare({}, { replicas: 2 });
    load = await TransferLoad.prepare(await suite.start());
    database = new Client({ connectionString: await suite.postgresUrl() });
    await database.connect();
  }, 120_000);

  afterAll(async () => {
    await database.end();
    await load.close();
    await suite.remove();
  });

  const holders = async (schema: string): Promise<Map<string, string>> => {
    const { rows } = await database.query<{ name: string; holder: string }>(
      `SELECT name, holder FROM ${schema}.leases`,
    );
    return new Map(rows.map(({ name, holder }) => [name, holder]));
  };

  /** Under load, each process of a service in turn: so whichever of them holds a lease loses it, and comes back late. */
  const pauseEach = async (service: string, schema: string): Promise<void> => {
    for (const { pid } of (await suite.processes()).filter((one) => one.service === service)) {
      let going = true;
      const running = load.run(() => going);
      process.kill(pid, 'SIGSTOP');
      const before = await holders(schema);
      try {
        await overdue(schema, before);
      } finally {
        process.kill(pid, 'SIGCONT');
        going = false;
      }
      await running;
    }
  };

  /** Until each lease has changed hands or been renewed after the longest that a stopped holder could keep it. */
  const overdue = async (schema: string, before: ReadonlyMap<string, string>): Promise<void> => {
    const { rows } = await database.query<{ at: Date }>(`SELECT now() + interval '7 seconds' AS at`);
    await until(
      'the leases to be others',
      async () => {
        const after = await holders(schema);
        const { rows: renewed } = await database.query(`SELECT FROM ${schema}.leases WHERE expires_at <= $1`, [
          rows[0]?.at,
        ]);
        const changed = [...before].some(([name, holder]) => after.get(name) !== holder);
        return changed || renewed.length === 0 ? true : undefined;
      },
      60_000,
    );
  };

  it('transfers: its relay, its projections and its recovery', () => pauseEach('transfers', 'transfers'), 180_000);
  it('webhooks: its consumers and its relay', () => pauseEach('webhooks', 'webhooks'), 180_000);
  it('loses and doubles no transfer', () => load.expectNothingLostOrDoubled(), 600_000);
  it('finishes what was begun, and every cent is where the transfers say', () => load.expectConserved(), 600_000);
  it('leaves no event out at the subscriber, and keeps their order', () => load.expectAllHeard(), 600_000);
});
