import { randomInt, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceName } from '@halyard/contracts';
import { firstPartyKeys } from '@halyard/contracts/applications';
import { HalClient } from '@halyard/suite/client';
import { FormBrowser } from '@halyard/suite/form-browser';
import { counts } from '@halyard/testing/counts';
import { waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { decodeProtectedHeader } from 'jose';
import { Agent } from 'undici';
import { codeFor, type PersonTokens, postForm } from '../support/first-party.js';
import { embedded } from '../support/journeys.js';
import { invitedPerson, type Login } from '../support/people.js';
import type { BreakableSuite } from './breakable-suite.js';

const rounds = counts.identity.kills;
/** Auth dies as often as a gateway, so that each step meets the death of each. */
const VICTIMS = [
  ['auth', 1],
  ['gateway', 1],
  ['auth', 2],
  ['gateway', 2],
] as const;
/** On an idle machine a step takes less time than this. */
const STEP_MS = 150;
const ROTATIONS = '/operations/signing-key-rotations';
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const commandLine = { client_id: firstPartyKeys.commandLine };

interface DeviceCodes {
  readonly device_code: string;
  readonly user_code: string;
}
type Answer<Body> = Awaited<ReturnType<typeof postForm<Body>>>;

export const killedLogIns = (suite: BreakableSuite): void =>
  suite.part('two processes of auth and two gateways, of which one is killed in each step', () => {
    let client: HalClient;
    let dispatcher: Agent;
    let baseUrl: string;
    let login: Login;
    let blows = 0;

    beforeAll(async () => {
      client = await suite.running.client();
      const { caFile = '', ...connection } = client.connection;
      ({ baseUrl } = connection);
      // Each request has a connection of its own, so the system spreads the requests over both gateways.
      dispatcher = new Agent({ connect: { ca: await readFile(caFile, 'utf8') }, pipelining: 0 });
      login = await invitedPerson(suite.running, client, 'owner');
    });
    afterAll(() => Promise.all([client.close(), dispatcher.close()]));

    /** Waits until both processes of a service serve. */
    const bothServe = (service: ServiceName): Promise<true> =>
      waitFor(`both processes of ${service} to serve`, async () => {
        const now = (await suite.running.processes()).filter((one) => one.service === service);
        const answers = await Promise.all(
          now.map(({ metricsUrl }) => fetch(metricsUrl.replace('/metrics', '/health/ready'))),
        );
        return answers.length === 2 && answers.every(({ ok }) => ok);
      });
    const allServe = () => Promise.all([bothServe('auth'), bothServe('gateway')]);

    /** Does a step while one process is killed. A process of the other service may still be starting again. */
    async function struck<Done>(step: () => Promise<Done>): Promise<Done> {
      const [service, index] = VICTIMS[blows % VICTIMS.length] ?? VICTIMS[0];
      blows += 1;
      await bothServe(service);
      const victim = (await suite.running.processes()).find(({ name }) => name === `${service}.${index}`);
      if (!victim) throw new Error(`${service}.${index} does not run`);
      const strike = async (): Promise<void> => {
        await delay(randomInt(STEP_MS));
        process.kill(victim.pid, 'SIGKILL');
      };
      const [done] = await Promise.all([step(), strike()]);
      return done;
    }

    const post = <Body>(path: string, fields: Readonly<Record<string, string>>): Promise<Answer<Body>> =>
      postForm<Body>(baseUrl, path, { ...fields, ...commandLine }, dispatcher);
    /** Asks again if the answer is lost or is 503. Gives the last answer. */
    const answerTo = <Body>(path: string, fields: Readonly<Record<string, string>>): Promise<Answer<Body>> =>
      waitFor(`an answer of ${path}`, async () => {
        const answer = await post<Body>(path, fields);
        return answer.status < 500 ? answer : undefined;
      });
    /** Sends a request twice at the same moment, and gives the answers that come. */
    async function twice<Body>(path: string, fields: Readonly<Record<string, string>>): Promise<readonly Body[]> {
      const ends = await Promise.allSettled([post<Body>(path, fields), post<Body>(path, fields)]);
      return ends.flatMap((end) => (end.status === 'fulfilled' && end.value.status === 200 ? [end.value.body] : []));
    }

    const loggedIn = (): Promise<FormBrowser> =>
      waitFor('a log-in', async () => {
        const browser = new FormBrowser(baseUrl, dispatcher);
        await browser.send('/login', '/login', { ...login });
        return (await browser.get('/me')).status === 200 ? browser : undefined;
      });
    const codeOf = (browser: FormBrowser) => waitFor('a code', () => codeFor(browser));

    /** A code gives at most one pair, whichever process dies. If no pair has come, the person begins again. */
    async function tokensOf(browser: FormBrowser): Promise<PersonTokens> {
      const before = await lastReuse();
      const code = await struck(() => codeOf(browser));
      const pairs = await struck(() => twice<PersonTokens>('/token', code));
      expect(pairs.length).toBeLessThanOrEqual(1);
      const [pair] = pairs;
      if (pair && (await holds(pair, before))) return pair;
      return (await answerTo<PersonTokens>('/token', await codeOf(browser))).body;
    }

    /**
     * Whether a pair is good at both gateways. It is good at neither if the second request was read only after the first one
     * had been answered, by the successor of a gateway that was killed: such a request uses a copy of the code.
     */
    async function holds(pair: PersonTokens, before: string | undefined): Promise<boolean> {
      const statuses = [...(await statusesWith(pair))].join();
      const last = await lastReuse();
      const isReused = last !== undefined && last !== before;
      expect(statuses).toBe(isReused ? '401' : '200');
      return !isReused;
    }

    /** The id of the event that tells of the last copy of a code or token; undefined if none was used. */
    async function lastReuse(): Promise<string | undefined> {
      const { body } = await waitFor('the security events', () =>
        operating((operator) => operator.get('/security-events?limit=200')),
      );
      return embedded(body, 'security-events').find(({ type }) => type === 'token_reuse_detected')?.id;
    }

    /** The newest pair. A repeat gives the same pair, so no death loses the family. */
    async function refreshed({ refresh_token: refreshToken }: PersonTokens): Promise<PersonTokens> {
      const asked = { grant_type: 'refresh_token', refresh_token: refreshToken };
      const first = await struck(() => answerTo<PersonTokens>('/token', asked));
      const again = await answerTo<PersonTokens>('/token', asked);
      expect([first.status, again.status]).toEqual([200, 200]);
      expect(again.body.refresh_token).toBe(first.body.refresh_token);
      return again.body;
    }

    /** The statuses with which both gateways answer a request with the token. */
    async function statusesWith({ access_token: token }: PersonTokens): Promise<ReadonlySet<number>> {
      await allServe();
      const headers = { accept: 'application/vnd.service.v1.hal+json', authorization: `Bearer ${token}` };
      const answers = await Promise.all(Array.from({ length: 8 }, () => client.raw('GET', '/', headers)));
      return new Set(answers.map(({ status }) => status));
    }

    async function publishedKids(): Promise<readonly string[]> {
      const { body } = await waitFor('the published keys', async () => {
        const answer = await client.raw('GET', '/jwks', { accept: 'application/json' });
        return answer.status === 200 ? answer : undefined;
      });
      return (body['keys'] as readonly { readonly kid: string }[]).map(({ kid }) => kid);
    }

    /** Works as the operator, with a new token. */
    async function operating<Done>(work: (operator: HalClient) => Promise<Done>): Promise<Done> {
      const operator = await HalClient.open(client.connection);
      return work(operator).finally(() => operator.close());
    }

    /**
     * Makes one rotation, however often it asks. Keys only sign once they are published, and sign for the first time
     * after their lead.
     */
    async function rotated(how: { readonly leadSeconds: number } | { readonly emergency: true }): Promise<void> {
      const total = () => operating(async (operator) => (await operator.get(ROTATIONS)).body.total ?? 0);
      await allServe();
      const before = await total();
      const options = { idempotencyKey: randomUUID() };
      const create = () => operating((operator) => operator.create(ROTATIONS, how, options));
      const location = await struck(() => waitFor('a rotation', create));
      await allServe();
      expect([await create(), await total()]).toEqual([location, before + 1]);
      const next = await operating(async (operator) => (await operator.get(location)).body['keys']);
      const found = await struck(() =>
        waitFor('the new keys to sign', async () => {
          const published = await publishedKids();
          const { key, secret } = client.connection;
          const asked = { grant_type: 'client_credentials', client_id: key, client_secret: secret };
          const { status, body } = await postForm<PersonTokens>(baseUrl, '/token', asked, dispatcher);
          if (status !== 200) return undefined;
          const { kid = '' } = decodeProtectedHeader(body.access_token);
          if (!published.includes(kid)) return `${kid} is not among ${published.join(', ')}`;
          return (next as readonly string[]).includes(kid) ? 'published' : undefined;
        }),
      );
      expect(found).toBe('published');
    }

    /** A device code gives at most one pair. */
    async function connected(browser: FormBrowser): Promise<void> {
      const scope = 'openid transactions';
      const codes = (await struck(() => answerTo<DeviceCodes>('/device/authorization', { scope }))).body;
      const page = `/device?user_code=${codes.user_code}`;
      const isAllowed = async (): Promise<boolean> => {
        const { text } = await browser.send(page, '/device', { answer: 'allow', user_code: codes.user_code });
        // If the code no longer exists, the answer was stored and then lost on its way.
        return /is connected|Connect a program/.test(text);
      };
      await struck(() => waitFor('an answer to the device', isAllowed));
      const before = await lastReuse();
      const pairs = await struck(() =>
        twice<PersonTokens>('/token', { grant_type: DEVICE_GRANT, device_code: codes.device_code }),
      );
      expect(pairs.length).toBeLessThanOrEqual(1);
      for (const pair of pairs) await holds(pair, before);
    }

    async function loggedOut(browser: FormBrowser): Promise<void> {
      await struck(() =>
        waitFor('the log-out', async () => {
          await browser.send('/logout', '/logout', { answer: 'leave' });
          return (await browser.get('/me')).status === 303;
        }),
      );
    }

    it(`gives no code, token or key twice and loses no family, in ${rounds} rounds`, async () => {
      for (let round = 0; round < rounds; round += 1) {
        const browser = await struck(loggedIn);
        let tokens = await tokensOf(browser);
        tokens = await refreshed(tokens);
        await connected(browser);
        await rotated(round % 2 === 0 ? { leadSeconds: 5 } : { emergency: true });
        tokens = await refreshed(tokens);
        expect(await statusesWith(tokens)).toEqual(new Set([200]));
        await loggedOut(browser);
        await answerTo('/token/revocation', { token: tokens.refresh_token });
        await waitFor('the end of the family', async () => [...(await statusesWith(tokens))].join() === '401');
      }
    });
  });
