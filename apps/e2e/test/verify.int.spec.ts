// Runs: both
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { fundedHolder, type Holder, idOf, newHolder, transferOf } from './support/journeys.js';
import { type EndedTool, runTool } from './support/run-tool.js';
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

  const verify = (): Promise<EndedTool> => runTool('verify.ts', shared.suite.settings);

  it('finds that all is as the streams say, though they are written', async () => {
    let ended: EndedTool | undefined;
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
