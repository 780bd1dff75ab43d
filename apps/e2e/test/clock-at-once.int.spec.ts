// Runs: both
import { readFile } from 'node:fs/promises';
import type { HalBody } from '@halyard/suite/client';
import { waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Agent, request } from 'undici';
import { ClockAccount, expectStatus, MONDAY } from './support/clock-account.js';
import { ClockScenario } from './support/clock-scenario.js';
import { hrefOf, personalCustomer, transferOf } from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';
import { Subscriber } from './support/subscriber.js';

const CLOCK = '/sandbox-clock';
const ADVANCES = `${CLOCK}/advances`;
const AT_ONCE = 8;
/** The posters make new moments on each of these days. */
const END = '2026-03-09T15:00:00.000Z';

describe('a clock that many use at once', () => {
  let shared: SharedSuite;
  let dispatcher: Agent;
  beforeAll(async () => {
    shared = await SharedSuite.join('clock at once');
    const ca = await readFile(shared.operator.connection.caFile ?? '', 'utf8');
    // Each request has a connection of its own: where there are two gateways, the system spreads them over both.
    dispatcher = new Agent({ connect: { ca }, pipelining: 0 });
  });
  afterAll(async () => {
    await dispatcher.close();
    await shared.leave();
  });

  const send = async ({ client }: ClockAccount, method: 'GET' | 'POST', path: string, body?: object) => {
    const headers = {
      authorization: `Bearer ${await client.accessToken()}`,
      accept: 'application/vnd.service.v1.hal+json',
      ...(body && { 'content-type': 'application/json' }),
    };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await request(`${client.connection.baseUrl}${path}`, { method, headers, dispatcher, ...sent });
    const text = await answer.body.text();
    const location = String(answer.headers['location'] ?? '');
    const parsed = (text === '' ? {} : JSON.parse(text)) as HalBody;
    return { status: answer.statusCode, headers: answer.headers, location, body: parsed };
  };

  /** Reads until the service is not too busy to answer. */
  const ask = (account: ClockAccount, path: string) =>
    waitFor(`${path} is answered`, async () => {
      const answer = await send(account, 'GET', path);
      return answer.status === 503 ? undefined : answer;
    });

  it('is advanced by one request, and all others are told which advance is in their way', async () => {
    const account = await ClockAccount.frozenAt(shared.operator, 'one advance', MONDAY);
    const subscriber = await Subscriber.listen();
    let answer = (): void => undefined;
    subscriber.hold(new Promise<void>((resolve) => (answer = resolve)));
    const hook = { url: subscriber.url, secret: subscriber.secret };
    const subscription = await account.client.create('/webhook-subscriptions', hook);
    await account.client.create('/customers', personalCustomer());
    try {
      // The advance does not end before the subscriber has answered.
      const asked = { by: 'P1D', waitFor: 'webhooks' };
      const all = Array.from({ length: AT_ONCE }, () => send(account, 'POST', `${ADVANCES}?wait=0`, asked));
      const answers = await Promise.all(all);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array<number>(AT_ONCE - 1).fill(409)]);
      const { location = '' } = answers.find(({ status }) => status === 201) ?? {};
      answers.push(await send(account, 'POST', CLOCK, { mode: 'running' }));
      answers.push(await send(account, 'POST', CLOCK, { banks: 'on-request' }));
      for (const { status, body, headers } of answers) {
        if (status === 201) continue;
        expect([status, body.code, headers['retry-after']]).toEqual([409, 'Conflict', '1']);
        expect(hrefOf(body, 'about')).toBe(location);
      }
      const clock = await account.clock();
      expect([clock.status, hrefOf(clock, 'current-advance')]).toEqual(['advancing', location]);
      expect(Object.keys(clock._links ?? {})).not.toContain('advance');
      answer();
      expect(await account.ended(location)).toMatchObject({ status: 'done', slow: 0 });
      expect(await account.all(ADVANCES, 'advances')).toHaveLength(1);
    } finally {
      answer();
      await account.client.delete(subscription);
      await account.close();
      await subscriber.close();
    }
  });

  it('never shows an earlier time than before, and stamps what is posted meanwhile with a time between', async () => {
    const scenario = await ClockScenario.play(await ClockAccount.frozenAt(shared.operator, 'posts', MONDAY));
    const { account } = scenario;
    let goesOn = true;
    const read: string[] = [];
    const failed: unknown[] = [];
    const stamped: unknown[] = [];
    const now = async (): Promise<string> => String(expectStatus(200, await ask(account, CLOCK))['now']);
    const reader = async (): Promise<void> => {
      while (goesOn) read.push(await now());
    };
    const poster = async (path: string, bodyOf: () => object): Promise<void> => {
      while (goesOn) {
        const before = await now();
        const { status, location, body } = await send(account, 'POST', path, bodyOf());
        const after = await now();
        if (status !== 201) failed.push([path, status, body]);
        else {
          const made = expectStatus(200, await ask(account, new URL(location).pathname));
          const created = String(made['created']);
          if (created < before || created > after) stamped.push({ path, before, created, after });
        }
      }
    };
    const transfer = () => transferOf(scenario.at("Ada's balance"), scenario.at("Bob's balance"), '0.01');
    const withBank = () => transferOf(scenario.at("Bob's bank"), scenario.at("Bob's balance"), '0.02');
    const all = [
      reader(),
      poster('/customers', () => personalCustomer()),
      poster('/transfers', transfer),
      poster('/transfers', withBank),
    ];
    try {
      await account.advance({ to: END });
    } finally {
      goesOn = false;
      await Promise.all(all);
    }
    expect([failed, stamped]).toEqual([[], []]);
    expect(read).toEqual(read.toSorted());
    expect(new Set(read).size).toBeGreaterThan(3);
    expect(read.at(-1)).toBe(END);
    for (const [path, relation] of [
      ['/customers', 'customers'],
      ['/transfers', 'transfers'],
    ] as const) {
      const created = (await account.all(path, relation)).map((item) => String(item['created']));
      expect(created).toEqual(created.toSorted().toReversed());
    }
    await account.quiet();
    await scenario.close();
  });
});
