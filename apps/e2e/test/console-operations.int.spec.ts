// Runs: embedded
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { HalBody } from '@halyard/suite/client';
import { until } from '@halyard/testing/waiting';
import { Client } from 'pg';
import type { Browser, Page } from 'playwright-core';
import { askForChromium, connectBrowser, titleIn } from './support/browser.js';
import { ConsoleView } from './support/console-view.js';
import type { Login } from './support/people.js';
import { newCustomerToProve, uploadDocument } from './support/documents.js';
import { embedded, idOf, personalCustomer } from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';

const offer = await askForChromium();
const ORDER = 'Court order 17, until the case against unknown persons is closed and all of its files are returned.';
const CAUSE = 'this resource can not be told of';
/** Who is logged in. */
const OPERATOR = 'Demo Operator';

(offer.missing === undefined ? describe : describe.skip)(titleIn('pages of operators', offer), () => {
  let shared: SharedSuite;
  let browser: Browser;
  let database: Client;
  let view: ConsoleView;
  let page: Page;
  /** Whose events one consumer refuses. */
  let refused: string;

  beforeAll(async () => {
    shared = await SharedSuite.joinOperated('console-operations');
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
    browser = await connectBrowser(offer);
    view = await ConsoleView.open(browser, shared.client.connection.baseUrl, operator);
    ({ page } = view);
  });
  afterAll(async () => {
    await browser.close();
    await database.query(`DROP FUNCTION IF EXISTS webhooks.refuse_operated() CASCADE`);
    await database.end();
    await shared.leave();
  });

  /** How many pixels of what an element contains are to be scrolled to. */
  const hiddenIn = (selector: string): Promise<number> =>
    page.evaluate<number>(
      `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('${selector}'))`,
    );

  it('begin with what is wrong now, which leads to the page where it is shown', async () => {
    const [consumer, key] = ['public-events', randomUUID()];
    await database.query(
      `INSERT INTO webhooks.inbox_failures (consumer, topic, key, cause, attempts, held_at, failed_at)
       VALUES ($1, 'customers.events.v1', $2, 'no ink', 9, now() - interval '1 hour', now())`,
      [consumer, key],
    );
    await view.visit('/operations', 'Operations');
    const line = view.region('Wrong now').getByRole('listitem').filter({ hasText: 'wait for an operator' });
    await line.getByText('warning').waitFor();
    await line.getByRole('link', { name: 'What to do' }).waitFor();
    expect(await view.faults()).toEqual([]);
    await line.getByRole('link', { name: /^Messages of/ }).click();
    await view.heading('Parked messages');
    await page.getByRole('table', { name: 'Parked messages' }).getByText(key).waitFor();
    await database.query('DELETE FROM webhooks.inbox_failures WHERE consumer = $1 AND key = $2', [consumer, key]);
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
    await view.go(`/operations/parked-messages?service=webhooks&key=${refused}`, refused);
    const event = view.region('Event');
    // The first of its events that the consumer did not have yet.
    await event.getByText(/^customers\.customer-\w/).waitFor();
    await event.getByText(`customers/${refused}`).waitFor();
    await event.getByText(`"customerId": "${refused}"`).waitFor();
    await view.region('What to do').getByRole('link', { name: 'How to replay parked messages' }).waitFor();
    await view.button('Copy trace id').click();
    await page.getByText('Trace id copied').waitFor();
    expect(await view.copied()).toMatch(/^[0-9a-f]{32}$/);
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

  it('replay and skip a message in its row, and list it with its cause, the reason and who did so', async () => {
    const skipped = idOf(await shared.client.create('/customers', personalCustomer()));
    await until('it is told of', async () => {
      const { body } = await shared.client.get(`/events?resourceId=${skipped}`);
      return embedded(body, 'events').length > 0;
    });
    await database.query(`
      CREATE TRIGGER refuse_skipped BEFORE INSERT ON webhooks.public_events
      FOR EACH ROW WHEN (NEW.resource_id = '${skipped}') EXECUTE FUNCTION webhooks.refuse_operated()`);
    await shared.client.post(`/customers/${skipped}`, { status: 'deactivated' });
    await view.go('/operations/parked-messages', 'Parked messages');
    const held = page.getByRole('table', { name: 'Parked messages' }).getByRole('row').filter({ hasText: skipped });
    await held.getByRole('button', { name: 'Replay' }).click();
    await view.dialog('Replay').getByRole('button', { name: 'Replay' }).click();
    await page.getByText(`It failed again: error: ${CAUSE}`).waitFor();
    await held.getByRole('button', { name: 'Skip…' }).click();
    const skip = view.dialog('Skip');
    await skip.getByRole('textbox', { name: 'Reason' }).fill('Told by telephone.');
    await skip.getByRole('button', { name: 'Skip', exact: true }).click();
    await page.getByText('Everything that waited is handled.').waitFor();
    await held.waitFor({ state: 'detached' });
    const row = page.getByRole('table', { name: 'Skipped messages' }).getByRole('row').filter({ hasText: skipped });
    await row.getByText(CAUSE).waitFor();
    await row.getByText('Told by telephone.').waitFor();
    await row.getByRole('link', { name: OPERATOR, exact: true }).waitFor();
    expect(await view.faults()).toEqual([]);
  });

  it('list each skipped message once, whichever service has another one', async () => {
    const address = (service: string) => `**/console/api/operations/${service}/skipped-messages`;
    const answer = (service: string, keys: readonly string[]) =>
      page.route(address(service), (route) =>
        route.fulfill({
          json: {
            _links: {},
            _embedded: {
              'skipped-messages': keys.map((key) => ({
                _links: { self: { href: `/operations/${service}/skipped-messages` } },
                ...{ key, consumer: 'public-events', sequence: 1, reason: 'Told.', cause: 'It was full.' },
              })),
            },
          },
        }),
      );
    for (const [service, keys] of [
      ['funding-sources', []],
      ['transfers', []],
      ['webhooks', ['one', 'two', 'three']],
    ] as const)
      await answer(service, keys);
    await view.visit('/operations/parked-messages', 'Parked messages');
    const cells = page.getByRole('table', { name: 'Skipped messages' }).locator('tbody td:first-child');
    await cells.nth(2).waitFor();
    await answer('funding-sources', ['zero']);
    await cells.filter({ hasText: 'zero' }).waitFor();
    expect(await cells.allTextContents()).toEqual(['zero', 'one', 'two', 'three']);
    for (const service of ['funding-sources', 'transfers', 'webhooks']) await page.unroute(address(service));
  });

  it('rebuild a read model, and show how far it is', async () => {
    await view.go('/operations/read-models', 'Read models');
    const models = page.getByRole('table', { name: 'Read models' });
    await models.getByText('current').first().waitFor();
    // What others that are at work here don't wait for.
    const facts = models.getByRole('row').filter({ hasText: 'funding-sources' }).filter({ hasText: 'party-facts' });
    await facts.getByRole('button', { name: 'Rebuild' }).click();
    await view.dialog('Rebuild').getByRole('button', { name: 'Rebuild' }).click();
    await page.getByText('The model is being rebuilt').waitFor();
  });

  it('show the trial balance of the ledger, and that of each account', async () => {
    await view.go('/operations/ledger', 'Ledger');
    await view.region('Trial balance').getByText('Posted balances').waitFor();
    const row = page.getByRole('table', { name: 'Ledger' }).getByRole('row').filter({ hasText: 'console-operations' });
    await row.getByText('balanced').waitFor();
  });

  it('review a document beside what was declared, by the keyboard, and see who has read it', async () => {
    const customer = await newCustomerToProve(shared.client);
    const document = idOf(await uploadDocument(shared.client, customer));
    await view.go(`/documents/${document}`, 'Document');
    const image = page.getByRole('img', { name: 'Document license' });
    await image.waitFor();
    expect(await image.getAttribute('src')).toBe(`/console/api/operations/documents/${document}/file`);
    const loaded = 'document.querySelector("main img").naturalWidth > 0';
    await until('the image is there', () => page.evaluate<boolean>(loaded));
    await page
      .getByRole('table', { name: 'Reads' })
      .getByRole('link', { name: OPERATOR, exact: true })
      .first()
      .waitFor();
    await view.button('Zoom in').press('Enter');
    await view.button('Turn').press('Space');
    expect(await page.evaluate('document.querySelector("main img").getAttribute("style")')).toMatch(
      /200%.*rotate\(90deg\)/,
    );
    expect(await view.faults()).toEqual([]);

    await view.go('/account', 'Account');
    await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
    await view.go(`/documents/${document}`, 'Document');
    await view.button('Approve').waitFor();
    await page.keyboard.press('a');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await view.go('/account', 'Account');
    await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
    await view.go(`/documents/${document}`, 'Document');
    await view.button('Approve').waitFor();
    await page.keyboard.press('a');
    await view.dialog('Approve').waitFor();
    await page.keyboard.press('Escape');

    await page.keyboard.press('r');
    const reject = view.dialog('Reject');
    for (const name of ['Scan not readable', 'Scan id expired'])
      await reject.getByRole('checkbox', { name }).press('Space');
    expect(await view.faults()).toEqual([]);
    await reject.getByRole('button', { name: 'Reject', exact: true }).press('Enter');
    await page.getByText('Reject: done').waitFor();
    expect((await shared.client.get(`/documents/${document}`)).body['allFailureReasons']).toHaveLength(2);
    await page.keyboard.press('a');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('open an account, and show its settings', async () => {
    await view.go('/operations', 'Operations');
    await page.keyboard.press('Control+k');
    await view.dialog('Commands').getByRole('searchbox').fill('Operations: Accounts');
    await page.keyboard.press('Enter');
    await view.heading('Accounts');
    await page.getByRole('link', { name: 'Open account' }).click();
    const form = view.dialog('Open account');
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Opened here');
    await form.getByRole('textbox', { name: 'Key of its application' }).fill(`opened-here-${Date.now()}`);
    await form.getByLabel('Secret of its application').fill('s'.repeat(40));
    expect(await view.faults()).toEqual([]);
    await form.getByRole('button', { name: 'Open account' }).click();
    await view.heading('Opened here');
    await view.region('Settings').getByText('Weekly limit').waitFor();
    await view.button('Suspend').click();
    await view.dialog('Suspend').getByRole('textbox', { name: 'Reason' }).fill('Case 17.');
    await view.dialog('Suspend').getByRole('button', { name: 'Suspend' }).click();
    await view.button('Reinstate').waitFor();
    expect(await view.faults()).toEqual([]);
  });

  it('hold a customer, see what prevents the erasure, and lift the hold', async () => {
    const customer = idOf(await shared.client.create('/customers', personalCustomer()));
    await view.go('/operations/legal-holds', 'Legal holds');
    await view.button('Set legal hold').click();
    const hold = view.dialog('Set legal hold');
    await hold.getByRole('textbox', { name: 'Customer' }).fill(customer);
    await page.keyboard.press('Enter');
    await hold.getByRole('textbox', { name: 'Reason' }).fill(ORDER);
    expect(await view.faults()).toEqual([]);
    await hold.getByRole('button', { name: 'Set legal hold' }).click();
    const row = page.getByRole('table', { name: 'Legal holds' }).getByRole('row').filter({ hasText: ORDER });
    await row.getByRole('link', { name: OPERATOR, exact: true }).waitFor();
    await row.getByRole('button', { name: 'Lift legal hold' }).waitFor();
    expect(await hiddenIn('main .scrolls')).toBe(0);

    await view.go(`/operations/erasures?customer=${customer}`, 'Erasures');
    const erase = view.dialog('Erase');
    await erase.getByRole('textbox', { name: 'Reason' }).fill('Asked for in writing.');
    await erase.getByRole('button', { name: 'Erase' }).click();
    await erase
      .getByRole('alert')
      .getByText(/legal hold/i)
      .waitFor();
    expect(await view.faults()).toEqual([]);

    await view.go('/operations/legal-holds', 'Legal holds');
    await row.getByRole('button', { name: 'Lift legal hold' }).click();
    await view.dialog('Lift legal hold').getByText(`Lift legal hold: ${ORDER}?`).waitFor();
    expect(await hiddenIn('dialog')).toBe(0);
    await view.dialog('Lift legal hold').getByRole('button', { name: 'Lift legal hold' }).click();
    await page.getByText('Lift legal hold: done').waitFor();
    await row.getByRole('button').waitFor({ state: 'detached' });
    await row.getByRole('link', { name: OPERATOR, exact: true }).nth(1).waitFor();
    await row.getByRole('link', { name: /^Customer / }).click();
    await view.heading('Customer');
    await page.getByRole('main').getByText(customer).waitFor();
    await view.go(`/operations/erasures?customer=${customer}`, 'Erasures');
    await erase.getByRole('textbox', { name: 'Reason' }).fill('Asked for in writing.');
    await erase.getByRole('button', { name: 'Erase' }).click();
    await erase.waitFor({ state: 'detached' });
    const erasure = page
      .getByRole('table', { name: 'Erasures' })
      .getByRole('row')
      .filter({ hasText: 'Asked for in writing.' });
    await erasure.getByRole('link').first().click();
    await view.heading('Erasure');
    await page.getByText('webhooks: confirmed').waitFor();
    expect(await view.faults()).toEqual([]);
    await page.getByRole('main').getByRole('link', { name: OPERATOR, exact: true }).click();
    await view.heading(OPERATOR);
  });

  it.each([
    ['/people', 'People', 'reset-factors', 'Reset factors'],
    ['/applications', 'Applications', 'reject', 'Reject…'],
  ])('show what can be done with each without being scrolled: %s', async (path, heading, rel, label) => {
    const list = new RegExp(`/console/api/operations${path}(?:\\?|$)`);
    // One of them may have all that there is to be done.
    await page.route(list, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as HalBody;
      const [first] = embedded(body, path.slice(1));
      if (first?._links) Object.assign(first._links, { [rel]: first._links['self'] });
      await route.fulfill({ response: answer, json: body });
    });
    await view.look(['light', 1_280]);
    await view.visit(`/operations${path}`, heading);
    await page.getByRole('button', { name: label }).first().waitFor();
    expect(await hiddenIn('main .scrolls')).toBe(0);
    await page.unroute(list);
  });
});
