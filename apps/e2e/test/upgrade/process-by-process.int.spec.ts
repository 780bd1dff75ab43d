// Runs: upgrade
import { randomInt } from 'node:crypto';
import { serviceNames } from '@halyard/contracts';
import { RETRY_FOR_MS } from '@halyard/http';
import { createTestDatabase, type TestDatabase } from '@halyard/testing';
import { askForKafka } from '@halyard/testing/kafka-offer';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Settings, SuiteProcess } from '../../src/suite-process.js';
import { earlierRelease } from './earlier-release.js';
import { ProcessesOfBuilds } from './processes-of-builds.js';
import { expectFilledAgain, expectNothingParked, expectVerified } from './verified.js';
import { Witnesses } from './witnesses.js';

const REPLICAS = 2;

const isGateway = (name: string): boolean => name.startsWith('gateway.');

/**
 * Gateways come first, since one of 0.1.0 can't write links to kinds of resources that it does not know. All others come in
 * a random order, because a platform replaces them at the same time.
 */
const upgradeOrder = (names: readonly string[]): readonly string[] =>
  names
    .map((name) => ({ name, place: isGateway(name) ? -1 : randomInt(2 ** 32) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ name }) => name);

/** The URL of a database, for which each service derives its role. */
const withoutUser = (url: string): string => Object.assign(new URL(url), { username: '', password: '' }).href;

describe.each([
  ['Postgres', false],
  ['an EventStoreDB', true],
])('two processes of each service of the release before, with their streams in %s', (store, onEventStoreDb) => {
  let database: TestDatabase;
  let suite: SuiteProcess;
  let thisBuild: string;
  let processes: ProcessesOfBuilds;
  let witnesses: Witnesses;
  let settings: Settings;

  beforeAll(async () => {
    const offer = await askForKafka();
    if ('missing' in offer) throw new Error(offer.missing);
    database = await createTestDatabase();
    const brokers = offer.brokers.join(',');
    const options = { mode: 'distributed', onEventStoreDb, brokers, replicas: REPLICAS } as const;
    suite = await SuiteProcess.prepare({ DATABASE_URL: database.url }, options);
    settings = { ...suite.settings, DATABASE_URL: withoutUser(database.url) };
    thisBuild = suite.checkout;
    suite.checkout = earlierRelease();
    await (await suite.start()).close();
    processes = await ProcessesOfBuilds.takeOver(suite);
    witnesses = await Witnesses.gather(suite, suite.checkout);
  });
  afterAll(async () => {
    await witnesses.close();
    await processes.stop();
    await suite.remove();
    await database.drop();
  });

  it('are replaced by this build one after the other, each after a kill, and no client sees a 5xx', async () => {
    const order = upgradeOrder(processes.names);
    expect(order).toHaveLength(REPLICAS * serviceNames.length);
    await processes.provision(thisBuild, database.url);
    const traffic = witnesses.startTraffic();
    let longestMs = 0;
    const timed = async (step: Promise<void>): Promise<void> => {
      const startedAt = performance.now();
      await step;
      longestMs = Math.max(longestMs, performance.now() - startedAt);
    };
    try {
      for (const name of order) {
        await timed(processes.kill(order[randomInt(order.length)] ?? name));
        await timed(processes.replace(name, thisBuild));
        await witnesses.sessions.expectOpen();
      }
    } finally {
      await traffic.stop();
    }
    const failed = traffic.answered.filter(({ status }) => status >= 500);
    const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
    process.stderr.write(
      `streams in ${store}: ${order.join(', ')}; a process was away for up to ${seconds(longestMs)} s (calls wait ${seconds(RETRY_FOR_MS)} s)\n`,
    );
    // Where a machine is so busy that both processes of a service are away for longer than calls wait, they end with 503.
    expect(longestMs > RETRY_FOR_MS ? failed.filter(({ status }) => status !== 503) : failed).toEqual([]);
  });

  it('keep everybody logged in', () => witnesses.sessions.expectRenewable());
  it('answer as before', () => witnesses.kept.expectAsBefore());
  it('go on with what was under way', () => witnesses.kept.expectToGoOn());
  it('have lost and doubled no transfer', () => witnesses.load.expectNothingLostOrDoubled());
  it('have every cent where the transfers say', () => witnesses.load.expectConserved());
  it('have left no webhook out', () => witnesses.load.expectAllHeard());
  it('have told every event to those who follow', () => witnesses.followers.expectAllHeard());
  it('have parked nothing', async () => {
    const operator = await suite.client();
    await expectNothingParked(operator);
    await operator.close();
  });
  // While both builds run, one of the release before may follow the streams, and it knows no statuses of payments.
  it('have derived what the streams say, once this build has filled the list of transfers again', async () => {
    await expectFilledAgain(database.url);
    await expectVerified(settings);
  });
});
