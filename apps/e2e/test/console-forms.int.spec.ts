// Runs: embedded
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ConsoleVisitor } from './support/console-visitor.js';
import { invitedPerson, type Login } from './support/people.js';
import { SharedSuite } from './support/shared-suite.js';

const FORMS = '/console/forms';
const PAGE = { accept: 'application/json', 'x-console': '1' };

describe('a form that waits for a fresh log-in', () => {
  let shared: SharedSuite;
  let owner: Login;
  const open: ConsoleVisitor[] = [];
  const visitor = async (): Promise<ConsoleVisitor> => {
    const one = await ConsoleVisitor.open(shared.client);
    open.push(one);
    return one;
  };
  const loggedIn = async (): Promise<ConsoleVisitor> => {
    const one = await visitor();
    await one.logIn(owner);
    return one;
  };
  beforeAll(async () => {
    shared = await SharedSuite.join('console-forms');
    owner = await invitedPerson(shared.suite, shared.client, 'owner');
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((one) => one.close()));
  });
  afterAll(() => shared.leave());

  const form = {
    path: '/console/team',
    resource: '/invitations',
    name: 'default',
    key: randomUUID(),
    values: { email: 'a@example.com', isOwner: true },
  };
  const keep = (browser: ConsoleVisitor, kept: unknown = form, headers: Record<string, string> = PAGE) =>
    browser.send('POST', FORMS, { ...headers, 'content-type': 'application/json' }, JSON.stringify(kept));
  const take = (browser: ConsoleVisitor) => browser.send('DELETE', FORMS, PAGE);

  it('is given back once, after the log-in', async () => {
    const browser = await loggedIn();
    expect((await take(browser)).status).toBe(404);
    expect((await keep(browser)).status).toBe(200);
    await browser.follow('/console/login?fresh=1&return=/console/team');
    const { status, text } = await take(browser);
    expect([status, JSON.parse(text)]).toEqual([200, form]);
    expect((await take(browser)).status).toBe(404);
  });

  it('is given to no other browser of its person', async () => {
    const [one, other] = [await loggedIn(), await loggedIn()];
    await keep(one);
    expect((await take(other)).status).toBe(404);
  });

  it('is not given to another person who logs in with the same browser', async () => {
    const browser = await loggedIn();
    await keep(browser);
    for (const name of [...browser.cookies.keys()]) if (name !== '__Secure-console') browser.cookies.delete(name);
    const another = await invitedPerson(shared.suite, shared.client, 'owner');
    await browser.logIn(another, '/console/login?return=/console/team');
    expect((await browser.get('/console/session', { accept: 'application/json' })).text).toContain(another.email);
    expect((await take(browser)).status).toBe(404);
  });

  it('is kept for nobody who is not logged in, nor from another site', async () => {
    expect((await keep(await visitor())).status).toBe(401);
    const browser = await loggedIn();
    expect((await keep(browser, form, {})).status).toBe(403);
    expect((await browser.send('DELETE', FORMS)).status).toBe(403);
    expect((await take(browser)).status).toBe(404);
  });

  it.each([
    ['no form', []],
    ['a field beyond those of a form', { ...form, token: 'x' }],
    ['a value that is no text', { ...form, values: { list: [1] } }],
    [
      'too many values',
      { ...form, values: Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`f${at}`, 'x'])) },
    ],
  ])('is refused as %s', async (_, kept) => {
    const browser = await loggedIn();
    expect((await keep(browser, kept)).status).toBe(400);
  });

  it('is refused when it is larger than 64 KiB', async () => {
    const values = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`f${at}`, 'x'.repeat(7_000)]));
    expect((await keep(await loggedIn(), { ...form, values })).status).toBe(413);
  });
});
