// Runs: both
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '@halyard/local-servers/running-process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type EndedTool, runTool } from '@halyard/testing/run-tool';
import { eventually, until } from '@halyard/testing/waiting';
import { Client } from 'pg';
import { fundedHolder, type Holder, idOf, newHolder, transferOf } from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';

describe('npm run verify, while the suite serves', () => {
  let shared: SharedSuite;
  let from: Holder;
  let to: Holder;
  beforeAll(async () => {
    shared = await SharedSuite.join('verify');
    from = await fundedHolder(shared.client, '50.00');
    to = await newHolder(shared.client);
  });
  afterAll(() => shared.leave());

  const pay = () => shared.client.create('/transfers', transferOf(from.balance, to.balance, '0.01'));

  const verify = (args: readonly string[] = [], kill?: AbortSignal): Promise<EndedTool> =>
    runTool('verify.ts', shared.suite.settings, args, kill);

  it('finds that all is as the streams say, though they are written', async () => {
    let ended: EndedTool | undefined;
    const running = verify().then((result) => (ended = result));
    let paid = 0;
    for (; !ended; paid += 1) await pay();
    expect(await running).toEqual({ code: 0, said: expect.stringMatching(/^\d+ events: all that was derived/) });
    expect(paid).toBeGreaterThan(0);
  });

  it('goes on after it was killed, and leaves nothing behind', async () => {
    const folder = join(shared.suite.dataDir, 'verify');
    const read = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8').trim();
    const kill = new AbortController();
    const slow = verify(['--per-second', '1'], kill.signal);
    await eventually('it has read some events', async () => {
      const password = read('cluster', 'superuser.password');
      const postgres = new Client(`postgres://halyard:${password}@127.0.0.1:${read('port')}/halyard`);
      postgres.on('error', () => undefined);
      await postgres.connect();
      const { rowCount } = await postgres
        .query(`SELECT FROM halyard_verify.verify_run WHERE place['events']::int > 0`)
        .finally(() => postgres.end());
      expect(rowCount).toBe(1);
    });
    const scratchPid = Number(read('cluster', 'data', 'postmaster.pid').split('\n')[0]);
    kill.abort();
    expect((await slow).code).toBeNaN();
    await until('its Postgres has ended, too', () => !isAlive(scratchPid));
    const { code, said } = await verify();
    expect({ code, said }).toEqual({
      code: 0,
      said: expect.stringMatching(/all that was derived .*\ngoes on where it was ended before, after \d+ events\n$/),
    });
    expect(existsSync(folder)).toBe(false);
  });

  it('names the first row that is not, and ends with 1', async () => {
    const id = idOf(await pay());
    await shared.client.get(`/transfers/${id}`);
    const postgres = new Client({ connectionString: await shared.suite.postgresUrl() });
    await postgres.connect();
    try {
      const add = (minor: number) =>
        postgres.query('UPDATE transfers.transfers SET amount_minor = amount_minor + $1 WHERE id = $2', [minor, id]);
      await add(1);
      const broken = await verify();
      await add(-1);
      const row = `transfers ${JSON.stringify({ id })}: the events say otherwise of amount_minor\n`;
      expect(broken).toEqual({ code: 1, said: row });
    } finally {
      await postgres.end();
    }
  });
});
