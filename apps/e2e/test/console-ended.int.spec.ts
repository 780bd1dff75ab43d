// Runs: embedded
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { printHowLong } from '@halyard/testing/waiting';
import type { Browser } from 'playwright-core';
import { openSandboxAccount } from '@halyard/suite/sandbox-account';
import { askForChromium, connectBrowser, titleIn } from './support/browser.js';
import { ConsoleView } from './support/console-view.js';
import { ConsoleVisitor } from './support/console-visitor.js';
import { invitedPerson, type Login } from './support/people.js';
import { idOf, personalCustomer } from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';

const offer = await askForChromium();
const reason = 'Case 17.';

/** Nobody reloads a page or presses anything here: it sees by itself what was decided elsewhere. */
(offer.missing === undefined ? describe : describe.skip)(titleIn('a page that is open', offer), () => {
  let shared: SharedSuite;
  let browser: Browser;
  let owner: ConsoleVisitor;
  const views: ConsoleView[] = [];

  const open = async (login: Login): Promise<ConsoleView> => {
    const view = await ConsoleView.open(browser, shared.client.connection.baseUrl, login);
    views.push(view);
    return view;
  };
  const personIdOf = async ({ email }: Login): Promise<string> => {
    const { body } = await shared.client.get('/people?limit=200');
    return body._embedded?.['people']?.find((one) => one['email'] === email)?.id ?? '';
  };
  const change = async (login: Login, body: object): Promise<void> => {
    expect((await owner.api('POST', `/people/${await personIdOf(login)}`, body)).status).toBe(200);
  };

  beforeAll(async () => {
    shared = await SharedSuite.join('console-ended');
    browser = await connectBrowser(offer);
    owner = await ConsoleVisitor.open(shared.client);
    await owner.logIn(await invitedPerson(shared.suite, shared.client, 'owner'));
  });
  afterEach(async () => {
    await Promise.all(views.splice(0).map((view) => view.page.context().close()));
  });
  afterAll(async () => {
    await owner.close();
    await browser.close();
    await shared.leave();
  });

  it('no longer offers what another role does not allow', async () => {
    const login = await invitedPerson(shared.suite, shared.client, 'treasurer');
    const view = await open(login);
    const customer = await shared.client.create('/customers', personalCustomer());
    await view.visit(`/customers/${idOf(customer)}`, 'Ada Byron');
    await view.button('Edit').waitFor();
    await view.button('Process bank transfers').waitFor();
    await change(login, { role: 'viewer' });
    await view.button('Edit').waitFor({ state: 'detached' });
    await view.button('Process bank transfers').waitFor({ state: 'detached' });
    await change(login, { role: 'member' });
    await view.button('Edit').waitFor();
  });

  it('ends for somebody who is removed from the account, and the team shows it', async () => {
    const login = await invitedPerson(shared.suite, shared.client, 'owner');
    const [view, other] = [await open(login), await open(await invitedPerson(shared.suite, shared.client, 'owner'))];
    await view.visit('/customers', 'Customers');
    await other.visit('/team', 'Team');
    const row = other.page.getByRole('table', { name: 'Members' }).getByRole('row').filter({ hasText: login.email });
    await row.waitFor();
    await change(login, { removed: true });
    await view.heading('Log in');
    await row.waitFor({ state: 'detached' });
  });

  it('ends for somebody whom an operator suspends', async () => {
    const login = await invitedPerson(shared.suite, shared.client, 'member');
    const view = await open(login);
    await view.visit('/customers', 'Customers');
    await shared.operator.post(`/operations/people/${await personIdOf(login)}/suspensions`, { reason });
    await printHowLong('a suspension holds', 5, () => view.heading('Log in'));
  });

  it('says that an operator has suspended the application', async () => {
    const view = await open(await invitedPerson(shared.suite, shared.client, 'owner'));
    const path = await shared.client.create('/applications', { name: 'Books', kind: 'server' });
    await view.visit(`/applications/${idOf(path)}`, 'Books');
    await view.page.getByText('Nothing waits for a review.').waitFor();
    await shared.operator.post(`/operations/applications/${idOf(path)}/suspensions`, { reason });
    await view.page.getByText(`An operator suspended this application: ${reason}`).waitFor();
  });

  it('shows what is of somebody else once that one logs in with the browser', async () => {
    const view = await open(await invitedPerson(shared.suite, shared.client, 'viewer'));
    const customer = await shared.client.create('/customers', personalCustomer());
    await view.visit(`/customers/${idOf(customer)}`, 'Ada Byron');
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
    await view.heading('Not found');
    expect(await view.page.locator('body').innerText()).not.toContain('Byron');
  });

  it('ends for all people of an account that is suspended', async () => {
    const view = await open(await invitedPerson(shared.suite, shared.client, 'viewer'));
    await view.visit('/transfers', 'Transfers');
    const standing = `/operations/accounts/${shared.client.connection.accountId}`;
    await shared.operator.post(`${standing}/suspensions`, { reason });
    await view.heading('Log-in failed');
    await shared.operator.post(`${standing}/reinstatements`);
  });
});
