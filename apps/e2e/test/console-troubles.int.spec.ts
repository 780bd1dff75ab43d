// Runs: embedded
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { askForChromium, titleIn } from './support/browser.js';
import { ConsoleStage } from './support/console-stage.js';
import { ConsoleView } from './support/console-view.js';
import { invitedPerson } from './support/people.js';
import type { SharedSuite } from './support/shared-suite.js';

const offer = await askForChromium();
const LIST = '**/console/api/customers?*';

(offer.missing === undefined ? describe : describe.skip)(titleIn('the console in trouble', offer), () => {
  let stage: ConsoleStage;
  let shared: SharedSuite;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    stage = await ConsoleStage.open('console-troubles', offer);
    ({ shared, browser, page } = stage);
  });
  afterAll(() => stage.close());

  it('says that it waits for an API that is slow', async () => {
    let answer = (): void => undefined;
    const slow = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(LIST, async (route) => {
      await slow;
      return route.continue();
    });
    await page.goto('/console/customers?limit=5');
    await page.getByText('It takes longer than usual…').waitFor();
    answer();
    await page.getByRole('link', { name: 'Create customer' }).waitFor();
    await page.unroute(LIST);
  });

  it('is left for all tabs by a log-out, and nothing is shown by going back', async () => {
    const person = await invitedPerson(shared.suite, shared.client, 'viewer');
    const theirs = await ConsoleView.logIn(browser, shared.client.connection.baseUrl, person);
    const other = await theirs.page.context().newPage();
    // Nobody waits until the tab asks again who is there.
    await other.clock.install();
    await other.goto('/console/customers');
    await other.getByRole('heading', { name: 'Customers', level: 1 }).waitFor();
    await theirs.button('Account menu').click();
    expect(await theirs.page.getByRole('menuitem', { name: 'Switch account' }).count()).toBe(0);
    await theirs.page.getByRole('menuitem', { name: 'Log out' }).click();
    const confirm = theirs.page.getByRole('button', { name: 'Log out' });
    await theirs.page.getByRole('heading', { name: 'You are logged out' }).or(confirm).waitFor();
    if (await confirm.isVisible()) await confirm.click();
    await theirs.heading('You are logged out');
    await other.clock.fastForward('06:00');
    await other.getByRole('heading', { name: 'Log in' }).waitFor();
    await theirs.page.goBack();
    await theirs.page.getByRole('heading', { name: /^(?:Log in|You are logged out)$/ }).waitFor();
    expect(await theirs.page.content()).not.toContain(person.email);
    await theirs.page.context().close();
  });
});
