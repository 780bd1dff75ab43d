// Runs: upgrade
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SuiteProcess } from '../../src/suite-process.js';
import { earlierRelease } from './earlier-release.js';
import { expectFilledAgain, expectNothingParked, expectVerified } from './verified.js';
import { Witnesses } from './witnesses.js';

describe.each([
  ['Postgres', false],
  ['an EventStoreDB', true],
])('npm start of the release before, with its streams in %s, replaced by this build', (store, onEventStoreDb) => {
  let suite: SuiteProcess;
  let thisBuild: string;
  let witnesses: Witnesses;

  beforeAll(async () => {
    suite = await SuiteProcess.prepare({}, { mode: 'embedded', onEventStoreDb });
    thisBuild = suite.checkout;
    suite.checkout = earlierRelease();
    await (await suite.start()).close();
    witnesses = await Witnesses.gather(suite, suite.checkout);
  });
  afterAll(async () => {
    await witnesses.close();
    await suite.remove();
  });

  it('is away for as long as its restart takes, and answers no 5xx before and after', async () => {
    const traffic = witnesses.startTraffic();
    const endedAt = performance.now();
    expect(await suite.end('SIGINT')).toBe(0);
    suite.checkout = thisBuild;
    await (await suite.start()).close();
    const servesAt = performance.now();
    process.stderr.write(`streams in ${store}: away for ${((servesAt - endedAt) / 1_000).toFixed(1)} s\n`);
    await traffic.stop();
    const isOutside = ({ at }: { readonly at: number }): boolean => at < endedAt || at > servesAt;
    expect(traffic.answered.filter(({ status, ...answer }) => status >= 500 && isOutside(answer))).toEqual([]);
  });

  it('keeps everybody logged in', async () => {
    await witnesses.sessions.expectOpen();
    await witnesses.sessions.expectRenewable();
  });
  it('answers as before', () => witnesses.kept.expectAsBefore());
  it('goes on with what was under way', () => witnesses.kept.expectToGoOn());
  it('has lost and doubled no transfer', () => witnesses.load.expectNothingLostOrDoubled());
  it('has every cent where the transfers say', () => witnesses.load.expectConserved());
  it('has left no webhook out', () => witnesses.load.expectAllHeard());
  it('has told every event to those who follow', () => witnesses.followers.expectAllHeard());
  it('has parked nothing', async () => {
    const operator = await suite.client();
    await expectNothingParked(operator);
    await operator.close();
  });
  it('has derived what the streams say, and has filled the list of transfers again', async () => {
    await expectFilledAgain(await suite.postgresUrl());
    await expectVerified(suite.settings);
  });
});
