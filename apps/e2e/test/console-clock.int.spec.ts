// Runs: embedded
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@halyard/testing/waiting';
import type { Page } from 'playwright-core';
import { askForChromium, titleIn } from './support/browser.js';
import { ConsoleStage } from './support/console-stage.js';
import { ConsoleView, PAYMENT } from './support/console-view.js';
import { fundedHolder, hrefOf, newHolder, transferOf } from './support/journeys.js';
import { invitedPerson } from './support/people.js';
import type { SharedSuite } from './support/shared-suite.js';

const offer = await askForChromium();
const CLOCK = '/sandbox-clock';
const DAY_MS = 86_400_000;

(offer.missing === undefined ? describe : describe.skip)(titleIn('the clock in the console', offer), () => {
  let stage: ConsoleStage;
  let shared: SharedSuite;
  let view: ConsoleView;
  let page: Page;

  beforeAll(async () => {
    stage = await ConsoleStage.open('console-clock', offer);
    ({ shared, view, page } = stage);
  });
  afterAll(() => stage.close());

  const shown = () => page.getByRole('banner').getByRole('link', { name: /^Clock: / });
  /** Waits until the banner says a time. */
  const showsTime = (at: string) => shown().locator(`time[datetime="${at}"]`).waitFor();
  const now = async (): Promise<string> => String((await shared.client.get(CLOCK)).body['now']);
  const later = (at: string, days: number): string => new Date(Date.parse(at) + days * DAY_MS).toISOString();
  const advanced = async (body: object): Promise<void> => {
    await shared.client.create(`${CLOCK}/advances?wait=30`, body);
  };
  /** Fills in the dialog of an action, and sends it. */
  const act = async (action: string, fill: () => Promise<unknown>): Promise<void> => {
    await view.button(action).click();
    await fill();
    await view.dialog(action).getByRole('button', { name: action, exact: true }).click();
    await view.dialog(action).waitFor({ state: 'detached' });
  };

  it('is found among the commands, and stands once somebody says so', async () => {
    await view.visit('/', 'Overview');
    expect(await shown().count()).toBe(0);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('clock');
    await page.getByRole('option', { name: /^Clock/ }).click();
    await view.heading('Clock');
    await page.getByText('Nobody has advanced the clock yet.').waitFor();
    await act('Change clock', async () => {
      await page.getByRole('combobox', { name: 'Mode' }).selectOption('frozen');
      expect(await view.faults()).toEqual([]);
    });
    await shown().filter({ hasText: 'frozen' }).waitFor();
    await showsTime(await now());
    for (const name of ['Now', 'Due next', 'Advances']) await view.region(name).waitFor();
    expect(await view.faults()).toEqual([]);
  });

  it('is advanced by a form, which is checked as other forms are', async () => {
    await view.go(CLOCK, 'Clock');
    const before = await now();
    await view.button('Advance').click();
    expect(await view.faults()).toEqual([]);
    await page.getByRole('textbox', { name: /^By/ }).fill('a while');
    await view.dialog('Advance').getByRole('button', { name: 'Advance', exact: true }).click();
    await page.locator('input[name=by][aria-invalid=true]').waitFor();
    await page.getByRole('button', { name: '1 day', exact: true }).click();
    await view.dialog('Advance').getByRole('button', { name: 'Advance', exact: true }).click();
    await showsTime(later(before, 1));
    const row = page.getByRole('table', { name: 'Advances' }).getByRole('row').nth(1);
    await row.filter({ hasText: 'done' }).getByRole('link').click();
    await view.heading('Advance');
    await page.getByText(/^1 day, to/).waitFor();
    expect(await view.faults()).toEqual([]);
  });

  it('moves in every page when somebody advances it elsewhere', async () => {
    await view.go('/customers', 'Customers');
    const to = later(await now(), 1);
    await advanced({ to });
    await showsTime(to);
  });

  it('goes by itself while it runs', async () => {
    await view.go(CLOCK, 'Clock');
    await act('Change clock', () => page.getByRole('combobox', { name: 'Mode' }).selectOption('running'));
    await shown().filter({ hasText: 'running' }).waitFor();
    const text = await shown().innerText();
    await until('the time has passed', async () => (await shown().innerText()) !== text);
    await act('Change clock', () => page.getByRole('combobox', { name: 'Mode' }).selectOption('frozen'));
    await shown().filter({ hasText: 'frozen' }).waitFor();
  });

  it('makes banks act at their times, which a payment tells, and the overview what comes next', async () => {
    const { balance } = await fundedHolder(shared.client, '20.00');
    const { bank } = await newHolder(shared.client);
    const made = await shared.client.create('/transfers', transferOf(balance, bank, '5.00'));
    await view.go('/', 'Overview');
    await view
      .region('Waiting')
      .getByRole('link', { name: /^Due next: Standard cut-off, / })
      .waitFor();
    const { body: payment } = await shared.client.get(hrefOf((await shared.client.get(made)).body, 'payment'));
    const expected = (payment['expected'] as readonly { readonly earliest: string }[]).at(-1);
    await advanced({ by: 'P10D' });
    await view.go(new URL(made).pathname, PAYMENT);
    const settled = view.region('Timeline').getByRole('listitem').filter({ hasText: 'settled · due by the clock' });
    await settled.getByText('recorded').waitFor();
    const at = await settled.locator('time').first().getAttribute('datetime');
    expect(at).toBe(expected?.earliest);
  });

  it('offers nothing to people who move no money', async () => {
    for (const role of ['viewer', 'member']) {
      const person = await invitedPerson(shared.suite, shared.client, role);
      const other = await ConsoleView.open(stage.browser, shared.client.connection.baseUrl, person);
      await other.go(CLOCK, 'Clock');
      await other.page
        .getByRole('banner')
        .getByRole('link', { name: /^Clock: / })
        .waitFor();
      for (const name of ['Advance', 'Change clock', 'Stop']) expect(await other.button(name).count()).toBe(0);
      await other.page.context().close();
    }
  });
});
