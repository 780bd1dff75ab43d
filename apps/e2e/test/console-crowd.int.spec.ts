// Runs: embedded
import type { HalClient } from '@halyard/suite/client';
import { openSandboxAccount } from '@halyard/suite/sandbox-account';
import { counts } from '@halyard/testing/counts';
import { until } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConsoleVisitor, type HeardStream } from './support/console-visitor.js';
import { invitedPerson, type Login } from './support/people.js';
import { idOf, personalCustomer } from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';

const { persons: PERSONS, requestsOfOne: REQUESTS } = counts.console;
const ACCOUNTS = 4;
const lists = ['/customers', '/transfers', '/events', '/webhook-subscriptions', '/funding-sources'];

/** Somebody in the crowd. */
interface Visited {
  readonly account: HalClient;
  readonly login: Login;
  readonly visitor: ConsoleVisitor;
}

describe('the console in a crowd', () => {
  let shared: SharedSuite;
  const accounts: HalClient[] = [];
  const crowd: Visited[] = [];
  const ending = new AbortController();

  beforeAll(async () => {
    shared = await SharedSuite.join('console-crowd');
    for (let place = 0; place < ACCOUNTS; place += 1)
      accounts.push(await openSandboxAccount(shared.operator, `console-crowd-${place}`));
    // One network may log in at a pace alone.
    for (let place = 0; place < PERSONS; place += 1) {
      const account = accounts[place % ACCOUNTS] ?? shared.client;
      const login = await invitedPerson(shared.suite, account, 'viewer');
      const visitor = await ConsoleVisitor.open(account);
      await visitor.logIn(login);
      crowd.push({ account, login, visitor });
    }
  });
  afterAll(async () => {
    ending.abort();
    await Promise.all(crowd.map(({ visitor }) => visitor.close()));
    await Promise.all(accounts.map((account) => account.close()));
    await shared.leave();
  });

  it(`answers ${REQUESTS} requests of one person at once`, async () => {
    const { visitor } = crowd[0] ?? { visitor: undefined };
    const asked = Array.from({ length: REQUESTS }, (_, place) =>
      visitor?.api('GET', lists[place % lists.length] ?? '/'),
    );
    expect(new Set((await Promise.all(asked)).map((seen) => seen?.status))).toEqual(new Set([200]));
  });

  it(`shows each of ${PERSONS} persons at once what is theirs, in answers and in streams`, async () => {
    const streams = await Promise.all(
      crowd.flatMap(({ visitor }) =>
        ['/events/stream', '/requests/stream'].map((path) => visitor.hear(path, ending.signal)),
      ),
    );
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
    const made = new Map<HalClient, string>();
    for (const account of accounts) {
      const customer = await account.create('/customers', personalCustomer());
      await account.get(customer);
      made.set(account, idOf(customer));
    }

    const seen = await Promise.all(
      crowd.map(async ({ visitor }) => {
        const [session, ...answers] = await Promise.all([
          visitor.get('/console/session', { accept: 'application/json' }),
          ...lists.map((path) => visitor.api('GET', path)),
        ]);
        return { session, answers };
      }),
    );
    const heardBy = (place: number): readonly HeardStream[] => streams.slice(2 * place, 2 * place + 2);
    for (const [place, { account, login }] of crowd.entries()) {
      const own = made.get(account) ?? '';
      const { session, answers } = seen[place] ?? { session: undefined, answers: [] };
      expect(JSON.parse(session?.text ?? '{}')).toMatchObject({
        user: { email: login.email },
        account: { id: account.connection.accountId },
      });
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      await until(`${login.email} has heard of ${own}`, () => heardBy(place).every(({ text }) => text().includes(own)));
      const everything = [...answers, ...heardBy(place)].map(({ text }) => (typeof text === 'string' ? text : text()));
      const ofOthers = [...made.values()].filter((id) => id !== own);
      expect(ofOthers.filter((id) => everything.join('').includes(id))).toEqual([]);
    }
  });
});
