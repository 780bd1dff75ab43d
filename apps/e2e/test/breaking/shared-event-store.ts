import { EventStoreDBClient } from '@eventstore/db-client';
import { newId } from '@halyard/core';
import type { HalClient } from '@halyard/suite/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runTool } from '@halyard/testing/run-tool';
import { type Settings, SuiteProcess } from '../../src/suite-process.js';
import { fundedHolder, type Holder, newHolder, transferOf } from '../support/journeys.js';
import type { BreakableSuite } from './breakable-suite.js';

/** Several users share one EventStoreDB. At the end it is taken from the suite. */
export const sharedEventStore = (suite: BreakableSuite): void =>
  describe('a shared EventStoreDB', () => {
    let first: SuiteProcess;
    let client: HalClient;
    let sender: Holder;
    let receiver: Holder;
    const others: SuiteProcess[] = [];

    beforeAll(async () => {
      first = suite.running;
      client = await first.client();
      sender = await fundedHolder(client, '500.00');
      receiver = await newHolder(client);
    });
    afterAll(async () => {
      await client.close();
      for (const other of others) await other.remove();
    });

    const prepareBeside = async (settings: Settings = {}): Promise<SuiteProcess> => {
      const beside = { EVENTSTORE_URL: first.settings['EVENTSTORE_URL'] ?? '', ...settings };
      const other = await SuiteProcess.prepare(beside, { mode: 'embedded', onEventStoreDb: false });
      others.push(other);
      return other;
    };
    const send = async (): Promise<void> =>
      void (await client.create('/transfers', transferOf(sender.balance, receiver.balance, '1.00')));

    it('may hold events of others in streams that are named like ours, whatever they are', async () => {
      const server = EventStoreDBClient.connectionString(first.settings['EVENTSTORE_URL'] ?? '');
      const foreign = [
        'payment-7',
        'balance-7',
        'halyard-payment-7',
        'halyardpayment-7',
        'HALYARD_payment-7',
        'limit-ü',
      ];
      for (const stream of foreign) {
        await server.appendToStream(stream, [
          { id: newId(), contentType: 'application/json', type: 'OrderPaid', data: { amount: 1 }, metadata: undefined },
          {
            id: newId(),
            contentType: 'application/octet-stream',
            type: '',
            data: Buffer.from([255, 0]),
            metadata: undefined,
          },
        ]);
        await send();
      }
      await server.dispose();
      const { status, body } = await client.get(`${sender.customer}/transfers?limit=20`);
      expect([status, body['total']]).toEqual([200, foreign.length + 1]);
    });

    it('refuses a second installation in its namespace, and gives it one of its own', async () => {
      const second = await prepareBeside();
      const { code, line } = await second.fail();
      expect(code).toBe(75);
      expect(line).toMatch(
        /^halyard: The streams of namespace halyard belong to installation [\da-f-]{36}, and this database/,
      );
      expect(await second.log()).not.toMatch(/^ +at /m);
      const apart = await prepareBeside({ EVENT_STORE_NAMESPACE: 'staging' });
      const own = await apart.start();
      await fundedHolder(own, '5.00');
      await send();
      const { body } = await own.get(`/accounts/${own.connection.accountId}/transfers`);
      expect(body['total'] ?? 0).toBeLessThan(3);
      await apart.end('SIGINT');
    });

    it('is taken over on purpose by a new database, and its former one is then refused', async () => {
      await first.end('SIGINT');
      const heir = await prepareBeside();
      const { line } = await heir.fail();
      const [, command = '', lost = ''] = /npm run (take-over) -- ([\da-f-]{36})$/.exec(line) ?? [];
      const taken = await runTool(`${command}.ts`, heir.settings, [lost]);
      expect(taken.code).toBe(0);
      const [, taker = 'nobody'] = /belong to installation ([\da-f-]{36})/.exec(taken.said) ?? [];
      await heir.start();
      const verified = await runTool('verify.ts', heir.settings);
      expect(verified.code).toBe(0);
      expect(Number(/^(\d+) events: all/.exec(verified.said)?.[1])).toBeGreaterThan(30);
      await heir.end('SIGINT');
      expect((await first.fail()).line).toContain(`belong to installation ${taker}`);
    });
  });
