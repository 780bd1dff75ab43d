// Runs: embedded
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { askForChromium, titleIn } from './support/browser.js';
import { actions, makePlaces, makeReviews, pathOf, type Places } from './support/console-actions.js';
import { ConsoleStage } from './support/console-stage.js';
import { ConsoleView } from './support/console-view.js';
import { invitedPerson, type Login } from './support/people.js';
import type { SharedSuite } from './support/shared-suite.js';

const offer = await askForChromium();
const IS_INSIDE = `document.activeElement.closest('dialog') !== null`;

/** What opens a dialog beside the actions of a page. */
const others: readonly (readonly [place: string, opener: string | RegExp])[] = [
  ['/', 'Commands'],
  ['customer', 'View JSON'],
  ['/transfers/new', 'Somebody new…'],
];

const isOfOperators = (place: string): boolean => place === 'document' || place.startsWith('/operations');

const dialogs: readonly string[] = [
  ...['Advance', 'Approve', 'Cancel transfer', 'Cancel payments', 'Certify owners', 'Change clock', 'Commands'],
  ...[
    'Create application',
    'Create funding source',
    'Create subscription',
    'Deactivate',
    'Edit',
    'Edit bank behavior',
    'Erase',
    'Invite',
    'JSON',
  ],
  ...['Keyboard shortcuts', 'Link by log-in', 'New secret', 'Open account', 'Rebuild', 'Reject', 'Remove'],
  ...[
    'Replay events',
    'Resend matching',
    'Retry verification',
    'Process as returned',
    'Revoke secrets',
    'Rotate secret',
  ],
  ...['Set legal hold', 'Signing secret', 'Somebody new', 'Start micro-deposits', 'Suspend', 'Upload document'],
  ...['Upload file', 'Withdraw'],
];

/** Each dialog, by its opener: a page that opens one more has it here, too. */
(offer.missing === undefined ? describe : describe.skip)(titleIn('the focus', offer), () => {
  let stage: ConsoleStage;
  let shared: SharedSuite;
  const seen = new Set<string>();

  beforeAll(async () => {
    stage = await ConsoleStage.open('console-dialogs', offer);
    ({ shared } = stage);
    await makeReviews(shared.client, shared.operator);
    // Nobody is offered to remove themselves.
    await invitedPerson(shared.suite, shared.client, 'viewer');
  });
  afterAll(() => stage.close());

  /** Nothing is done here: dialogs are only opened. */
  const refuseWrites = async (page: Page): Promise<void> => {
    await page.route('**/console/api/**', (route) =>
      route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({ status: 403, json: { code: 'Forbidden', message: 'Not now.' } }),
    );
  };

  /** Whether the press of a button opened a dialog; others send something, or lead to a page. */
  const opensDialog = async (page: Page, opener: Locator): Promise<boolean> => {
    const here = page.url();
    const dialog = page
      .locator('dialog[open]')
      .waitFor()
      .then(() => true);
    const sent = page.waitForRequest((request) => request.method() !== 'GET').then(() => false);
    const left = page.waitForURL((url) => url.href !== here).then(() => false);
    await opener.press('Enter');
    return Promise.race([dialog, sent, left]);
  };

  /** What is wrong while a dialog is open, and once Escape has closed it. */
  const faultsUntilClosed = async (view: ConsoleView, opener: Locator): Promise<readonly string[]> => {
    const { page } = view;
    const dialog = page.locator('dialog[open]');
    const title = await dialog.getByRole('heading', { level: 2 }).first().innerText();
    seen.add(title.replace(/….*/, '…'));
    const faults: string[] = [];
    if (!(await page.evaluate<boolean>(IS_INSIDE))) faults.push('did not go in');
    faults.push(...(await view.unreached()));
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    if ((await opener.and(page.locator(':focus')).count()) === 0) faults.push('did not come back');
    return faults.map((fault) => `${title}: ${fault}`);
  };

  const tryAll = async (view: ConsoleView, places: Places, isTried: (place: string) => boolean) => {
    const { page } = view;
    await refuseWrites(page);
    const openers = new Map<string, (string | RegExp)[]>();
    for (const [place, rows = []] of Object.entries(actions))
      openers.set(
        place,
        rows.map(([label]) => label),
      );
    for (const [place, opener] of others) openers.set(place, [...(openers.get(place) ?? []), opener]);
    const faults: string[] = [];
    for (const [place, names] of [...openers].filter(([one]) => isTried(one))) {
      await view.go(pathOf(place, places));
      for (const name of names) {
        const button = page.getByRole('button', { name, exact: true });
        const opener = button.or(page.getByRole('link', { name, exact: true })).first();
        await opener.and(page.locator(':enabled, a')).waitFor();
        if (await opensDialog(page, opener)) faults.push(...(await faultsUntilClosed(view, opener)));
        else await view.visit(pathOf(place, places));
      }
    }
    await page.unrouteAll({ behavior: 'wait' });
    return faults;
  };

  it('goes into each dialog of an owner, stays there, and comes back', async () => {
    const places = await makePlaces(shared.client);
    expect(await tryAll(stage.view, places, (place) => !isOfOperators(place))).toEqual([]);
  });

  it('goes into each dialog of an operator, stays there, and comes back', async () => {
    const { operator } = JSON.parse(await readFile(shared.suite.demoFile, 'utf8')) as { operator: Login };
    const view = await ConsoleView.open(stage.browser, shared.client.connection.baseUrl, operator);
    const places = await makePlaces(shared.operator);
    expect(await tryAll(view, places, isOfOperators)).toEqual([]);
    await view.page.context().close();
  });

  it('comes back from what a dialog or a button has led to', async () => {
    const { view, page } = stage;
    const places = await makePlaces(shared.client);
    const faults: string[] = [];
    await view.go(places.application);
    await view.button('Rotate secret').press('Enter');
    await view.dialog('New secret').waitFor();
    faults.push(...(await faultsUntilClosed(view, view.button('Rotate secret'))));
    await view.go(places.subscription);
    await view.button('Rotate secret').press('Enter');
    await view.dialog('Rotate secret').getByRole('button', { name: 'Rotate secret' }).press('Enter');
    await view.dialog('Signing secret').waitFor();
    faults.push(...(await faultsUntilClosed(view, view.button('Rotate secret'))));
    await view.go(places.customer);
    await view.button('Link by log-in').press('Enter');
    await view.dialog('Link by log-in').waitFor();
    faults.push(...(await faultsUntilClosed(view, view.button('Link by log-in'))));
    await view.go('/transfers');
    await page.getByRole('checkbox').first().press('Space');
    await view.button('Cancel selected').press('Enter');
    await view.dialog('Cancel payments').waitFor();
    faults.push(...(await faultsUntilClosed(view, view.button('Cancel selected'))));
    await page.keyboard.press('?');
    await view.dialog('Keyboard shortcuts').waitFor();
    faults.push(...(await faultsUntilClosed(view, view.button('Cancel selected'))));
    expect(faults).toEqual([]);
  });

  it('is at the heading of a page whose dialog has done away with what opened it', async () => {
    const { view, page } = stage;
    await makePlaces(shared.client);
    await view.go('/team', 'Team');
    await view.button('Withdraw').first().press('Enter');
    const withdraw = view.dialog('Withdraw');
    await withdraw.getByRole('button', { name: 'Withdraw' }).press('Enter');
    await withdraw.waitFor({ state: 'detached' });
    await page.locator('h1:focus').waitFor();
  });

  it('has been in every dialog that pages open', () => {
    expect([...seen].sort()).toEqual([...dialogs].sort());
  });
});
