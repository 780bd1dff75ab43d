import { SuiteProcess, until } from '@halyard/suite/process';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { roundsOf } from './support/counts.js';
import { TransferLoad } from './support/transfer-load.js';

const kills = roundsOf({ ci: 5, long: 30 });

describe(`kill -9 of the suite or its Postgres at any moment, ${kills} times under load`, () => {
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

  it('survives them', async () => {
    for (let round = 0; round < kills; round += 1) {
      let going = true;
      const running = load.run(() => going);
      await delay(randomInt(100, 1_500));
      if (round % 2 === 0) {
        await suite.kill();
        going = false;
        await running;
        await load.client.close();
        load.client = await suite.start();
      } else {
        process.kill(await suite.postgresPid(), 'SIGKILL');
        await until('the suite to serve again by itself', async () =>
          (await load.client.get('/accounts/' + load.client.connection.accountId)).status === 200 ? true : undefined,
        );
        going = false;
        await running;
      }
    }
  }, 1_800_000);

  it('loses and doubles no transfer', () => load.expectNothingLostOrDoubled(), 600_000);
  it('finishes what was begun, and every cent is where the transfers say', () => load.expectConserved(), 600_000);
  it('leaves no event out at the subscriber, and keeps their order', () => load.expectAllHeard(), 600_000);
});
