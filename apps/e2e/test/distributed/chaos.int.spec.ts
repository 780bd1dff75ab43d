import { SuiteProcess, until } from '@halyard/suite/process';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { roundsOf } from '../support/counts.js';
import { TransferLoad } from '../support/transfer-load.js';

const blows = roundsOf({ ci: 6, long: 60 });

describe(`kill -9 of any process, the broker or Postgres, ${blows} times under load`, () => {
  let suite: SuiteProcess;
  let load: TransferLoad;

  beforeAll(async () => {
    suite = await SuiteProcess.prepare({}, { replicas: 2, ownBroker: true });
    load = await TransferLoad.prepare(await suite.start());
  }, 120_000);

  afterAll(async () => {
    await load.close();
    await suite.remove();
  });

  /** Each of them about as often; the one that started the others now and then. */
  const strike = async (): Promise<void> => {
    const processes = await suite.processes();
    const victims = [...processes.map(({ pid }) => pid), await suite.kafkaPid(), await suite.postgresPid()];
    const victim = victims[randomInt(victims.length + 1)];
    if (victim !== undefined) return void process.kill(victim, 'SIGKILL');
    await suite.kill();
    await load.client.close();
    load.client = await suite.start();
  };

  it('survives them', async () => {
    for (let blow = 0; blow < blows; blow += 1) {
      let going = true;
      const running = load.run(() => going);
      await delay(randomInt(100, 1_500));
      await strike();
      await until(
        'a transfer to be answered again',
        async () => ((await load.probe()) === 201 ? true : undefined),
        60_000,
      );
      going = false;
      await running;
    }
  }, 7_200_000);

  it('loses and doubles no transfer', () => load.expectNothingLostOrDoubled(), 600_000);
  it('finishes what was begun, and every cent is where the transfers say', () => load.expectConserved(), 600_000);
  it('leaves no event out at the subscriber, and keeps their order', () => load.expectAllHeard(), 600_000);
});
