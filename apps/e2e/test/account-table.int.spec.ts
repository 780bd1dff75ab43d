// Runs: embedded
import { DAY_MS, newId } from '@halyard/core';
import type { HalAnswer, HalClient } from '@halyard/suite/client';
import { personalCustomer, usd } from '@halyard/suite/example-requests';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newCustomerToProve, postDocument } from './support/documents.js';
import { balanceOf, bankAccount, embedded, hrefOf, newHolder } from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';

const WEEK_MS = 7 * DAY_MS;

describe('root, account and what a source holds, from row to row', () => {
  let shared: SharedSuite;
  let client: HalClient;
  let account: string;
  beforeAll(async () => {
    shared = await SharedSuite.join('rows');
    ({ client } = shared);
    account = hrefOf((await client.get('/')).body, 'account');
  });
  afterAll(() => shared.leave());

  const links = ({ body }: HalAnswer): string[] => Object.keys(body._links ?? {}).sort();

  type Rows = Readonly<Record<string, () => Promise<void>>>;

  /** Reference facts, section 1: the rows of root, of the account and of its routes, and what a sandbox account has. */
  const rows: Rows = {
    'GET /: account, customers, events, webhook-subscriptions, self': async () => {
      const root = await client.get('/');
      expect(links(root)).toEqual([
        ...['account', 'clock', 'customers', 'events', 'funding-sources', 'payments', 'self', 'simulate', 'transfers'],
        'webhook-subscriptions',
      ]);
      expect(Object.keys(root.body)).toEqual(['_links']);
    },
    'GET /: 401 InvalidAccessToken': async () => {
      const accept = 'application/vnd.service.v1.hal+json';
      const { status, body } = await client.raw('GET', '/', { accept, authorization: 'Bearer of-nobody' });
      expect([status, body.code]).toEqual([401, 'InvalidAccessToken']);
    },
    'id, name': async () =>
      expect((await client.get(account)).body).toMatchObject({ id: client.connection.accountId, name: 'rows' }),
    timezoneOffset: async () =>
      expect((await client.get(account)).body).toMatchObject({ timezoneOffset: expect.any(Number) }),
    type: async () => expect((await client.get(account)).body).toMatchObject({ type: 'Commercial' }),
    'links of the account': async () =>
      expect(links(await client.get(account))).toEqual([
        ...['clock', 'customers', 'funding-sources', 'receive', 'self', 'send', 'statistics', 'transfers'],
      ]),
    '403 of another account, which is 404': async () =>
      expect((await client.get(`/accounts/${shared.operator.connection.accountId}`)).status).toBe(404),
    '404 NotFound': async () =>
      expect(await client.get(`/accounts/${newId()}`)).toMatchObject({ status: 404, body: { code: 'NotFound' } }),
    'POST /funding-sources: unverified': async () => {
      const bank = await client.create('/funding-sources', bankAccount());
      expect((await client.get(bank)).body).toMatchObject({
        status: 'unverified',
        _links: { account: { href: account } },
      });
    },
    'GET /accounts/{id}/funding-sources: removed filter': async () => {
      const bank = await client.create('/funding-sources', bankAccount());
      await client.post(bank, { removed: true });
      const hrefs = async (query = '') =>
        embedded((await client.get(`${account}/funding-sources${query}`)).body, 'funding-sources').map((it) =>
          hrefOf(it),
        );
      expect([(await hrefs()).includes(bank), (await hrefs('?removed=false')).includes(bank)]).toEqual([true, false]);
    },
    'GET /accounts/{id}/transfers': async () =>
      expect((await client.get(`${account}/transfers`)).body).toMatchObject({
        _embedded: { transfers: [{ correlationId: 'opening-balance' }] },
        total: 1,
      }),
    'GET /accounts/{id}/mass-payments: out of scope': async () =>
      expect((await client.get(`${account}/mass-payments`)).status).toBe(404),
    'a sandbox account: a verified bank, and 5,000.00': async () => {
      const sources = embedded((await client.get(`${account}/funding-sources`)).body, 'funding-sources');
      expect(sources.find(({ name }) => name === 'Superhero Savings Bank')).toMatchObject({ status: 'verified' });
      expect((await client.get(`${await balanceOf(client, account)}/balance`)).body).toMatchObject({
        balance: { value: '5000.00', currency: 'USD' },
      });
    },
  };

  /** Reference facts, section 6.8. */
  const balances: Rows = {
    'of a balance: 200': async () => {
      const { balance } = await newHolder(client);
      const answer = await client.get(`${balance}/balance`);
      const none = { value: '0.00', currency: 'USD' };
      expect(answer).toMatchObject({
        status: 200,
        body: { balance: none, total: none, lastUpdated: expect.any(String) },
      });
      expect(links(answer)).toEqual(['funding-source', 'self']);
    },
    'of a bank: 202 processing, then 200, or 400 UnsupportedBank': async () => {
      const { bank, customer } = await newHolder(client);
      expect(await client.get(`${bank}/balance`)).toMatchObject({ status: 202, body: { status: 'processing' } });
      await client.post('/sandbox-simulations');
      const answer = await client.get(`${bank}/balance`);
      expect(answer).toMatchObject({ status: 200, body: { balance: { currency: 'USD' }, total: { currency: 'USD' } } });
      expect(links(answer)).toEqual(['funding-source', 'self']);
      const unproven = await client.create(`${customer}/funding-sources`, bankAccount());
      expect(await client.get(`${unproven}/balance`)).toMatchObject({ status: 400, body: { code: 'UnsupportedBank' } });
    },
    'of none: 404': async () => expect((await client.get(`/funding-sources/${newId()}/balance`)).status).toBe(404),
  };

  /** Reference facts, section 2.10, as a client meets them. */
  const limits: Rows = {
    'unverified sender: 5,000.00 a week, Monday to Sunday': async () => {
      const { firstName, lastName, email } = personalCustomer();
      const customer = await client.create('/customers', { firstName, lastName, email });
      const { body } = await client.get(`${customer}/limits`);
      const week = body['weekly'] as { readonly from: string; readonly to: string };
      expect(week).toMatchObject({ limit: usd('5000.00'), used: usd('0.00') });
      expect([new Date(week.from).getUTCDay(), Date.parse(week.to) - Date.parse(week.from)]).toEqual([1, WEEK_MS]);
    },
    'verified customer: 10,000.00 a transfer': async () => {
      const { customer } = await newHolder(client);
      expect((await client.get(`${customer}/limits`)).body).toMatchObject({ transfer: { limit: usd('10000.00') } });
    },
    'banks of a customer: 6': async () => {
      const customer = await client.create('/customers', personalCustomer());
      const add = () => client.post(`${customer}/funding-sources`, bankAccount());
      for (let count = 0; count < 6; count += 1) expect((await add()).status).toBe(201);
      expect(await add()).toMatchObject({ status: 400, body: { code: 'MaxNumberOfResources' } });
    },
    'documents of a customer: 4': async () => {
      const customer = await newCustomerToProve(client);
      for (let count = 0; count < 4; count += 1) expect((await postDocument(client, customer)).status).toBe(201);
      const fifth = await postDocument(client, customer);
      expect(fifth).toMatchObject({ status: 400, body: { code: 'MaxNumberOfResources' } });
    },
  };

  it.each(Object.entries(rows))('%s', (_, row) => row());
  it.each(Object.entries(limits))('the limit: %s', (_, row) => row());
  it.each(Object.entries(balances))('the balance %s', (_, row) => row());
  it('has every row of sections 1, 2.10 and 6.8', () =>
    expect([rows, limits, balances].map((table) => Object.keys(table).length)).toEqual([13, 4, 3]));
});
