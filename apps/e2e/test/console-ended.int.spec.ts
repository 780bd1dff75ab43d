// Runs: embedded
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { printHowLong, waitFor } from '@halyard/testing/waiting';
import type { Browser } from 'playwright-core';
import type { HalBody } from '@halyard/suite/client';
import { openSandboxAccount } from '@halyard/suite/sandbox-account';
import { askForChromium, connectBrowser, titleIn } from './support/browser.js';
import { ConsoleView } from './support/console-view.js';
import { ConsoleVisitor } from './support/console-visitor.js';
import { invitedPerson, type Login } from './support/people.js';
import { idOf, personalCustomer } from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';

const offer = await askForChromium();
const reason = 'Case 17.';
const FORMS = 'application/prs.hal-forms+json';

interface Who {
  readonly role: string;
}

describe('whoever is in the console', () => {
  let shared: SharedSuite;
  let owner: ConsoleVisitor;

  const personIdOf = async ({ email }: Login): Promise<string> => {
    const { body } = await shared.client.get('/people?limit=200');
    return body._embedded?.['people']?.find((one) => one['email'] === email)?.id ?? '';
  };
  const change = async (login: Login, body: object): Promise<void> => {
    expect((await owner.api('POST', `/people/${await personIdOf(login)}`, body)).status).toBe(200);
  };
  const enter = async (login: Login): Promise<ConsoleVisitor> => {
    const visitor = await ConsoleVisitor.open(shared.client);
    await visitor.logIn(login);
    return visitor;
  };
  /** What an open page asks again and again: who is there. */
  const sessionOf = (visitor: ConsoleVisitor) =>
    visitor.get('/console/session', { accept: 'application/json', 'x-console': 'idle' });
  const untilEnded = (visitor: ConsoleVisitor) =>
    waitFor('the session to end', async () => (await sessionOf(visitor)).status === 401);

  beforeAll(async () => {
    shared = await SharedSuite.join('console-ended');
    owner = await enter(await invitedPerson(shared.suite, shared.client, 'owner'));
  });
  afterAll(async () => {
    await owner.close();
    await shared.leave();
  });

  it('goes on with another role once an owner gives it, and is told only of what it allows', async () => {
    const login = await invitedPerson(shared.suite, shared.client, 'treasurer');
    const visitor = await enter(login);
    const path = new URL(await shared.client.create('/customers', personalCustomer())).pathname;
    const offers = async (form: string, at: string): Promise<boolean> => {
      const { text } = await visitor.get(`/console/api${at}`, { accept: FORMS });
      return Object.hasOwn((JSON.parse(text) as HalBody)._templates ?? {}, form);
    };
    const offered = () => Promise.all([offers('edit', path), offers('simulate', '/')]);
    // With the role the tokens end, and the session goes on with others.
    const goesOn = async (role: string, can: readonly boolean[]): Promise<void> => {
      await change(login, { role });
      await waitFor(`what a ${role} is offered`, async () => JSON.stringify(await offered()) === JSON.stringify(can));
      const { status, text } = await sessionOf(visitor);
      expect([status, (JSON.parse(text) as Who).role]).toEqual([200, role]);
    };
    expect(await offered()).toEqual([true, true]);
    await goesOn('viewer', [false, false]);
    await goesOn('member', [true, false]);
    await goesOn('treasurer', [true, true]);
    await visitor.close();
  });

  it('is out once an operator suspends the person', async () => {
    const login = await invitedPerson(shared.suite, shared.client, 'member');
    const visitor = await enter(login);
    await shared.operator.post(`/operations/people/${await personIdOf(login)}/suspensions`, { reason });
    await printHowLong('a suspension holds', 5, () => untilEnded(visitor));
    await visitor.close();
  });

  /** Nobody reloads a page or presses anything here: it sees by itself what was decided elsewhere. */
  (offer.missing === undefined ? describe : describe.skip)(titleIn('with a page that is open', offer), () => {
    let browser: Browser;
    const views: ConsoleView[] = [];
    /** With a clock that can be put forward, so that nobody waits until the page asks again. */
    const open = async (login: Login, path: string, heading: string): Promise<ConsoleView> => {
      const view = await ConsoleView.open(browser, shared.client.connection.baseUrl, login);
      views.push(view);
      await view.page.clock.install();
      await view.visit(path, heading);
      return view;
    };
    const minutesPass = (view: ConsoleView): Promise<void> => view.page.clock.fastForward('06:00');

    beforeAll(async () => {
      browser = await connectBrowser(offer);
    });
    afterEach(async () => {
      await Promise.all(views.splice(0).map((view) => view.page.context().close()));
    });
    afterAll(() => browser.close());

    it('is out once removed from the account, and the team shows it', async () => {
      const login = await invitedPerson(shared.suite, shared.client, 'owner');
      const colleague = await invitedPerson(shared.suite, shared.client, 'owner');
      const view = await open(login, '/customers', 'Customers');
      const other = await open(colleague, '/team', 'Team');
      const row = other.page.getByRole('table', { name: 'Members' }).getByRole('row').filter({ hasText: login.email });
      await row.waitFor();
      await change(login, { removed: true });
      await minutesPass(view);
      await view.heading('Log in');
      await minutesPass(other);
      await row.waitFor({ state: 'detached' });
    });

    it('sees nothing of before once somebody else logs in with the browser', async () => {
      const customer = await shared.client.create('/customers', personalCustomer());
      const viewer = await invitedPerson(shared.suite, shared.client, 'viewer');
      const view = await open(viewer, `/customers/${idOf(customer)}`, 'Ada Byron');
      const other = await openSandboxAccount(shared.operator, 'console-ended-other');
      const { email, password } = await invitedPerson(shared.suite, other, 'viewer');
      await other.close();
      const context = view.page.context();
      await context.clearCookies({ name: /^__Host-/ });
      const tab = await context.newPage();
      await tab.goto('/console/login');
      await tab.getByLabel('E-mail').fill(email);
      await tab.getByLabel('Password').fill(password);
      await tab.getByRole('button', { name: 'Log in', exact: true }).click();
      await minutesPass(view);
      await view.heading('Not found');
      expect(await view.page.locator('body').innerText()).not.toContain('Byron');
    });
  });

  it('is out with all people of an account that is suspended, and can’t come in again', async () => {
    const visitor = await enter(await invitedPerson(shared.suite, shared.client, 'viewer'));
    const standing = `/operations/accounts/${shared.client.connection.accountId}`;
    await shared.operator.post(`${standing}/suspensions`, { reason });
    await untilEnded(visitor);
    expect((await visitor.follow('/console/transfers')).text).toContain('Log-in failed');
    await shared.operator.post(`${standing}/reinstatements`);
    await visitor.close();
  });
});
