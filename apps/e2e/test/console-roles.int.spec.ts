// Runs: embedded
import { readFile } from 'node:fs/promises';
import type { Route } from '@halyard/contracts';
import { type PublicRoute, publicRoutes } from '@halyard/public-api';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { askForChromium, connectBrowser, titleIn } from './support/browser.js';
import { actions, makePlaces, makeReviews, pathOf, type Places } from './support/console-actions.js';
import { ConsoleView } from './support/console-view.js';
import { ConsoleVisitor } from './support/console-visitor.js';
import { invitedPerson, type Login } from './support/people.js';
import { SharedSuite } from './support/shared-suite.js';

const offer = await askForChromium();
const NOBODYS_ID = '01900000-0000-7000-8000-000000000000';

/** Pages of operators that show whatever the API has at their path. */
const ofOperators = ['/accounts', '/people', '/applications', '/documents'];

(offer.missing === undefined ? describe : describe.skip)(titleIn('what the console offers', offer), () => {
  let shared: SharedSuite;
  let browser: Browser;

  beforeAll(async () => {
    shared = await SharedSuite.join('console-roles');
    browser = await connectBrowser(offer);
    await makeReviews(shared.client, shared.operator);
  });
  afterAll(async () => {
    await browser.close();
    await shared.leave();
  });

  /** Whether the API lets a person do it: who may not is told before anything else is looked at. */
  async function isAllowed(visitor: ConsoleVisitor, name: PublicRoute): Promise<boolean> {
    const { method, path }: Route = publicRoutes[name];
    const address = path.replaceAll(/:\w+/g, NOBODYS_ID);
    const { status } = await (method === 'DELETE' ? visitor.api('DELETE', address) : visitor.api('POST', address, {}));
    return status !== 403;
  }

  /** @param reads how the API answers the person at lists of operators */
  async function compare(login: Login, places: Places, reads: 200 | 403): Promise<ConsoleView> {
    const visitor = await ConsoleVisitor.open(shared.client);
    await visitor.logIn(login);
    const view = await ConsoleView.open(browser, shared.client.connection.baseUrl, login);
    const offered: string[] = [];
    const allowed: string[] = [];
    for (const [place, rows = []] of Object.entries(actions)) {
      await view.go(pathOf(place, places));
      for (const [label, route] of rows) {
        const name = `${place}: ${label}`;
        if (await isAllowed(visitor, route)) allowed.push(name);
        const [button, link] = (['button', 'link'] as const).map((role) =>
          view.page.getByRole(role, { name: label, exact: true }),
        );
        const found = button && link ? button.or(link).first() : undefined;
        if (found && (await found.count()) > 0 && (await found.isEnabled())) offered.push(name);
      }
    }
    expect(offered).toEqual(allowed);
    const read = await Promise.all(ofOperators.map((page) => visitor.api('GET', `/operations${page}`)));
    expect(new Set(read.map(({ status }) => status))).toEqual(new Set([reads]));
    await visitor.close();
    return view;
  }

  /** What the account may do is shown to everybody in it. */
  async function readSettings(view: ConsoleView): Promise<void> {
    await view.go('/account', 'Account');
    const settings = view.region('Settings and limits');
    for (const name of [
      'Weekly limit, unverified customers',
      'Transfer limit, verified customers',
      'Same-day clearing',
      'Wires',
      'Second factor required',
    ])
      await settings.getByText(name, { exact: true }).waitFor();
    await settings.getByText('10,000.00 USD').waitFor();
  }

  it.each(['viewer', 'member', 'treasurer', 'owner'])(
    'to a %s is what the API allows, and nothing of operators, with the settings of the account',
    async (role) => {
      const login = await invitedPerson(shared.suite, shared.client, role);
      const view = await compare(login, await makePlaces(shared.client), 403);
      await readSettings(view);
      await view.page.context().close();
    },
  );

  it('to an operator is what the API allows, with the settings of the account', async () => {
    const { operator } = JSON.parse(await readFile(shared.suite.demoFile, 'utf8')) as { operator: Login };
    const view = await compare(operator, await makePlaces(shared.operator), 200);
    await readSettings(view);
    await view.page.context().close();
  });
});
