// Runs: embedded
import { until } from '@halyard/testing/waiting';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { askForChromium, connectBrowser, titleIn } from './support/browser.js';
import { ConsoleView } from './support/console-view.js';
import { ConsoleVisitor } from './support/console-visitor.js';
import { invitedPerson, type Login } from './support/people.js';
import { SharedSuite } from './support/shared-suite.js';

const offer = await askForChromium();
const JSON_ALONE = { accept: 'application/json' };
/** A page that asks by itself. */
const BY_ITSELF = { 'x-console': 'idle', accept: '*/*' };

/** A session of the console ends half an hour after somebody last used it. */
describe('a session that nobody uses', () => {
  let shared: SharedSuite;
  let database: Client;
  let person: Login;

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
  const minutesLeft = (text: string): number => {
    const { expires } = JSON.parse(text) as { expires: { idle: string } };
    return (Date.parse(expires.idle) - Date.now()) / 60_000;
  };

  beforeAll(async () => {
    shared = await SharedSuite.join('console-idle');
    database = new Client({ connectionString: await shared.suite.postgresUrl() });
    await database.connect();
    person = await invitedPerson(shared.suite, shared.client, 'viewer');
  }, 300_000);
  beforeEach(() => database.query(`DELETE FROM console.sessions WHERE ${ofAccount}`, [account()]));
  afterAll(async () => {
    await database.end();
    await shared.leave();
  });

  describe('without a browser', () => {
    let visitor: ConsoleVisitor;

    beforeEach(async () => {
      visitor = await ConsoleVisitor.open(shared.client);
      await visitor.logIn(person);
    });
    afterEach(() => visitor.close());

    it('is not prolonged by what a page asks by itself, and by anything else', async () => {
      await age(28);
      expect((await visitor.get('/console/api/customers', BY_ITSELF)).status).toBe(200);
      const asked = await visitor.get('/console/session', { ...JSON_ALONE, ...BY_ITSELF });
      expect([asked.status, Math.round(minutesLeft(asked.text))]).toEqual([200, 2]);
      expect(await isInUse()).toBe(false);
      expect((await visitor.api('GET', '/customers')).status).toBe(200);
      expect(await isInUse()).toBe(true);
      await age(28);
      const used = await visitor.get('/console/session', JSON_ALONE);
      expect(Math.round(minutesLeft(used.text))).toBe(30);
      expect(await isInUse()).toBe(true);
    });

    it('is over, and goes on only for who proves again who it is', async () => {
      await age(31);
      for (const path of ['/console/session', '/console/api/customers'])
        expect((await visitor.get(path, JSON_ALONE)).status).toBe(401);
      const { text, way } = await visitor.follow('/console/customers');
      expect(text).toContain('type="password"');
      await visitor.enter(text, way.at(-1) ?? '', person);
      expect((await visitor.get('/console/session', JSON_ALONE)).status).toBe(200);
    });

    it('is over for who takes the question for the password out of the address', async () => {
      await age(31);
      const { way } = await visitor.follow('/console/customers');
      const asked = new URL(way.find((address) => address.includes('/auth?')) ?? '', visitor.baseUrl);
      expect(asked.searchParams.get('max_age')).toBe('1800');
      asked.searchParams.delete('max_age');
      const failed = await visitor.follow(asked.href);
      expect([failed.status, failed.text]).toEqual([400, expect.stringContaining('<h1>Log-in failed</h1>')]);
      expect((await visitor.get('/console/session', JSON_ALONE)).status).toBe(401);
    });
  });

  (offer.missing === undefined ? it : it.skip)(
    titleIn('ends in a page that is open, which asks for the password', offer),
    async () => {
      const browser = await connectBrowser(offer);
      const view = await ConsoleView.open(browser, shared.client.connection.baseUrl, person);
      const { page } = view;
      const asked = () => page.waitForResponse((answer) => answer.url().endsWith('/console/session'));
      await view.visit('/customers', 'Customers');
      await age(28);
      // The first of these may tell how the page was loaded.
      for (const _ of [1, 2, 3]) await asked();
      await age(28);
      for (const _ of [1, 2]) expect((await asked()).status()).toBe(200);
      expect(await isInUse()).toBe(false);
      await page.mouse.move(200, 200);
      await until('the session is used', isInUse);
      await age(31);
      await view.heading('Log in');
      await page.goto('/console/customers');
      await view.heading('Log in');
      await browser.close();
    },
  );
});
