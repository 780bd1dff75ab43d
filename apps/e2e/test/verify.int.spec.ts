// Runs: both
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { fundedHolder, type Holder, idOf, newHolder, transferOf } from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';

const root = join(import.meta.dirname, '..', '..', '..');

interface Ended {
  readonly code: number;
  readonly said: string;
}

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

  /** As npm has it run, without its building. */
  const verify = (): Promise<Ended> =>
    new Promise((resolve) => {
      const env = { PATH: process.env['PATH'], ...shared.suite.settings };
      execFile(process.execPath, [join(root, 'tools', 'verify.ts')], { cwd: root, env }, (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr });
      });
    });

  it('finds that all is as the streams say, though they are written', async () => {
    let ended: Ended | undefined;
    const running = verify().then((result) => (ended = result));
    let paid = 0;
    for (; !ended; paid += 1) await pay();
    expect(await running).toEqual({ code: 0, said: expect.stringMatching(/^\d+ events: all that was derived/) });
    expect(paid).toBeGreaterThan(0);
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
