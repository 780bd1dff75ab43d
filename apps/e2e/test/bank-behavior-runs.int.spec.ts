// Runs: both
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ClockAccount, MONDAY } from './support/clock-account.js';
import { ClockScenario, scenarioBehavior } from './support/clock-scenario.js';
import { SharedSuite } from './support/shared-suite.js';

const DAYS = 20;
/** Of which each rule strikes other entries, and by which no bank is down. */
const otherBehavior = { seed: 'beside', rules: scenarioBehavior.rules.toReversed() };

describe('two runs of a scenario with the same behaviour of banks are equal', () => {
  let shared: SharedSuite;
  const played: ClockScenario[] = [];

  const play = async (behavior: object): Promise<ClockScenario> => {
    const account = await ClockAccount.frozenAt(shared.operator, 'behaviour', MONDAY);
    const scenario = await ClockScenario.play(account, behavior);
    played.push(scenario);
    return scenario;
  };

  beforeAll(async () => {
    shared = await SharedSuite.join('equal behaviour');
  });
  afterAll(async () => {
    for (const scenario of played) await scenario.close();
    await shared.leave();
  });

  it('by one advance, and by one for each day beside another account whose banks behave in another way', async () => {
    const alone = await play(scenarioBehavior);
    await alone.account.advance({ by: `P${DAYS}D` });
    const outcome = await alone.outcome();
    const said = Object.values(outcome).flat().join('\n');
    for (const { name } of scenarioBehavior.rules.filter(({ then }) => 'return' in then || 'correct' in then)) {
      expect(said).toContain(` behavior ${name} `);
    }

    const [scenario, beside] = await Promise.all([play(scenarioBehavior), play(otherBehavior)]);
    for (let day = 1; day <= DAYS; day += 1) {
      await Promise.all([scenario, beside].map(({ account }) => account.advance({ by: 'P1D' })));
    }
    expect(await scenario.outcome()).toEqual(outcome);
    expect(scenario.heard()).toEqual(alone.heard());
    expect(await beside.outcome()).not.toEqual(outcome);
    const countsOf = async ({ account }: ClockScenario): Promise<unknown> =>
      (await account.client.get('/sandbox-bank-behavior')).body['counts'];
    expect(await countsOf(scenario)).toEqual(await countsOf(alone));
  });
});
