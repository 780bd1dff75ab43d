// Runs: embedded
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runWith } from '@halyard/cli';
import { waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { SuiteProcess } from '../src/suite-process.js';
import { askForChromium, connectBrowser, titleIn } from './support/browser.js';
import { PAYMENT } from './support/console-view.js';
import { allowCopying, copiedIn } from './support/clipboard.js';
import { Subscriber } from './support/subscriber.js';

const offer = await askForChromium();
const CLICKS_MAX = 15;

/** A command line that runs, and what it has said. */
interface Running {
  readonly noted: string[];
  readonly ended: Promise<number>;
}

(offer.missing === undefined ? describe : describe.skip)(titleIn('a newcomer', offer), () => {
  let suite: SuiteProcess;
  let browser: Browser;
  let subscriber: Subscriber;
  let folder: string;
  let clicks = 0;
  const stop = new AbortController();

  const click = async (what: Locator): Promise<void> => {
    clicks += 1;
    await what.click();
  };
  /** One click opens the choices, and another one chooses. */
  const choose = async (what: Locator, label: string): Promise<void> => {
    clicks += 2;
    await what.selectOption({ label });
  };
  const run = (line: string): Running => {
    // The suite of a newcomer keeps its data in the usual folder.
    const [npx, no, halyard, ...args] = line.replace(' .data/', ` ${suite.dataDir}/`).split(' ');
    expect([npx, no, halyard]).toEqual(['npx', '--no', 'halyard']);
    const noted: string[] = [];
    const ended = runWith(['node', 'halyard', ...args], {
      env: { HOME: folder, DATA_DIR: suite.dataDir, HALYARD_WEBHOOK_SECRET: subscriber.secret },
      print: () => undefined,
      note: (text) => noted.push(text),
      readInput: () => Promise.resolve(''),
      signal: stop.signal,
    });
    return { noted, ended };
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'halyard-newcomer-'));
    suite = await SuiteProcess.prepare();
    await (await suite.start()).close();
    subscriber = await Subscriber.listen();
    browser = await connectBrowser(offer);
  });
  afterAll(async () => {
    stop.abort();
    await browser.close();
    await subscriber.close();
    await suite.remove();
    await rm(folder, { recursive: true });
  });

  /** The command line has nobody's browser here: it shows a code. */
  async function allow(page: Page, login: Running): Promise<void> {
    const asked = await waitFor('the code', () => login.noted.find((line) => line.startsWith('log in at')));
    const [, address = '', code = ''] = /^log in at (\S+) with the code (\S+)$/.exec(asked) ?? [];
    const tab = await page.context().newPage();
    await tab.goto(address);
    await tab.getByRole('textbox', { name: 'Code' }).fill(code);
    await click(tab.getByRole('button', { name: 'Continue' }));
    await click(tab.getByRole('button', { name: 'Allow' }));
    expect(await login.ended).toBe(0);
    await tab.close();
  }

  it('comes from the start to a transfer and its signed webhook in 15 clicks, without a warning in the terminal', async () => {
    const said = (await suite.log()).split('\n').map((line) => line.trim());
    const wordsAfter = (word: string): readonly string[] =>
      said.find((line) => line.startsWith(`${word} `))?.split(/,? +/) ?? [];
    const [, consoleUrl = ''] = wordsAfter('console');
    const [, email = '', password, where, file = ''] = wordsAfter('owner');
    expect([password, where]).toEqual(['password', 'in']);
    const { person } = JSON.parse(await readFile(file, 'utf8')) as { person: { password: string } };
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    await allowCopying(context);
    const page = await context.newPage();
    const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
    const link = (name: string): Locator => page.getByRole('link', { name, exact: true });
    const field = (name: string): Locator => page.getByRole('textbox', { name, exact: true });
    const steps = page.getByRole('region', { name: 'Get started', exact: true });
    await page.goto(consoleUrl);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(person.password);
    await click(button('Log in'));

    await click(steps.getByRole('link', { name: 'Create a customer' }));
    await field('First name').fill('Ada');
    await field('Last name').fill('Byron');
    await field('Email').fill('ada@example.com');
    await click(button('Create customer'));
    await page.getByRole('heading', { level: 1, name: 'Ada Byron' }).waitFor();
    await click(link('Overview'));

    await click(steps.getByRole('button', { name: 'Link a bank' }));
    const bank = page.getByRole('dialog', { name: 'Link a bank' });
    const routing = bank.getByRole('textbox', { name: 'Routing number' });
    await routing.fill((await routing.getAttribute('placeholder'))?.replace('For example ', '') ?? '');
    await bank.getByLabel('Account number').fill('123456789');
    await choose(bank.getByRole('combobox', { name: 'Type', exact: true }), 'Checking');
    await bank.getByRole('textbox', { name: 'Name' }).fill('Everyday');
    await click(bank.getByRole('button', { name: 'Link a bank' }));
    await bank.waitFor({ state: 'detached' });

    await click(steps.getByRole('button', { name: 'Copy commands' }));
    await page.getByText('Commands copied').waitFor();
    const lines = (await copiedIn(page)).split('\n');
    expect(lines).toHaveLength(2);
    await allow(page, run(lines[0] ?? ''));
    const listening = run((lines[1] ?? '').replace('http://localhost:3000/webhooks', subscriber.url));
    await waitFor('it to listen', () => listening.noted.find((line) => line.startsWith('listening')));

    await click(steps.getByRole('link', { name: 'Create a transfer' }));
    await field('Amount').fill('25.00');
    await click(button('Create transfer'));
    await click(button('Send 25.00 USD'));
    await page.getByRole('heading', { level: 1, name: PAYMENT }).waitFor();
    await click(button('Process bank transfers'));
    await page.getByText('This transfer is processed.').waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const told = await waitFor('its webhook', () =>
      subscriber.deliveries.find(({ resourceId, topic }) => resourceId === id && topic.endsWith('_completed')),
    );
    expect(told.genuine).toBe(true);
    expect(clicks).toBeLessThanOrEqual(CLICKS_MAX);
    await page.goto(consoleUrl);
    await page.getByRole('region', { name: 'Money conservation', exact: true }).getByText('Balanced').waitFor();
    expect(await steps.count()).toBe(0);
    expect(await suite.log()).not.toContain('Warning');
  });
});
