// Runs: embedded
import type { HalClient } from '@halyard/suite/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { embedded, hrefOf, personalCustomer } from './support/journeys.js';
import { LinkingPage } from './support/linking.js';
import { SharedSuite } from './support/shared-suite.js';

describe('linking a bank from a page of a partner', () => {
  const origin = 'https://shop.example';
  let shared: SharedSuite;
  let client: HalClient;
  let page: LinkingPage;

  beforeAll(async () => {
    shared = await SharedSuite.join('linking');
    client = shared.client;
    await client.post('/application-settings', { origins: [origin] });
  });
  afterAll(() => shared.leave());
  beforeEach(async () => {
    page = new LinkingPage(client, await client.create('/customers', personalCustomer()));
  });

  /** As a browser does, of which the API knows the token and the origin alone. */
  const send = (method: 'GET' | 'POST', path: string, token: string, body?: object, from = origin) =>
    client.raw(
      method,
      path,
      { authorization: `Bearer ${token}`, origin: from, 'content-type': 'application/json' },
      body && JSON.stringify(body),
    );

  it('is a login, answers, and a choice, after which the bank is verified', async () => {
    const opened = await send('POST', '/linking/sessions', await page.token('iav-token'), { parentOrigin: origin });
    expect([opened.status, opened.headers['access-control-allow-origin']]).toEqual([200, origin]);
    const session = String(opened.body['token']);
    const { body: list } = await send('GET', '/linking/institutions?search=sandbox&limit=1', session);
    const [institution] = embedded(list, 'institutions');
    const login = { institution: institution?.id, answers: ['ada', 'secret'] };
    expect((await send('POST', '/linking/logins', session, login)).body['step']).toBe('questions');
    const { body: offered } = await send('POST', '/linking/answers', session, { answers: ['Rex', 'Main Street'] });
    expect(offered['accounts']).toHaveLength(3);
    const { body: done } = await send('POST', '/linking/selections', session, { account: '2' });
    const { body: bank } = await client.get(hrefOf(done, 'funding-source'));
    expect(bank).toMatchObject({ status: 'verified', bankAccountType: 'savings' });
  });

  it('is a bank by its numbers, which the partner does not see', async () => {
    const body = { routingNumber: '222222226', accountNumber: '1234567', type: 'checking', name: 'Mine' };
    const token = await page.token('funding-sources-token');
    const linked = await send('POST', '/linking/funding-sources', token, body);
    const { body: bank } = await client.get(hrefOf(linked.body, 'funding-source'));
    expect(bank).toMatchObject({ status: 'unverified', name: 'Mine' });
    expect((await send('POST', '/linking/funding-sources', token, body)).status).toBe(401);
  });

  it('is refused to pages of other origins, which are shown nothing', async () => {
    const { status, body, headers } = await send(
      'POST',
      '/linking/sessions',
      await page.token('iav-token'),
      {},
      'http://localhost:3000',
    );
    expect([status, body.code, headers['access-control-allow-origin']]).toEqual([403, 'OriginNotAllowed', undefined]);
  });
});
