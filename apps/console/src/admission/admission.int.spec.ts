import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConsoleApp } from '../../test/support/console-app.js';
import { HOST, type Visitor } from '../../test/support/visitor.js';

const CROSS_SITE = { status: 403, body: { code: 'CrossSiteRequest' } };
const JSON_ALONE = { accept: 'application/json' };

describe('a request of a page', () => {
  let app: ConsoleApp;
  let visitor: Visitor;
  beforeAll(async () => {
    app = await ConsoleApp.start();
    visitor = await app.loggedIn();
  });
  afterAll(() => app.stop());

  const isLoggedIn = async (): Promise<boolean> => (await visitor.get('/console/session', JSON_ALONE)).status === 200;

  it('goes on with the person’s own token, and so long a gateway need not ask again', async () => {
    const { body } = await app.admit(visitor);
    const untilMs = app.service.clock.system().getTime() + 60_000;
    expect(body).toEqual({ type: 'fact', fact: { authorization: expect.stringMatching(/^Bearer access-/), untilMs } });
  });

  it('goes nowhere without a session', async () => {
    expect(await app.admit(app.visitor())).toMatchObject({ status: 401, body: { code: 'NoSession' } });
  });

  it('has an effect with the mark of a page', async () => {
    expect((await app.admit(visitor, { method: 'POST', 'x-console': '1' })).status).toBe(200);
    const ofBrowsers = { origin: `https://${HOST}`, 'sec-fetch-site': 'same-origin', 'x-console': '1' };
    expect((await app.admit(visitor, { method: 'POST', ...ofBrowsers })).status).toBe(200);
  });

  it.each([
    ['no mark of a page', {}],
    ['the mark of a page that asks by itself', { 'x-console': 'idle' }],
    ['a mark, and from another site', { 'x-console': '1', 'sec-fetch-site': 'cross-site' }],
    ['a mark, and from another origin of the site', { 'x-console': '1', 'sec-fetch-site': 'same-site' }],
    ['a mark, and from another origin', { 'x-console': '1', origin: 'https://evil.example' }],
  ])('has no effect with %s', async (_, headers: Record<string, string>) => {
    expect(await app.admit(visitor, { method: 'POST', ...headers })).toMatchObject(CROSS_SITE);
    const refused = { status: 403, code: 'CrossSiteRequest' };
    expect(await visitor.send('POST', '/console/logout', { ...headers, ...JSON_ALONE })).toMatchObject(refused);
    expect(await visitor.send('POST', '/console/forms', headers, {})).toMatchObject(refused);
    expect(await visitor.send('POST', '/console/forms/taken', headers, {})).toMatchObject(refused);
    expect(await visitor.send('DELETE', `/console/forms/${randomUUID()}`, headers)).toMatchObject(refused);
    expect(await isLoggedIn()).toBe(true);
  });

  it('is refused to a linking page, in which partners have a say, on whatever way', async () => {
    const referer = `https://${HOST}/linking/applications/1`;
    const sent = { referer, 'sec-fetch-site': 'same-origin', 'x-console': '1' };
    for (const method of ['GET', 'POST'])
      expect(await app.admit(visitor, { method, ...sent })).toMatchObject(CROSS_SITE);
    expect(await visitor.send('POST', '/console/logout', sent)).toMatchObject({
      status: 403,
      code: 'CrossSiteRequest',
    });
    expect(await isLoggedIn()).toBe(true);
  });

  it('that changes people needs a log-in of the last five minutes', async () => {
    const other = await app.loggedIn();
    const change = { method: 'POST', path: '/people/:id', 'x-console': '1' };
    app.service.clock.advance(300_000);
    expect((await app.admit(other, change)).status).toBe(200);
    app.service.clock.advance(1_000);
    expect(await app.admit(other, change)).toMatchObject({ status: 401, body: { code: 'FreshLogInRequired' } });
    expect((await app.admit(other, { ...change, path: '/customers' })).status).toBe(200);
  });
});
