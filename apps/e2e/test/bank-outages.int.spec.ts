// Runs: embedded
import type { HalClient } from '@halyard/suite/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ClockAccount, expectStatus } from './support/clock-account.js';
import { embedded, type Holder, idOf, newHolder, personalCustomer, transferOf } from './support/journeys.js';
import { LinkingPage } from './support/linking.js';
import { SharedSuite } from './support/shared-suite.js';

/** At nine in the morning in Chicago, before Thanksgiving on the 26th. */
const MONDAY = '2026-11-23T15:00:00.000Z';
const DOWN = { routingNumber: '222222226', from: '2026-11-25T18:00:00.000Z', to: '2026-11-28T06:00:00.000Z' };
const UNAVAILABLE = '400 UnavailableSite';

describe('a bank that is down over a holiday', () => {
  let shared: SharedSuite;
  let account: ClockAccount;
  let client: HalClient;
  let holder: Holder;

  beforeAll(async () => {
    shared = await SharedSuite.join('outage');
    account = await ClockAccount.frozenAt(shared.operator, 'outage', MONDAY);
    ({ client } = account);
    holder = await newHolder(client);
    expectStatus(200, await client.post('/sandbox-bank-behavior', { outages: [DOWN] }));
  });
  afterAll(async () => {
    await account.close();
    await shared.leave();
  });

  const said = ({ status, body }: { status: number; body: { code?: string } }): string | number =>
    body.code === undefined ? status : `${status} ${body.code}`;

  const logIn = async (): Promise<string | number> => {
    const page = new LinkingPage(client, await client.create('/customers', personalCustomer()));
    const headers = { authorization: `Bearer ${await page.token('iav-token')}` };
    const { body } = await client.post('/linking/sessions', {}, { headers });
    const session = { headers: { authorization: `Bearer ${String(body['token'])}` } };
    const { body: list } = await client.get('/linking/institutions?search=sandbox&limit=1', session);
    const [institution] = embedded(list, 'institutions');
    const login = { institution: institution?.id, answers: ['ada', 'secret'] };
    return said(await client.post('/linking/logins', login, session));
  };
  /** Begins an inquiry, and reads its answer once there is one. */
  const inquire = async (): Promise<string | number> => {
    expect(said(await client.get(`${holder.bank}/balance`))).toBe(202);
    await account.advance({ by: 'PT1M' });
    return said(await client.get(`${holder.bank}/balance`));
  };

  it('tells no balance and lets nobody log in while it lasts, and settles on the first banking day after it', async () => {
    expect([await inquire(), await logIn()]).toEqual([200, 200]);
    const debit = await client.create('/transfers', transferOf(holder.bank, holder.balance, '25.00'));
    const days: unknown[] = [];
    for (const to of ['24', '25', '26', '27', '28', '29', '30']) {
      await account.advance({ to: `2026-11-${to}T18:00:00.000Z` });
      const { status } = (await client.get(debit)).body;
      days.push([to, await inquire(), await logIn(), status]);
    }
    expect(days).toEqual([
      ['24', 200, 200, 'pending'],
      ['25', UNAVAILABLE, UNAVAILABLE, 'pending'],
      ['26', UNAVAILABLE, UNAVAILABLE, 'pending'],
      ['27', UNAVAILABLE, UNAVAILABLE, 'pending'],
      ['28', 200, 200, 'pending'],
      ['29', 200, 200, 'pending'],
      ['30', 200, 200, 'processed'],
    ]);
    const story = await account.all(`/transfers/${idOf(debit)}/timeline`, 'entries');
    const bank = story.filter(({ kind }) => kind === 'bank').map(({ at, did }) => [did, at]);
    expect(bank).toEqual([
      ['submitted', '2026-11-23T22:00:00.000Z'],
      ['settled', '2026-11-30T06:00:00.000Z'],
    ]);
  });
});
