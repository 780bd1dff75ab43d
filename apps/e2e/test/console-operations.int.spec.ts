import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@halyard/testing/waiting';
import { Client } from 'pg';
import type { Browser, Page } from 'playwright-core';
import { askForChromium, launchBrowser, titleIn } from './support/browser.js';
import { ConsoleView, looks } from './support/console-view.js';
import type { Login } from './support/console-visitor.js';
import { embedded, idOf, personalCustomer } from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';

const offer = await askForChromium();
const CAUSE = 'this resource can not be told of';

const pages: readonly (readonly [path: string, heading: string])[] = [
  ['', 'Operations'],
  ['/accounts', 'Accounts'],
  ['/applications', 'Applications'],
  ['/documents', 'Documents'],
  ['/parked-messages', 'Parked messages'],
  ['/read-models', 'Read models'],
  ['/legal-holds', 'Legal holds'],
  ['/erasures', 'Erasures'],
  ['/ledger', 'Ledger'],
];

(offer.missing === undefined ? describe : describe.skip)(titleIn('pages of operators', offer), () => {
  let shared: SharedSuite;
  let browser: Browser;
  let database: Client;
  let view: ConsoleView;
  let page: Page;
  /** Whose events one consumer refuses. */
  let refused: string;

  beforeAll(async () => {
    shared = await SharedSuite.join('console-operations');
    database = new Client({ connectionString: await shared.suite.postgresUrl() });
    await database.connect();
    refused = idOf(await shared.client.create('/customers', personalCustomer()));
    await database.query(`
      CREATE FUNCTION webhooks.refuse_operated() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE '${CAUSE}'; END $$`);
    await database.query(`
      CREATE TRIGGER refuse_operated BEFORE INSERT ON webhooks.public_events
      FOR EACH ROW WHEN (NEW.resource_id = '${refused}') EXECUTE FUNCTION webhooks.refuse_operated()`);
    await shared.client.post(`/customers/${refused}`, { status: 'deactivated' });
    await until('the key is held', async () => {
      const { body } = await shared.operator.get('/operations/webhooks/parked-keys?limit=200');
      return embedded(body, 'parked-keys').some(({ key }) => key === refused);
    });
    const { operator } = JSON.parse(await readFile(shared.suite.demoFile, 'utf8')) as { operator: Login };
    browser = await launchBrowser(offer);
    view = await ConsoleView.open(browser, shared.client.connection.baseUrl, operator);
    ({ page } = view);
  }, 300_000);
  afterAll(async () => {
    await browser.close();
    await database.query(`DROP FUNCTION IF EXISTS webhooks.refuse_operated() CASCADE`);
    await database.end();
    await shared.leave();
  });

  it('name the service that is down, and show the keys of the others', async () => {
    const down = '**/console/api/operations/transfers/**';
    await page.route(down, (route) => route.abort());
    await view.visit('/operations/parked-messages', 'Parked messages');
    await page.getByRole('alert').getByText('transfers').waitFor();
    const row = page.getByRole('table', { name: 'Parked messages' }).getByRole('row').filter({ hasText: refused });
    await row.getByText(CAUSE).waitFor();
    expect(await view.faults()).toEqual([]);
    await page.unroute(down);
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });

  it('lead from an alert to what happened to a key and what to do, and replay it once its cause is gone', async () => {
    await view.visit(`/operations/parked-messages?service=webhooks&key=${refused}`, refused);
    const event = view.region('Event');
    await event.getByText('customers.customer-deactivated.v1').waitFor();
    await event.getByText(`customers/${refused}`).waitFor();
    await event.getByText('"status": "deactivated"').waitFor();
    await view.region('What to do').getByRole('link', { name: 'How to replay parked messages' }).waitFor();
    await view.button('Copy trace id').click();
    await page.getByText('Trace id copied').waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toMatch(/^[0-9a-f]{32}$/);
    expect(await view.faults()).toEqual([]);

    await view.button('Replay').click();
    await page.getByText(/^It failed again: /).waitFor();
    await view.button('Skip…').click();
    await view.dialog('Skip').getByRole('textbox', { name: 'Reason' }).waitFor();
    expect(await view.faults()).toEqual([]);
    await page.keyboard.press('Escape');
    await database.query(`DROP TRIGGER refuse_operated ON webhooks.public_events`);
    await view.button('Replay').click();
    await page.getByText('Nothing holds this key up any more').waitFor();
    await view.heading(refused);
  });

  it('rebuild a read model, and show how far it is', async () => {
    await view.visit('/operations/read-models', 'Read models');
    const models = page.getByRole('table', { name: 'Read models' });
    await models.getByText('current').first().waitFor();
    await models.getByRole('button', { name: 'Rebuild' }).last().click();
    await view.dialog('Rebuild').getByRole('button', { name: 'Rebuild' }).click();
    await page.getByText('Rebuild: done').waitFor();
  });

  it('show the trial balance of the ledger, and that of each account', async () => {
    await view.visit('/operations/ledger', 'Ledger');
    await view.region('Trial balance').getByText('Posted balances').waitFor();
    const row = page.getByRole('table', { name: 'Ledger' }).getByRole('row').filter({ hasText: 'console-operations' });
    await row.getByText('balanced').waitFor();
  });

  it.each(looks)(
    'are open to everybody, %s and %d pixels wide',
    async (...look) => {
      await view.look(look);
      const faults: string[] = [];
      for (const [path, name] of pages) {
        await view.visit(`/operations${path}`, name);
        faults.push(...(await view.faultsNow()));
      }
      expect(faults).toEqual([]);
      expect(view.alarms).toEqual([]);
    },
    300_000,
  );
});
