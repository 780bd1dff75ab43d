// Runs: embedded
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ClockAccount, MONDAY } from './support/clock-account.js';
import { ClockScenario, type Outcome } from './support/clock-scenario.js';
import { SharedSuite } from './support/shared-suite.js';

/** The Monday of the same week of the year before. */
const A_YEAR_BEFORE = '2025-03-03T15:00:00.000Z';
/** Longer than the window of the latest return. A change of the clocks of the country lies between. */
const DAYS = 66;
const END = '2026-05-07T15:00:00.000Z';
/** A quarter of an hour before the cut-off of wires, and 25 minutes after the one of most other transfers. */
const BEFORE_CUT_OFFS = '2026-03-02T20:45:00.000Z';
const MINUTES = 100;

/** Two runs are equal if at each moment the same happens to the same resources, for each of them in the same order. */
describe('two runs of a scenario are equal', () => {
  let shared: SharedSuite;
  let alone: Outcome;
  let heardAlone: unknown;
  const played: ClockScenario[] = [];

  const play = async (now = MONDAY): Promise<ClockScenario> => {
    const scenario = await ClockScenario.play(await ClockAccount.frozenAt(shared.operator, 'clock run', now));
    played.push(scenario);
    return scenario;
  };

  beforeAll(async () => {
    shared = await SharedSuite.join('clock runs');
    const scenario = await play();
    const advance = await scenario.account.advance({ by: `P${DAYS}D` });
    expect(advance).toMatchObject({ status: 'done', did: { submitted: 11, settled: 10, returned: 7 }, slow: 0 });
    [alone, heardAlone] = [await scenario.outcome(), scenario.heard()];
  });
  afterAll(async () => {
    for (const scenario of played) await scenario.close();
    await shared.leave();
  });

  it('if one advance goes as far as one for each day', async () => {
    const scenario = await play();
    for (let day = 1; day <= DAYS; day += 1) await scenario.account.advance({ by: 'P1D' });
    expect(await scenario.outcome()).toEqual(alone);
    expect(scenario.heard()).toEqual(heardAlone);
  });

  it('if it goes as far as one advance to each due thing', async () => {
    const scenario = await play();
    const { account } = scenario;
    const moments: unknown[] = [];
    while ((await account.clock())['nextDue'] !== undefined) {
      const { at } = (await account.clock())['nextDue'] as { readonly at: string };
      const advance = await account.advance({ toNext: 'due', waitFor: 'webhooks' });
      expect(advance).toMatchObject({ to: at, reached: at, moments: 1 });
      moments.push(at);
    }
    expect(await account.refused({ toNext: 'due' })).toEqual(['Invalid /toNext']);
    expect(moments).toEqual(moments.toSorted());
    expect(await account.advance({ to: END })).toMatchObject({ moments: 0 });
    expect(await scenario.outcome()).toEqual(alone);
    expect(scenario.heard()).toEqual(heardAlone);
  });

  it(`if one of ${MINUTES} minutes goes as far as ${MINUTES} of one`, async () => {
    const [long, short] = [await play(), await play()];
    for (const { account } of [long, short]) await account.advance({ to: BEFORE_CUT_OFFS });
    const { moments } = await long.account.advance({ by: `PT${MINUTES}M` });
    let sum = 0;
    for (let minute = 1; minute <= MINUTES; minute += 1) {
      sum += Number((await short.account.advance({ by: 'PT1M' }))['moments']);
    }
    expect([moments, sum]).toEqual([2, 2]);
    const outcome = await long.outcome();
    expect(await short.outcome()).toEqual(outcome);
    expect(outcome['events of payment same day, part 2']).toHaveLength(2);
    expect(short.heard()).toEqual(long.heard());
  });

  it('if another account is as busy, a year behind', async () => {
    const [before, scenario] = await Promise.all([play(A_YEAR_BEFORE), play()]);
    await Promise.all([before, scenario].map(({ account }) => account.advance({ by: `P${DAYS}D` })));
    expect(await scenario.outcome()).toEqual(alone);
    expect(scenario.heard()).toEqual(heardAlone);
    const counts = (outcome: Outcome) => Object.entries(outcome).map(([about, lines]) => `${about}: ${lines.length}`);
    expect(counts(await before.outcome()).toSorted()).toEqual(counts(alone).toSorted());
  });
});
