// Runs: embedded
import { randomUUID } from 'node:crypto';
import { until } from '@halyard/testing/waiting';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { request } from 'undici';
import { ConsoleVisitor } from './support/console-visitor.js';
import { invitedPerson, type Login } from './support/people.js';
import { FORM_TYPE, formOf, newCustomerToProve, pictureOf } from './support/documents.js';
import { embedded, hrefOf } from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';

const JSON_ALONE = { accept: 'application/json' };
const PAGE = { accept: '*/*', 'x-console': '1' };
const KIB = 1_024;
const MIB = 1_024 * KIB;

describe('what a browser sends to the console', () => {
  let shared: SharedSuite;
  let database: Client;
  let owner: Login;
  /** Who has logged in once for all that ends no session. */
  let loggedInOnce: ConsoleVisitor;
  const open: ConsoleVisitor[] = [];
  const visitor = async (): Promise<ConsoleVisitor> => {
    const one = await ConsoleVisitor.open(shared.client);
    open.push(one);
    return one;
  };
  const loggedIn = async (login: Login = owner): Promise<ConsoleVisitor> => {
    const one = await visitor();
    await one.logIn(login);
    return one;
  };

  beforeAll(async () => {
    shared = await SharedSuite.join('console-requests');
    database = new Client({ connectionString: await shared.suite.postgresUrl() });
    await database.connect();
    owner = await invitedPerson(shared.suite, shared.client, 'owner');
    loggedInOnce = await ConsoleVisitor.open(shared.client);
    await loggedInOnce.logIn(owner);
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((one) => one.close()));
  });
  afterAll(async () => {
    await loggedInOnce.close();
    await database.end();
    await shared.leave();
  });

  it('comes with one cookie, which belongs to the console of this host alone', async () => {
    const { headers } = await (await visitor()).get('/console/login');
    expect(headers['set-cookie']).toMatch(
      /^__Secure-console=[\w-]{43}; Path=\/console; Secure; HttpOnly; SameSite=Lax$/,
    );
  });

  it('is led to HTTPS', async () => {
    const { statusCode, headers, body } = await request(
      `http://127.0.0.1:${shared.suite.settings['PORT'] ?? ''}/console/customers?status=verified`,
    );
    await body.dump();
    expect([statusCode, headers.location]).toEqual([
      302,
      expect.stringMatching(/^https:\/\/[^/]+\/console\/customers\?status=verified$/),
    ]);
  });

  it('needs a log-in of the last five minutes where it concerns people, and the session goes on without', async () => {
    const browser = loggedInOnce;
    const invitation = { email: `${randomUUID()}@example.com`, name: 'Grace Hopper', role: 'viewer' };
    await database.query(
      `UPDATE console.sessions SET logged_in_at = now() - interval '301 seconds' WHERE account_id = $1`,
      [shared.client.connection.accountId],
    );
    const { status, text } = await browser.api('POST', '/invitations', invitation);
    expect([status, JSON.parse(text)]).toMatchObject([
      401,
      { code: 'FreshLogInRequired', message: expect.any(String) },
    ]);
    expect((await browser.api('GET', '/invitations')).text).not.toContain(invitation.email);
    const customer = { firstName: 'Ada', lastName: 'King', email: `${randomUUID()}@example.com` };
    expect((await browser.api('POST', '/customers', customer)).status).toBe(201);
    await browser.follow('/console/login?fresh=1&return=/console/team');
    expect((await browser.api('POST', '/invitations', invitation)).status).toBe(201);
  });

  it.each(['/events/stream', '/requests/stream'])('ends with its session: %s', async (path) => {
    const browser = await loggedIn();
    const { status, ended } = await browser.hear(path, new AbortController().signal);
    expect(status).toBe(200);
    expect((await browser.send('POST', '/console/logout', { ...JSON_ALONE, 'x-console': '1' })).status).toBe(200);
    await ended;
  });

  it('is worth nothing after a log-out, nor is what the console had for it, and the password is asked for', async () => {
    const person = await invitedPerson(shared.suite, shared.client, 'viewer');
    const browser = await loggedIn(person);
    const { text } = await browser.send('POST', '/console/logout', { ...JSON_ALONE, 'x-console': '1' });
    const { body } = await shared.client.get('/people?limit=200');
    const id = embedded(body, 'people').find((one) => one['email'] === person.email)?.id;
    const families = await database.query<{ ended_at: Date | null }>(
      'SELECT ended_at FROM auth.token_families WHERE person_id = $1',
      [id],
    );
    expect(families.rows.map(({ ended_at: endedAt }) => endedAt)).toEqual([expect.any(Date)]);
    const { location } = JSON.parse(text) as { location: string };
    const asked = await browser.follow(location);
    const out = await browser.enter(asked.text, asked.way.at(-1) ?? '', {});
    expect(out.text).toContain('<h1>You are logged out</h1>');
    expect((await browser.follow('/console/customers')).text).toContain('type="password"');
  });

  it('is logged with the address of the browser, whatever it says of that', async () => {
    const browser = loggedInOnce;
    const nobody = randomUUID();
    await browser.get(`/console/api/customers/${nobody}`, {
      ...{ accept: '*/*', 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' },
    });
    let logged = '';
    await until('the request is in the log', async () => {
      const { body } = await shared.client.get('/requests?status=404&method=GET');
      const found = embedded(body, 'requests').find(({ path }) => String(path).includes(nobody));
      if (found) logged = hrefOf(found);
      return found !== undefined;
    });
    expect((await shared.client.get(logged)).body['address']).toMatch(/^(?:127\.0\.0\.1|::1)$/);
  });

  it('may be as large as to the API, and no larger', async () => {
    const browser = loggedInOnce;
    const json = { ...PAGE, 'content-type': 'application/json' };
    const ofSize = (bytes: number): string =>
      JSON.stringify({ firstName: 'x'.repeat(bytes - '{"firstName":""}'.length) });
    const customers = '/console/api/customers';
    expect((await browser.send('POST', customers, json, ofSize(256 * KIB))).status).toBe(400);
    expect((await browser.send('POST', customers, json, ofSize(256 * KIB + 1))).status).toBe(413);
    const documents = `/console/api${new URL(await newCustomerToProve(shared.client)).pathname}/documents`;
    const form = { ...PAGE, 'content-type': FORM_TYPE };
    const picture = (bytes: number): Buffer => formOf(pictureOf('x'.repeat(bytes - pictureOf('').length)), 'a.jpg');
    expect((await browser.send('POST', documents, form, picture(11 * MIB))).status).toBe(413);
    expect((await browser.send('POST', documents, form, picture(10 * MIB))).status).toBe(201);
  });

  it('may be a form to keep of 64 KiB, and none that is larger', async () => {
    const values = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`f${at}`, 'x'.repeat(7_000)]));
    const [slot, key] = [randomUUID(), randomUUID()];
    const form = { slot, path: '/console/team', resource: '/invitations', name: 'default', key, values };
    const json = { ...PAGE, accept: 'application/json', 'content-type': 'application/json' };
    const keep = (kept: object) => loggedInOnce.send('POST', '/console/forms', json, JSON.stringify(kept));
    expect((await keep(form)).status).toBe(413);
    expect((await keep({ ...form, values: { f0: values['f0'] } })).status).toBe(200);
  });
});
