import type { HalBody } from '@halyard/suite/client';
import { counts } from '@halyard/testing/counts';
import { printHowLong, waitFor } from '@halyard/testing/waiting';
import { expect, it } from '@jest/globals';
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ClockAccount, MONDAY } from '../support/clock-account.js';
import { ClockScenario, scenarioBehavior } from '../support/clock-scenario.js';
import type { BreakableSuite } from './breakable-suite.js';

const kills = counts.outages.killsOfAdvances;
/** Every service with effects in an account's time. */
const SERVICES = ['auth', 'customers', 'funding-sources', 'transfers', 'webhooks'];
const TO = '2026-05-07T15:00:00.000Z';
const ADVANCES = '/sandbox-clock/advances';

/** The attributes of an advance that are equal in every run: all but its id and the places of its events. */
const toldBy = ({ status, from, to, reached, moments, did, slow, events }: HalBody) => {
  const { first, last } = events as { readonly first: number; readonly last: number };
  return { status, from, to, reached, moments, did, slow, events: last - first + 1 };
};

export const killedAdvances = (suite: BreakableSuite): void =>
  suite.part('an advance of a clock, with banks that behave,', () => {
    const play = async (): Promise<ClockScenario> => {
      const operator = await suite.running.client();
      const account = await ClockAccount.frozenAt(operator, 'killed advances', MONDAY);
      await operator.close();
      return ClockScenario.play(account, scenarioBehavior);
    };

    /** Kills the suite, or one process of any service that it asks. Mostly it is one of those that advance clocks. */
    const strike = async (): Promise<void> => {
      if (suite.isEmbedded) {
        await suite.running.kill();
        await (await suite.running.start()).close();
        return;
      }
      const service = randomInt(2) === 0 ? 'transfers' : SERVICES[randomInt(SERVICES.length)];
      const processes = (await suite.running.processes()).filter((one) => one.service === service);
      const struck = processes[randomInt(processes.length)];
      if (struck) process.kill(struck.pid, 'SIGKILL');
    };

    /** @returns how far an advance is; undefined once it has ended */
    const reached = ({ client }: ClockAccount, location: string): Promise<string | undefined> =>
      waitFor('the advance to be read', async () => {
        const { status, body } = await client.get(location);
        if (status !== 200) return undefined;
        return { reached: body.status === 'advancing' ? String(body['reached']) : undefined };
      }).then((read) => read.reached);

    /** Kills while an advance lasts. @returns how often it was killed before it ended */
    const killDuring = async (account: ClockAccount, location: string): Promise<number> => {
      for (let count = 0; ; count += 1) {
        await delay(randomInt(400));
        const before = await reached(account, location);
        if (before === undefined || count === kills) return count;
        await strike();
        await printHowLong('a killed advance went on', 5, () =>
          waitFor('the advance to go on', async () => (await reached(account, location)) !== before),
        );
      }
    };

    it(`is killed ${kills} times, and ends as the one that was not`, async () => {
      const alone = await play();
      const told = toldBy(await alone.account.advance({ to: TO }));
      const [outcome, heard] = [await alone.outcome(), alone.heard()];
      await alone.close();
      for (let count = 0; count < kills;) {
        const scenario = await play();
        const { account } = scenario;
        const key = randomUUID();
        const location = await account.begin({ to: TO }, key);
        count += await killDuring(account, location);
        const again = await waitFor('the repeat to be answered', async () => {
          const answer = await account.client.post(`${ADVANCES}?wait=30`, { to: TO }, { idempotencyKey: key });
          return answer.status < 500 && answer;
        });
        expect([again.status, again.location]).toEqual([201, location]);
        expect(toldBy(await waitFor('the end', () => account.ended(location)))).toEqual(told);
        expect(await account.now()).toBe(TO);
        expect(await waitFor('the outcome', () => scenario.outcome())).toEqual(outcome);
        expect(scenario.heard()).toEqual(heard);
        await scenario.close();
      }
    });
  });
