// Runs: distributed
import type { HalClient } from '@halyard/suite/client';
import { isAlive } from '@halyard/local-servers/running-process';
import { until } from '@halyard/suite/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { counts } from '@halyard/testing/counts';
import { SuiteProcess } from '../../src/suite-process.js';
import { PastTheGateway, REFUSED } from '../support/past-the-gateway.js';
import { expectUnnoticedRestarts } from '../support/rolling-restart.js';
import { TransferLoad } from '../support/transfer-load.js';

const restarts = counts.outages.restartsOfOne;

/** One suite goes through all of it, one after the other. */
describe('npm run start:distributed, with one of each service', () => {
  let suite: SuiteProcess;
  let client: HalClient;

  beforeAll(async () => {
    suite = await SuiteProcess.prepare({ LOG_LEVEL: 'debug' }, { ownBroker: true, onEventStoreDb: false });
    client = await suite.start();
  }, 300_000);
  afterAll(() => suite.remove());

  it('runs a process for each service, and has one log of them', async () => {
    const names = (await suite.processes()).map(({ name }) => name);
    expect(names.toSorted()).toEqual([
      'auth.1',
      'console.1',
      'customers.1',
      'funding-sources.1',
      'gateway.1',
      'transfers.1',
      'webhooks.1',
    ]);
    for (const name of names) expect(await suite.log()).toMatch(new RegExp(`^${name} +\\| \\{`, 'm'));
    expect(await suite.log()).toMatch(/^suite +\| \{/m);
    expect(await suite.log()).not.toMatch(/^\{/m);
    expect(await suite.log()).not.toMatch(/^\(node:\d+\) /m);
    for (const { metricsUrl } of await suite.processes()) {
      const readiness = metricsUrl.replace('/metrics', '/health/ready');
      await until(`${readiness} to be 200`, async () => ((await fetch(readiness)).ok ? true : undefined));
    }
  });

  describe(`restarted one by one under load, ${restarts} times`, () => {
    let load: TransferLoad;
    beforeAll(async () => {
      load = await TransferLoad.prepare(client);
    }, 300_000);
    afterAll(() => load.close());

    it('gives clients no 5xx', () => expectUnnoticedRestarts(suite, load, restarts), 1_200_000);
    it('loses and doubles no transfer', () => load.expectNothingLostOrDoubled(), 600_000);
    it('finishes what was begun, and every cent is where the transfers say', () => load.expectConserved(), 600_000);
    it('leaves no event out at the subscriber, and keeps their order', () => load.expectAllHeard(), 600_000);
  });

  it('starts again what was killed, on the same ports', async () => {
    const before = await suite.processes();
    for (const { pid } of before) process.kill(pid, 'SIGKILL');
    await until(
      'all of them to be others',
      async () => {
        const now = await suite.processes();
        const isAnother = ({ pid }: { pid: number }): boolean => before.every((old) => old.pid !== pid);
        return now.length === before.length && now.every(isAnother) ? true : undefined;
      },
      60_000,
    );
    const urls = (list: typeof before) => list.map(({ name, url }) => `${name} ${url}`).toSorted();
    expect(urls(await suite.processes())).toEqual(urls(before));
    const again = await suite.client();
    await until('a list', async () => ((await again.get('/customers')).status === 200 ? true : undefined));
    await again.close();
  }, 300_000);

  it('takes no envelope that was for the process before it at its address', async () => {
    const caller = await suite.client();
    const services = await PastTheGateway.of(suite, caller);
    const first = services.processOf('customers');
    const before = await services.customers();
    const instance = await services.instanceOf(first);
    process.kill(first.pid, 'SIGKILL');
    const next = await until('another process at its address', async () =>
      (await suite.processes()).find(({ url, pid }) => url === first.url && pid !== first.pid),
    );
    expect(await services.create(next, services.seal({ instance }))).toMatchObject(REFUSED);
    expect(await services.customers()).toBe(before);
    await caller.close();
  }, 300_000);

  it('stops them all on one Ctrl-C', async () => {
    const pids = await suite.pids();
    expect(await suite.end('SIGINT')).toBe(0);
    expect(pids.filter(isAlive)).toEqual([]);
    await expect(suite.processes()).rejects.toThrow('ENOENT');
  }, 300_000);

  it('says what --replicas takes', async () => {
    const tooMany = await SuiteProcess.prepare({}, { replicas: 17 });
    expect((await tooMany.fail()).line).toMatch(/--replicas takes service=count/);
    await tooMany.remove();
  }, 300_000);
});
