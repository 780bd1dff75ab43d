import type { HalAnswer } from '@halyard/suite/client';
import { counts } from '@halyard/testing/counts';
import { waitFor } from '@halyard/testing/waiting';
import { expect, it } from '@jest/globals';
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ClockAccount, expectStatus, openUnusedAccount } from '../support/clock-account.js';
import { embedded, hrefOf } from '../support/journeys.js';
import { returnFile, type SentEntry, sentEntries, upload } from '../support/return-file.js';
import { SeededBehavior } from '../support/seeded-behavior.js';
import { SeededDebits, seededRules, settleOnRequest } from '../support/seeded-debits.js';
import type { BreakableSuite } from './breakable-suite.js';

const kills = counts.outages.killsOfAdvances;
/** Each round kills a simulation twice, and an upload once. */
const KILLS_OF_ROUND = 3;

export const killedBanks = (suite: BreakableSuite): void =>
  suite.part('a simulation of banks that behave, and a file of theirs,', () => {
    /** Kills the suite, or one process of a service that simulations and files need, and waits until all serve. */
    const strike = async (): Promise<void> => {
      await delay(randomInt(300));
      if (suite.isEmbedded) {
        await suite.running.kill();
        await (await suite.running.start()).close();
        return;
      }
      const service = randomInt(3) === 0 ? 'funding-sources' : 'transfers';
      const processes = (await suite.running.processes()).filter((one) => one.service === service);
      const struck = processes[randomInt(processes.length)];
      if (struck) process.kill(struck.pid, 'SIGKILL');
    };

    /** Sends a request, kills while it lasts, and repeats it until it is answered. */
    const killDuring = async (send: () => Promise<HalAnswer>): Promise<HalAnswer> => {
      const first = send().catch(() => undefined);
      await strike();
      await first;
      const answer = await waitFor('the repeat to be answered', async () => {
        const repeated = await send();
        return repeated.status < 500 && repeated.status !== 409 && repeated;
      });
      await suite.expectServing();
      return answer;
    };

    const simulate = async ({ client }: ClockAccount): Promise<void> => {
      const idempotencyKey = randomUUID();
      const send = (): Promise<HalAnswer> => client.post('/sandbox-simulations', {}, { idempotencyKey });
      const { total } = expectStatus(200, await client.get('/transfers?limit=1'));
      expectStatus(200, await (total === 0 ? send() : killDuring(send)));
    };

    /** The entries that settled, in files that went out by simulations. */
    const settledEntries = async ({ client }: ClockAccount): Promise<readonly SentEntry[]> => {
      const headers = { authorization: `Bearer ${await client.accessToken()}` };
      const found = new Map<string, SentEntry>();
      for (const file of embedded((await client.get('/bank-files?direction=out')).body, 'bank-files')) {
        const settled = embedded((await client.get(`${hrefOf(file, 'entries')}?limit=200`)).body, 'entries')
          .filter(({ status, _links: links }) => status === 'settled' && links?.['transfer'] !== undefined)
          .map(({ traceNumber }) => traceNumber);
        const { body } = await client.download(hrefOf(file, 'content'), headers);
        for (const entry of sentEntries(body.toString())) {
          // An entry is in one file.
          expect(found.has(entry.traceNumber)).toBe(false);
          if (settled.includes(entry.traceNumber)) found.set(entry.traceNumber, entry);
        }
      }
      return [...found.values()];
    };

    /** Uploads returns of all that has settled. */
    const returnAll = async (account: ClockAccount): Promise<void> => {
      const { client } = account;
      const entries = await settledEntries(account);
      expect(entries.length).toBeGreaterThan(0);
      const content = returnFile(entries.map((entry) => ({ entry, code: 'R02' })));
      const key = randomUUID();
      const { status, location } = await killDuring(() => upload(client, content, { key }));
      expect(status).toBe(201);
      const outcomes = async (of: string): Promise<readonly unknown[]> =>
        (await account.all(`${of}/entries`, 'entries')).map(({ outcome, reason }) => reason ?? outcome);
      expect(new Set(await outcomes(location))).toEqual(new Set(['applied']));
      expect((await account.all('/transfers?status=processed', 'transfers')).length).toBe(0);
      const again = await upload(client, content);
      expect(new Set(await outcomes(again.location))).toEqual(new Set(['R67']));
      for (const payment of await account.all('/payments', 'payments')) {
        const story = await account.all(hrefOf(payment, 'timeline'), 'entries');
        const did = story.filter(({ kind }) => kind === 'bank').map((entry) => entry['did']);
        expect(new Set(did).size).toBe(did.length);
      }
    };

    it(`are killed ${kills} times, and strike the same entries, each once`, async () => {
      for (let count = 0; count < kills; count += KILLS_OF_ROUND) {
        const operator = await suite.running.client();
        const account = new ClockAccount(await openUnusedAccount(operator, 'killed banks'));
        await operator.close();
        const behavior = new SeededBehavior('killed', seededRules);
        const debits = new SeededDebits(account, behavior, () => settleOnRequest(account, simulate));
        const { struck, expected } = await debits.play();
        expect(struck).toEqual(expected);
        await returnAll(account);
        await account.quiet();
        const conservation = await account.client.get(`/accounts/${account.client.connection.accountId}/conservation`);
        expect(expectStatus(200, conservation)['balanced']).toBe(true);
        await account.close();
      }
    });
  });
