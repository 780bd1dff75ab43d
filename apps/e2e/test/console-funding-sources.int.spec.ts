// Runs: embedded
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { askForChromium, titleIn } from './support/browser.js';
import { ConsoleStage } from './support/console-stage.js';
import type { ConsoleView } from './support/console-view.js';
import { balanceOf, bankAccount, idOf, personalCustomer } from './support/journeys.js';
import { LinkingWalk } from './support/linking-walk.js';
import type { SharedSuite } from './support/shared-suite.js';

const offer = await askForChromium();

(offer.missing === undefined ? describe : describe.skip)(titleIn('funding sources in the console', offer), () => {
  let stage: ConsoleStage;
  let shared: SharedSuite;
  let view: ConsoleView;
  let page: Page;

  beforeAll(async () => {
    stage = await ConsoleStage.open('console-funding-sources', offer);
    ({ shared, view, page } = stage);
  });
  afterAll(() => stage.close());

  /** Confirms the dialog of a button. */
  const confirm = (name: string) => view.dialog(name).getByRole('button', { name, exact: true }).click();

  it('are verified by micro-deposits, renamed and removed, and show no number', async () => {
    const customer = await shared.client.create('/customers', personalCustomer());
    const { accountNumber, ...numbers } = bankAccount('4455667788');
    const bank = await shared.client.create(`${customer}/funding-sources`, { ...numbers, accountNumber });
    await view.visit(`/funding-sources/${idOf(bank)}`, 'Checking');
    await view.region('Transfers').waitFor();
    await view.button('Start micro-deposits').click();
    await confirm('Start micro-deposits');
    await view.button('Verify micro-deposits').click();
    const form = view.dialog('Verify micro-deposits');
    await form.locator('input[name="amount1.value"]').fill('0.03');
    await form.locator('input[name="amount2.value"]').fill('0.07');
    expect(await view.faults()).toEqual([]);
    await confirm('Verify micro-deposits');
    await page.getByText('verified', { exact: true }).waitFor();
    await view.button('Rename').click();
    await view.dialog('Rename').getByRole('textbox', { name: 'Name', exact: true }).fill('Rent');
    await confirm('Rename');
    await view.heading('Rent');
    expect(await page.content()).not.toContain(accountNumber);
    expect(await view.faults()).toEqual([]);
    await view.button('Remove').click();
    await confirm('Remove');
    await view.dialog('Remove').waitFor({ state: 'detached' });
    await view.button('Remove').waitFor({ state: 'detached' });
    expect((await shared.client.get(bank)).body).toMatchObject({ name: 'Rent', removed: true });
  });

  it('are listed by their type, and say that they were removed', async () => {
    const customer = await shared.client.create('/customers', personalCustomer());
    const bank = await shared.client.create(`${customer}/funding-sources`, bankAccount());
    await shared.client.post(bank, { name: 'Closed', removed: true });
    await view.visit('/funding-sources', 'Funding sources');
    const table = page.getByRole('table', { name: 'Funding sources' });
    await table.getByRole('row').filter({ hasText: 'Closed' }).getByText('removed').waitFor();
    await page.getByRole('combobox', { name: 'Type' }).selectOption('balance');
    await page.waitForURL('**/funding-sources?type=balance');
    await table.getByRole('row').filter({ hasText: 'Closed' }).waitFor({ state: 'detached' });
    await page.reload();
    await view.heading('Funding sources');
    expect(await page.getByRole('combobox', { name: 'Type' }).inputValue()).toBe('balance');
    expect(await view.faults()).toEqual([]);
  });

  it('are added by one button, in whatever way the form offers', async () => {
    const customer = await shared.client.create('/customers', personalCustomer());
    await view.visit(`/customers/${idOf(customer)}`, 'Ada Byron');
    const sources = view.region('Funding sources');
    await sources.getByRole('button', { name: 'Create funding source' }).waitFor();
    expect(await sources.getByRole('button').allTextContents()).toEqual(['Create funding source', 'Link by log-in']);
    await sources.getByRole('button', { name: 'Create funding source' }).click();
    const dialog = view.dialog('Create funding source');
    const form = dialog.getByRole('combobox', { name: 'Form' });
    expect(await form.locator('option').allTextContents()).toEqual([
      ...['Usual', 'Partner token', 'Plaid token', 'Bank account type'],
    ]);
    await form.selectOption('Plaid token');
    await dialog.getByRole('textbox', { name: 'Plaid token' }).waitFor();
    await form.selectOption('Usual');
    await dialog.getByLabel('Routing number').fill('222222226');
    await dialog.getByLabel('Account number').fill('4455667799');
    await dialog.getByRole('combobox', { name: 'Type' }).selectOption('savings');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Rainy days');
    await confirm('Create funding source');
    await sources.getByRole('link', { name: 'Rainy days' }).waitFor();
  });

  it('are linked by a log-in, on a page that opens beside this one', async () => {
    const customer = await shared.client.create('/customers', personalCustomer());
    await view.visit(`/customers/${idOf(customer)}`, 'Ada Byron');
    await view.button('Link by log-in').click();
    const dialog = view.dialog('Link by log-in');
    const opened = page.context().waitForEvent('page');
    await dialog.getByRole('link', { name: 'Open the page in a new tab' }).click();
    const tab = await opened;
    await tab.waitForURL('**/linking/applications/*');
    const walk = LinkingWalk.in(tab, shared.client.connection.baseUrl);
    expect(await view.faults()).toEqual([]);
    await walk.choose();
    await walk.logIn();
    await walk.answer();
    await walk.select(/Checking/);
    await walk.reach('Your bank is linked');
    await walk.page.close();
    await dialog.getByRole('button', { name: 'Close' }).click();
    const bank = view.region('Funding sources').getByRole('row').filter({ hasText: 'bank' });
    await bank.getByText('verified', { exact: true }).waitFor();
  });

  it('say what is in a balance, and ask a bank for what is in it', async () => {
    const customer = await shared.client.create('/customers', personalCustomer());
    await view.visit(`/funding-sources/${idOf(await balanceOf(shared.client, customer))}`, 'Balance');
    await view.region('Balance').getByText('0.00 USD').first().waitFor();
    expect(await view.faults()).toEqual([]);
    const { body } = await shared.client.get(`/accounts/${shared.client.connection.accountId}/funding-sources`);
    const own = body._embedded?.['funding-sources']?.find(({ type }) => type === 'bank');
    await view.visit(`/funding-sources/${own?.id ?? ''}`, 'Superhero Savings Bank');
    const asked = page.waitForResponse((answer) => answer.url().endsWith(`/${own?.id ?? ''}/balance`));
    await view.button('Check balance').click();
    expect((await asked).request().method()).toBe('GET');
    expect(await view.faults()).toEqual([]);
  });
});
