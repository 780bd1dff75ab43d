// Runs: embedded
import type { HalBody } from '@halyard/suite/client';
import { expectEventually, waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ClockAccount, expectStatus, MONDAY } from './support/clock-account.js';
import { ClockScenario, type Outcome } from './support/clock-scenario.js';
import { embedded, hrefOf, idOf } from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';

const END = '2026-05-07T15:00:00.000Z';
/** Seven payments and one fee of the scenario that ended well, and three debits that came back. */
const TOTALS = [
  'balance-to-bank processed 2 29.00',
  'balance-to-balance processed 1 17.00',
  'balance-to-wire processed 1 18.00',
  'bank-to-balance failed 3 36.00',
  'bank-to-balance processed 3 610.00',
  'bank-to-bank processed 1 16.00',
  'fee processed 1 0.50',
];

describe('what an account shows once its clock was advanced', () => {
  let shared: SharedSuite;
  let scenario: ClockScenario;
  let account: ClockAccount;
  let advance: string;
  let outcome: Outcome;
  let heard: unknown;

  beforeAll(async () => {
    shared = await SharedSuite.joinOperated('clock views');
    account = await ClockAccount.frozenAt(shared.operator, 'clock views', MONDAY);
    scenario = await ClockScenario.play(account);
    advance = await account.begin({ to: END });
    await account.ended(advance);
    outcome = await scenario.outcome();
    heard = scenario.heard();
  });
  afterAll(async () => {
    await scenario.close();
    await shared.leave();
  });

  const read = async (path: string): Promise<HalBody> => expectStatus(200, await account.client.get(path));
  const ofAccount = (name: string): string => `/accounts/${account.client.connection.accountId}/${name}`;
  const value = (money: unknown): string => (money as { readonly value: string }).value;

  async function expectStatistics(): Promise<void> {
    const statistics = await read(`${ofAccount('statistics')}?from=2026-03-02&to=2026-05-07`);
    expect(statistics['now']).toBe(END);
    const days = statistics['days'] as readonly HalBody[];
    expect([...new Set(days.map(({ date }) => date))]).toEqual(['2026-03-02']);
    const lines = (statistics['totals'] as readonly HalBody[]).map(({ flow, status, count, amount }) =>
      [flow, status, count, value(amount)].join(' '),
    );
    expect(lines.toSorted()).toEqual(TOTALS.toSorted());
    const later = await account.client.get(`${ofAccount('statistics')}?to=2026-05-08`);
    expect(embedded(later.body, 'errors').map(({ code, path }) => [code, path])).toEqual([['Invalid', '/query/to']]);
  }

  async function expectConserved(): Promise<void> {
    const { balanced, now, inTransit, fromBanks, toBanks, postedBalances } = await read(ofAccount('conservation'));
    expect([balanced, now, value(inTransit)]).toEqual([true, END, '0.00']);
    expect(Number(value(fromBanks)) - Number(value(toBanks))).toBeCloseTo(Number(value(postedBalances)), 2);
  }

  async function expectFound(): Promise<void> {
    const results = async (q: string) =>
      embedded(await read(`/search?q=${q}`), 'results').map(({ id, kind }) => `${String(kind)} ${String(id)}`);
    expect(await results(idOf(advance))).toEqual([`advance ${idOf(advance)}`]);
    expect(await results('Bob')).toContain(`customer ${idOf(scenario.at('Bob'))}`);
    expect(await results('bank-to-bank')).toHaveLength(1);
    const late = idOf(scenario.at('payment late after sixty days'));
    expect(await results(late)).toContain(`transfer ${late}`);
  }

  /** The rows of the file, by transfer, tell what its transfer tells. */
  async function expectFile(): Promise<void> {
    const { client } = account;
    const headers = { authorization: `Bearer ${await client.accessToken()}`, accept: 'text/csv' };
    const { body } = await client.download(`${client.connection.baseUrl}/transfers`, headers);
    const [, ...rows] = body.toString().trim().split('\r\n');
    const told = rows.map((row) => {
      const [id = '', , created, ended, status] = row.split(',');
      return { id, created, ended, status };
    });
    const transfers = await account.all('/transfers', 'transfers');
    expect(told.map(({ id, created, status }) => ({ id, created, status }))).toEqual(
      transfers.map(({ id, created, status }) => ({ id, created, status })),
    );
    const endOf = (role: string) => told.find(({ id }) => id === idOf(scenario.at(role)))?.ended;
    expect(
      ['debit', 'returned', 'late after two days', 'late after sixty days', 'wire'].map((one) =>
        endOf(`payment ${one}`),
      ),
    ).toEqual([
      ...['2026-03-05T06:00:00.000Z', '2026-03-05T06:00:00.000Z', '2026-03-09T22:00:00.000Z'],
      ...['2026-05-04T22:00:00.000Z', '2026-03-02T21:00:00.000Z'],
    ]);
  }

  it('adds up in its statements, its statistics and its conservation', async () => {
    await expectEventually(async () => {
      await expectStatistics();
      await expectConserved();
    });
  });

  it('is found, and is in the file of its transfers', async () => {
    await expectEventually(expectFound);
    await expectFile();
  });

  it('tells of the request that advanced the clock what it caused', async () => {
    const sent = await waitFor('the request', async () => {
      const { body } = await account.client.get(`/requests?resource=${idOf(advance)}&method=POST`);
      return embedded(body, 'requests')[0];
    });
    const request = await read(hrefOf(sent));
    expect(request).toMatchObject({ route: '/sandbox-clock/advances', status: 201 });
    const { trace } = request;
    const byTrace = embedded(await read(`/requests?trace=${String(trace)}`), 'requests');
    expect(byTrace.map(({ id }) => id)).toEqual([request.id]);
    const { events: caused } = request['caused'] as { readonly events: readonly { readonly topic: string }[] };
    const span = (await read(advance))['events'] as { readonly first: number; readonly last: number };
    const all = await account.all('/events', 'events');
    const topics = all.toReversed().slice(span.first - 1, span.last);
    expect(caused.map(({ topic }) => topic)).toEqual(topics.slice(0, 25).map(({ topic }) => topic));
    const late = await read(new URL(scenario.at('payment late after sixty days')).pathname);
    const entries = await account.all(hrefOf(late, 'timeline'), 'entries');
    const banks = entries.filter(({ kind }) => kind === 'bank');
    expect(banks.map(({ trace: of }) => of)).toEqual(Array(3).fill(trace));
  });

  it('is the same after every read model was built again, and nothing is told twice', async () => {
    const { deliveries } = scenario;
    for (const service of ['transfers', 'funding-sources', 'webhooks']) {
      const path = `/operations/${service}/read-models`;
      const models = async () => embedded((await shared.operator.get(path)).body, 'read-models');
      for (const model of await models()) {
        expect((await shared.operator.post(hrefOf(model, 'rebuild'), {})).status).toBe(202);
        await waitFor('it to have caught up', async () =>
          (await models()).every(({ lag, rebuild }) => lag === 0 && rebuild === undefined),
        );
      }
    }
    await expectEventually(async () => {
      expect(await scenario.outcome()).toEqual(outcome);
      await expectStatistics();
      await expectConserved();
      await expectFound();
      await expectFile();
    });
    await account.quiet();
    expect([scenario.deliveries, scenario.heard()]).toEqual([deliveries, heard]);
  });
});
