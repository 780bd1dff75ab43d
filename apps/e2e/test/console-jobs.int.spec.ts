// Runs: embedded
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { waitFor } from '@halyard/testing/waiting';
import { askForChromium, titleIn } from './support/browser.js';
import { ConsoleStage } from './support/console-stage.js';
import { type ConsoleView, PAYMENT } from './support/console-view.js';
import { embedded, fundedHolder, newHolder, sourceOf, transferOf } from './support/journeys.js';

const offer = await askForChromium();

/** What people come to the console for, each in few clicks, without a field that the API does not require. */
(offer.missing === undefined ? describe : describe.skip)(titleIn('a job in the console', offer), () => {
  let stage: ConsoleStage;
  let page: Page;
  let view: ConsoleView;
  let clicks = 0;
  const click = async (what: Locator): Promise<void> => {
    clicks += 1;
    await what.click();
  };

  beforeAll(async () => {
    stage = await ConsoleStage.open('console-jobs', offer);
    ({ page, view } = stage);
    const { client } = stage.shared;
    const holder = await fundedHolder(client, '50.00');
    const own = await sourceOf(client, `/accounts/${client.connection.accountId}`, 'balance');
    await client.create('/transfers', transferOf(holder.balance, own, '30.00'));
  });
  beforeEach(async () => {
    await view.visit('/', 'Overview');
    clicks = 0;
  });
  afterAll(() => stage.close());

  it('pays somebody for the first time in five clicks', async () => {
    await click(view.region('Balance').getByRole('link', { name: 'Create transfer' }));
    await click(view.button('Somebody new…'));
    const somebody = view.dialog('Somebody new');
    const filled = {
      'First name': 'Grace',
      'Last name': 'Hopper',
      Email: `grace-${crypto.randomUUID()}@example.com`,
      'Routing number': '222222226',
      'Account number': '123456789',
    };
    for (const [name, value] of Object.entries(filled)) await somebody.getByLabel(name).fill(value);
    await click(somebody.getByRole('button', { name: 'Add' }));
    await somebody.waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('12.50');
    await click(view.button('Create transfer'));
    await click(view.button('Send 12.50 USD'));
    await view.heading(/^12\.50 USD from .+ to Grace Hopper$/);
    expect(clicks).toBe(5);
  });

  it('says why a payment failed, and what to tell the customer, in one click', async () => {
    const { client } = stage.shared;
    const { bank, balance } = await newHolder(client);
    const failing = await client.create('/transfers', transferOf(bank, balance, '4.56'));
    await client.post(`${failing}/simulation`, { action: 'fail', code: 'R01' });
    await view.visit('/', 'Overview');
    await click(view.region('Failed today').getByRole('link', { name: '4.56 USD' }));
    await view.heading(PAYMENT);
    await view.region('What to tell the customer').getByText('R01 Insufficient Funds').waitFor();
    expect(clicks).toBe(1);
  });

  it('says why a request was refused in two clicks', async () => {
    const { client } = stage.shared;
    await client.post('/customers', { firstName: 'Ada' });
    await waitFor('the request to be in the log', async () => {
      const { body } = await client.get('/requests?by=application&status=400');
      return embedded(body, 'requests')[0];
    });
    await click(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Requests' }));
    const row = page.getByRole('table', { name: 'Requests' }).getByRole('row').filter({ hasText: '400' }).first();
    await click(row.getByRole('link').first());
    await view.region('Response').getByText('"/email"').waitFor();
    expect(clicks).toBe(2);
  });

  it('sends the webhooks that failed again in three clicks', async () => {
    const { client } = stage.shared;
    const url = 'http://127.0.0.1:9/refusing';
    const subscription = await client.create('/webhook-subscriptions', { url, secret: 'a secret of this test' });
    await newHolder(client);
    await waitFor('a failure', async () => (await client.get(`${subscription}/health`)).body['lastFailure']);
    await view.visit('/', 'Overview');
    await click(view.region('Webhooks that fail').getByRole('link', { name: url }));
    await click(view.button('Resend matching'));
    await click(view.dialog('Resend matching').getByRole('button', { name: /^Resend \d+ deliver/ }));
    await page
      .getByRole('status')
      .filter({ hasText: /^(\d+) of \1 deliver.* resent$/ })
      .waitFor();
    expect(clicks).toBe(3);
  });

  it('gives a colleague read access in three clicks', async () => {
    await click(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Team' }));
    await click(view.button('Invite'));
    const invitation = view.dialog('Invite');
    await invitation.getByLabel('E-mail').fill('vera@example.com');
    await invitation.getByLabel('Name').fill('Vera');
    await click(invitation.getByRole('button', { name: 'Invite' }));
    await page.getByRole('table', { name: 'Invitations' }).getByText('vera@example.com').waitFor();
    await page.getByRole('table', { name: 'Invitations' }).getByText('Viewer').waitFor();
    expect(clicks).toBe(3);
  });
});
