// Runs: embedded
import { until } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import type { Browser } from 'playwright-core';
import { askForChromium, connectBrowser, titleIn } from './support/browser.js';
import { ConsoleView } from './support/console-view.js';
import { invitedPerson } from './support/people.js';
import { SharedSuite } from './support/shared-suite.js';

const offer = await askForChromium();

/** A session of the console ends half an hour after somebody last used it. */
(offer.missing === undefined ? describe : describe.skip)(titleIn('a session that nobody uses', offer), () => {
  let shared: SharedSuite;
  let database: Client;
  let browser: Browser;

  const ofAccount = 'account_id = $1 AND person_id IS NOT NULL';
  const account = (): string => shared.client.connection.accountId;
  /** So long nobody has used it, at the console and at the authorization server. */
  const age = async (minutes: number): Promise<void> => {
    await database.query(`UPDATE console.sessions SET seen_at = now() - $2 * interval '1 minute' WHERE ${ofAccount}`, [
      account(),
      minutes,
    ]);
    await database.query(
      `UPDATE auth.sessions SET began_at = now() - $2 * interval '1 minute'
       WHERE person_id IN (SELECT person_id FROM console.sessions WHERE ${ofAccount})`,
      [account(), minutes],
    );
  };
  const isInUse = async (): Promise<boolean> => {
    const young = `SELECT 1 FROM console.sessions WHERE ${ofAccount} AND seen_at > now() - interval '20 minutes'`;
    return (await database.query(young, [account()])).rowCount === 1;
  };

  beforeAll(async () => {
    shared = await SharedSuite.join('console-idle');
    database = new Client({ connectionString: await shared.suite.postgresUrl() });
    await database.connect();
    browser = await connectBrowser(offer);
  });
  afterAll(async () => {
    await browser.close();
    await database.end();
    await shared.leave();
  });

  it('ends in a page that is open, which asks for the password', async () => {
    const person = await invitedPerson(shared.suite, shared.client, 'viewer');
    const view = await ConsoleView.open(browser, shared.client.connection.baseUrl, person);
    const { page } = view;
    const refused = () => page.locator('body').dispatchEvent('console.refused');
    /** The page asks by itself, as when the API has refused something. */
    const asked = async () => {
      const answer = page.waitForResponse((response) => response.url().endsWith('/console/session'));
      await refused();
      return answer;
    };
    await view.visit('/customers', 'Customers');
    await age(28);
    // The first of these may tell how the page was loaded.
    for (const _ of [1, 2, 3]) await asked();
    await age(28);
    for (const _ of [1, 2]) expect((await asked()).status()).toBe(200);
    expect(await isInUse()).toBe(false);
    await page.mouse.move(200, 200);
    await until('the session is used', async () => {
      await refused();
      return isInUse();
    });
    await age(31);
    // The answer to a question from before may still be on its way, and the page asks once at a time.
    await until('the page asks for the password', async () => {
      await refused();
      return page.getByRole('heading', { level: 1, name: 'Log in' }).isVisible();
    });
    await view.heading('Log in');
    await page.goto('/console/customers');
    await view.heading('Log in');
  });
});
