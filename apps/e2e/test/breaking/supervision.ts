import { isAlive } from '@halyard/local-servers/running-process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { counts } from '@halyard/testing/counts';
import { waitFor } from '@halyard/testing/waiting';
import { SuiteProcess } from '../../src/suite-process.js';
import { PastTheGateway, REFUSED } from '../support/past-the-gateway.js';
import { expectUnnoticedRestarts } from '../support/rolling-restart.js';
import { TransferLoad } from '../support/transfer-load.js';
import type { BreakableSuite } from './breakable-suite.js';

const restarts = counts.outages.restartsOfOne;

export const supervision = (suite: BreakableSuite): void =>
  suite.part('npm run start:distributed, with one of each service', () => {
    it('runs a process for each service, and has one log of them', async () => {
      const names = (await suite.running.processes()).map(({ name }) => name);
      expect(names.toSorted()).toEqual([
        'auth.1',
        'console.1',
        'customers.1',
        'funding-sources.1',
        'gateway.1',
        'transfers.1',
        'webhooks.1',
      ]);
      for (const name of names) expect(await suite.running.log()).toMatch(new RegExp(`^${name} +\\| \\{`, 'm'));
      expect(await suite.running.log()).toMatch(/^suite +\| \{/m);
      expect(await suite.running.log()).not.toMatch(/^\{/m);
      expect(await suite.running.log()).not.toMatch(/^\(node:\d+\) /m);
      for (const { metricsUrl } of await suite.running.processes()) {
        const readiness = metricsUrl.replace('/metrics', '/health/ready');
        await waitFor(`${readiness} to be 200`, async () => (await fetch(readiness)).ok);
      }
    });

    describe(`restarted one by one under load, ${restarts} times`, () => {
      let load: TransferLoad;
      beforeAll(async () => {
        load = await TransferLoad.prepare(await suite.running.client());
      });
      afterAll(() => load.close());

      it('gives clients no 5xx', () => expectUnnoticedRestarts(suite.running, load, restarts));
      it('loses and doubles no transfer', () => load.expectNothingLostOrDoubled());
      it('finishes what was begun, and every cent is where the transfers say', () => load.expectConserved());
      it('leaves no event out at the subscriber, and keeps their order', () => load.expectAllHeard());
    });

    it('starts again what was killed, on the same ports', async () => {
      const before = await suite.running.processes();
      for (const { pid } of before) process.kill(pid, 'SIGKILL');
      await waitFor('all of them to be others', async () => {
        const now = await suite.running.processes();
        const isAnother = ({ pid }: { pid: number }): boolean => before.every((old) => old.pid !== pid);
        return now.length === before.length && now.every(isAnother);
      });
      const urls = (list: typeof before) => list.map(({ name, url }) => `${name} ${url}`).toSorted();
      expect(urls(await suite.running.processes())).toEqual(urls(before));
      const again = await suite.running.client();
      await waitFor('a list', async () => (await again.get('/customers')).status === 200);
      await again.close();
    });

    it('takes no envelope that was for the process before it at its address', async () => {
      const caller = await suite.running.client();
      const services = await PastTheGateway.of(suite.running, caller);
      const first = services.processOf('customers');
      const before = await services.customers();
      const instance = await services.instanceOf(first);
      process.kill(first.pid, 'SIGKILL');
      const next = await waitFor('another process at its address', async () =>
        (await suite.running.processes()).find(({ url, pid }) => url === first.url && pid !== first.pid),
      );
      expect(await services.create(next, services.seal({ instance }))).toMatchObject(REFUSED);
      expect(await services.customers()).toBe(before);
      await caller.close();
    });
  });

/** Ends the running suite. */
export const interruption = (suite: BreakableSuite): void =>
  describe('npm run start:distributed, with one of each service', () => {
    it('stops them all on one Ctrl-C', async () => {
      const pids = await suite.running.pids();
      expect(await suite.running.end('SIGINT')).toBe(0);
      expect(pids.filter(isAlive)).toEqual([]);
      await expect(suite.running.processes()).rejects.toThrow('ENOENT');
    });

    it('says what --replicas takes', async () => {
      const tooMany = await SuiteProcess.prepare({}, { replicas: 17 });
      expect((await tooMany.fail()).line).toMatch(/--replicas takes service=count/);
      await tooMany.remove();
    });
  });
