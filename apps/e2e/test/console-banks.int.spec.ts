// Runs: embedded
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { askForChromium, titleIn } from './support/browser.js';
import { ConsoleStage } from './support/console-stage.js';
import { ConsoleView, PAYMENT } from './support/console-view.js';
import { fundedHolder, transferOf } from './support/journeys.js';
import { invitedPerson } from './support/people.js';
import type { SharedSuite } from './support/shared-suite.js';

const offer = await askForChromium();
const BEHAVIOR = '/sandbox-bank-behavior';
const DIALOG = 'Edit bank behavior';

(offer.missing === undefined ? describe : describe.skip)(titleIn('banks in the console', offer), () => {
  let stage: ConsoleStage;
  let shared: SharedSuite;
  let view: ConsoleView;
  let page: Page;

  beforeAll(async () => {
    stage = await ConsoleStage.open('console-banks', offer);
    ({ shared, view, page } = stage);
  });
  afterAll(() => stage.close());

  const save = async (): Promise<void> => {
    await view.dialog(DIALOG).getByRole('button', { name: 'Save', exact: true }).click();
    await view.dialog(DIALOG).waitFor({ state: 'detached' });
  };
  const cell = (table: string, text: string) => page.getByRole('table', { name: table }).getByText(text);

  it('behave by rules that start from an example, and are edited by fields and as JSON', async () => {
    await view.visit('/', 'Overview');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('bank behavior');
    await page.getByRole('option', { name: /^Bank behavior/ }).click();
    await view.heading('Bank behavior');
    expect(await view.faults()).toEqual([]);
    await view.button('Start from this… A correction').click();
    await view.dialog(DIALOG).getByText('savings', { exact: true }).first().click();
    expect(await view.faults()).toEqual([]);
    await view.dialog(DIALOG).getByRole('combobox', { name: 'Way' }).selectOption('ach');
    await save();
    await cell('Rules', 'Credits by standard ACH').waitFor();
    await view.button('Edit').click();
    await view.dialog(DIALOG).getByRole('radio', { name: 'JSON' }).check();
    const text = view.dialog(DIALOG).getByRole('textbox', { name: 'Behavior as JSON' });
    const written = JSON.parse(await text.inputValue()) as object;
    await text.fill(JSON.stringify({ ...written, outages: [{ routingNumber: '1', from: 'now', to: 'later' }] }));
    await view.dialog(DIALOG).getByRole('button', { name: 'Save', exact: true }).click();
    await view.dialog(DIALOG).getByText('outages[0] routingNumber').waitFor();
    expect(await view.faults()).toEqual([]);
    await text.fill(JSON.stringify(written));
    await save();
    expect((await shared.client.get(BEHAVIOR)).body).toMatchObject(written);
  });

  it('correct an entry, of which the payment tells, and whose file is among the bank files', async () => {
    const { bank, balance } = await fundedHolder(shared.client, '20.00');
    const made = await shared.client.create('/transfers', transferOf(balance, bank, '5.00'));
    await shared.client.post('/sandbox-simulations');
    await view.go(new URL(made).pathname, PAYMENT);
    await view.region('Corrections').getByText('C05 Incorrect Transaction Code').waitFor();
    await view.region('What to tell the customer').getByText('The stored bank was changed.').waitFor();
    await view.region('Timeline').getByText('C05 · corrected · by rule savings').waitFor();
    expect(await view.faults()).toEqual([]);
    await view.go('/bank-files', 'Bank files');
    expect(await view.faults()).toEqual([]);
    await page.getByRole('table', { name: 'Bank files' }).getByRole('link').first().click();
    await cell('Entries', 'corrected').waitFor();
    expect(await view.faults()).toEqual([]);
    const [saved] = await Promise.all([page.waitForEvent('download'), view.button('Download').click()]);
    expect(saved.suggestedFilename()).toMatch(/^[\da-f-]{36}\.ach$/);
  });

  it('take a file whose lines are right alone, and say what is wrong with the others', async () => {
    await view.go('/bank-files', 'Bank files');
    await view.button('Upload file').click();
    const dialog = view.dialog('Upload file');
    const buffer = Buffer.from(`101 222222226${' '.repeat(81)}\nshort\n`);
    await dialog.locator('input[type=file]').setInputFiles({ name: 'returns.ach', mimeType: 'text/plain', buffer });
    await dialog.getByRole('button', { name: 'Upload file', exact: true }).click();
    await dialog.getByRole('alert').getByText('Line 2', { exact: true }).first().waitFor();
    expect(await view.faults()).toEqual([]);
  });

  it('offer nothing to people who move no money', async () => {
    for (const role of ['viewer', 'member']) {
      const person = await invitedPerson(shared.suite, shared.client, role);
      const other = await ConsoleView.open(stage.browser, shared.client.connection.baseUrl, person);
      await other.go(BEHAVIOR, 'Bank behavior');
      await other.page.getByRole('table', { name: 'Rules' }).waitFor();
      expect(await other.button('Edit').count()).toBe(0);
      await other.go('/bank-files', 'Bank files');
      await other.page.getByRole('table', { name: 'Bank files' }).waitFor();
      expect(await other.button('Upload file').count()).toBe(0);
      await other.page.context().close();
    }
  });
});
