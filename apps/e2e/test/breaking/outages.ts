import type { HalClient } from '@halyard/suite/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import { counts } from '@halyard/testing/counts';
import { waitFor } from '@halyard/testing/waiting';
import { availableOf, embedded, fundedHolder, newHolder, transferOf } from '../support/journeys.js';
import { HeldUpload } from '../support/held-upload.js';
import { PostgresAdmin } from '../support/postgres-admin.js';
import { TransferLoad } from '../support/transfer-load.js';
import type { BreakableSuite } from './breakable-suite.js';

const flaps = counts.outages.flapsOfPostgres;

export const outages = (suite: BreakableSuite): void =>
  suite.part('an outage', () => {
    const { isEmbedded } = suite;
    /** Kills the suite and its stores in turn. Everything else is killed in under-load.ts. */
    const kills = counts.outages.killsOfSuite[isEmbedded ? 'embedded' : 'distributed'];
    let postgres: PostgresAdmin;
    let load: TransferLoad;
    /**
     * The number of processes once all of them serve. The list is complete when the first start has told the demo
     * account.
     */
    let processes: number;

    beforeAll(async () => {
      postgres = new PostgresAdmin(suite.running);
      load = await TransferLoad.prepare(await suite.running.client());
      processes = (await pids()).length;
    });

    afterAll(() => load.close());

    const killPostgres = async (): Promise<true> => process.kill(await suite.running.postgresPid(), 'SIGKILL') && true;
    const killSuite = async (): Promise<void> => void (await suite.running.kill());
    const killEventStore = (): Promise<void> => suite.running.killEventStore();
    const restart = async (): Promise<HalClient> => {
      await load.client.close();
      load.client = await suite.running.start();
      return load.client;
    };
    const isPaying = async (): Promise<boolean> => (await load.probe()) === 201;

    /** The processes that serve. If a process exited, it is missing, or has another pid after its new start. */
    const pids = async (): Promise<readonly number[]> =>
      isEmbedded ? [suite.running.pid] : (await suite.running.processes()).map(({ pid }) => pid).toSorted();

    describe('under load', () => {
      it(`of the suite or one of its stores, by kill -9 at any moment, is survived ${kills} times`, async () => {
        const blows = [killSuite, ...(suite.running.runsEventStore ? [killEventStore] : []), killPostgres];
        for (let round = 0; round < kills; round += 1) {
          const blow = blows[round % blows.length];
          let going = true;
          const running = load.run(() => going);
          await delay(randomInt(100, 1_500));
          await blow?.();
          if (blow !== killSuite) await waitFor('a transfer to be answered again', isPaying);
          going = false;
          await running;
          if (blow === killSuite) await restart();
        }
      });

      it(`of every connection to Postgres, ${flaps} times, is outlived by every process`, async () => {
        const first = await waitFor('every process to serve', async () => {
          const serving = await pids();
          return serving.length === processes ? serving : undefined;
        });
        let going = true;
        const running = load.run(() => going);
        try {
          for (let flap = 1; flap <= flaps; flap += 1) {
            if (flap % 8 === 0) await waitFor(`flap ${flap}`, killPostgres);
            // After Postgres was killed, its connections live on for a moment, and may have answered the last transfer.
            else await waitFor(`flap ${flap}`, () => postgres.endConnections());
            await waitFor(`a transfer after flap ${flap}`, () => {
              process.kill(suite.running.pid, 0);
              return isPaying();
            });
          }
        } finally {
          going = false;
          await running;
        }
        expect(await pids()).toEqual(first);
        expect(process.kill(suite.running.pid, 0)).toBe(true);
      });

      it('loses and doubles no transfer', () => load.expectNothingLostOrDoubled());
      it('leaves nothing begun, and every cent is where the transfers say', () => load.expectConserved());
      it('leaves no event out at the subscriber, and keeps their order and numbers', () => load.expectAllHeard());
    });

    it('at whatever step of a request with a key is completed at once by its repeat', async () => {
      const [sender, receiver] = [await fundedHolder(load.client, '100.00'), await newHolder(load.client)];
      const keys = Array.from({ length: 40 }, () => randomUUID());
      const send = (client: HalClient) =>
        keys.map((idempotencyKey) =>
          client.post('/transfers', transferOf(sender.balance, receiver.balance, '1.00'), { idempotencyKey }),
        );
      const upload = await HeldUpload.begin(load.client, await suite.running.postgresUrl());
      const sent = send(load.client);
      const services = isEmbedded ? [] : await suite.running.processes();
      await Promise.race(sent);
      // Postgres ends its connections one by one. A service that outlives the others for a moment could commit the
      // record that the upload's lock holds up.
      for (const { pid } of services) process.kill(pid, 'SIGKILL');
      await killSuite();
      const first = await Promise.allSettled(sent);
      const again = await Promise.all(send(await restart()));
      await upload.expectCompleted(load.client, await suite.running.postgresUrl());
      expect(again.map(({ status }) => status)).toEqual(keys.map(() => 201));
      for (const [index, outcome] of first.entries()) {
        if (outcome.status !== 'fulfilled' || outcome.value.status !== 201) continue;
        expect(again[index]?.location).toBe(outcome.value.location);
      }
      expect(new Set(again.map(({ location }) => location)).size).toBe(keys.length);
      expect(await availableOf(load.client, receiver.balance)).toBe(`${keys.length}.00`);
    });

    describe('of writes to Postgres', () => {
      /** Addresses at which the processes with a database tell their health. */
      const healthUrls = async (): Promise<readonly string[]> =>
        isEmbedded
          ? [`http://127.0.0.1:${suite.running.settings['METRICS_PORT'] ?? ''}/health`]
          : (await suite.running.processes())
              .filter(({ service }) => service !== 'gateway')
              .map(({ metricsUrl }) => metricsUrl.replace('/metrics', '/health'));

      async function statusOf(url: string): Promise<number> {
        const { statusCode, body } = await request(url);
        await body.dump();
        return statusCode;
      }

      it('is answered 503, and ready is who takes them again; every process stays alive', async () => {
        const { client } = load;
        const holder = await fundedHolder(client, '5.00');
        const writes = (): ReadonlyArray<readonly [path: string, body: object]> => [
          ['/customers', { firstName: 'Ada', lastName: 'Byron', email: `${randomUUID()}@example.com` }],
          ['/transfers', transferOf(holder.balance, holder.bank, '1.00')],
          ['/funding-sources', { routingNumber: '222222226', accountNumber: '123456789', type: 'checking', name: 'D' }],
          ['/accounts', { name: 'Other', application: { key: randomUUID(), secret: randomUUID() } }],
          ['/webhook-subscriptions', { url: 'http://127.0.0.1:9/', secret: 'a secret' }],
        ];
        await postgres.refuseWrites(true);
        for (const [path, body] of writes()) {
          const { status, headers, body: answer } = await client.post(path, body, { idempotencyKey: randomUUID() });
          expect([path, status, answer.code, headers['retry-after']]).toEqual([path, 503, 'ServiceUnavailable', '1']);
        }
        const urls = await healthUrls();
        for (const url of urls) {
          await waitFor(`${url} to say that it is not ready`, async () => (await statusOf(`${url}/ready`)) === 503);
          expect(await statusOf(`${url}/live`)).toBe(200);
        }
        await waitFor('reads to be served', async () => (await client.get(holder.balance)).status === 200);

        await postgres.refuseWrites(false);
        for (const url of urls) {
          await waitFor(`${url} to be ready`, async () => (await statusOf(`${url}/ready`)) === 200);
        }
        for (const [path, body] of writes()) {
          const idempotencyKey = randomUUID();
          // Readers of streams and listeners for changes have connections of their own, which come back by themselves.
          const answered = async () => {
            const { status } = await client.post(path, body, { idempotencyKey });
            return status === 503 ? undefined : status;
          };
          expect([path, await waitFor(`POST ${path} to be answered`, answered)]).toEqual([path, 201]);
        }
        expect(embedded((await client.get('/customers')).body, 'customers').length).toBeGreaterThan(0);
      });
    });
  });
