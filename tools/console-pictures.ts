// Takes a picture of every page of the console at 1280 and 390 pixels, by day and by night, on a suite of its own:
//   npm run console-pictures [-- --only NAME] [-- --to FOLDER] [-- --demo FILE]
// --only takes the pages whose names contain NAME. --to is where the pictures go, by default a new folder. --demo uses
// the running suite of that demo.json instead, which is filled with the shop the first time.
import './say-why.ts';
import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SuiteProcess } from '@halyard/e2e/suite-process';
import { clientOfRunningSuite } from '@halyard/suite/running-suite';
import type { Browser, Page } from 'playwright-core';
import { withBrowser } from './bench/console/console-browser.ts';
import { advanceShop, fillShop, type Places } from './console-shop.ts';

interface Login {
  readonly email: string;
  readonly password: string;
}

interface Demo {
  readonly baseUrl: string;
  readonly person: Login;
  readonly operator: Login;
}

const own: Places = {
  overview: '/',
  transfers: '/transfers',
  'create-transfer': '/transfers/new',
  customers: '/customers',
  'create-customer': '/customers/new',
  'funding-sources': '/funding-sources',
  webhooks: '/webhook-subscriptions',
  events: '/events',
  requests: '/requests',
  'idempotency-keys': '/idempotency-keys',
  applications: '/applications',
  team: '/team',
  month: '/statement',
  clock: '/sandbox-clock',
  'bank-behavior': '/sandbox-bank-behavior',
  'bank-files': '/bank-files',
  account: '/account',
  'not-found': '/nothing',
  parts: '/parts',
};

const ofOperators: Places = Object.fromEntries(
  [
    '',
    'accounts',
    'people',
    'applications',
    'documents',
    'parked-messages',
    'read-models',
    'legal-holds',
    'erasures',
    'ledger',
  ].map((name) => [`operations${name && `-${name}`}`, `/operations${name && `/${name}`}`]),
);

interface Look {
  readonly name: string;
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
  /** Whether only the page of all parts is taken. */
  readonly isOfParts?: true;
}

const HEIGHT = 844;
const looks: readonly Look[] = [
  { name: '1280', width: 1_280, colorScheme: 'light' },
  { name: '390', width: 390, colorScheme: 'light' },
  { name: '1280-dark', width: 1_280, colorScheme: 'dark' },
  { name: '390-dark', width: 390, colorScheme: 'dark', isOfParts: true },
  { name: '768', width: 768, colorScheme: 'light', isOfParts: true },
  { name: '768-dark', width: 768, colorScheme: 'dark', isOfParts: true },
  { name: '1680', width: 1_680, colorScheme: 'light', isOfParts: true },
  { name: '1680-dark', width: 1_680, colorScheme: 'dark', isOfParts: true },
];
const PARTS = 'parts';

/** The parts of a page that read something of their own are drawn this long after the page. */
const DRAWN_MS = 600;

const { values: asked } = parseArgs({
  options: { only: { type: 'string' }, to: { type: 'string' }, demo: { type: 'string' }, look: { type: 'string' } },
});

async function logIn(page: Page, baseUrl: string, { email, password }: Login): Promise<void> {
  await page.goto(`${baseUrl}/console/`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
}

/** Waits until nothing on the page says that it is still being read. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1').waitFor();
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  await setTimeout(DRAWN_MS);
}

async function takeAll(browser: Browser, demo: Demo, login: Login, places: Places, folder: string): Promise<void> {
  for (const { name: look, width, colorScheme, isOfParts = false } of looks) {
    if ((asked.look !== undefined && asked.look !== look) || (isOfParts && !(PARTS in places))) continue;
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      viewport: { width, height: HEIGHT },
      colorScheme,
    });
    const page = await context.newPage();
    await logIn(page, demo.baseUrl, login);
    for (const [name, path] of Object.entries(places)) {
      if (!name.includes(asked.only ?? '') || (isOfParts && name !== PARTS)) continue;
      await page.goto(`${demo.baseUrl}/console${path}`);
      await settled(page);
      await page.screenshot({ path: join(folder, `${name}.${look}.png`), fullPage: true });
    }
    await context.close();
  }
}

async function take(demoFile: string, folder: string): Promise<void> {
  const demo = JSON.parse(await readFile(demoFile, 'utf8')) as Demo;
  const client = await clientOfRunningSuite(demoFile);
  const kept = `${demoFile}.pictures.json`;
  const made = existsSync(kept) ? (JSON.parse(await readFile(kept, 'utf8')) as Places) : await fillShop(client);
  if (asked.demo !== undefined) await writeFile(kept, JSON.stringify(made));
  await withBrowser(async (browser) => {
    await takeAll(browser, demo, demo.person, { ...own, ...made }, folder);
    await takeAll(browser, demo, demo.operator, ofOperators, folder);
    await takeAll(browser, demo, demo.person, await advanceShop(client, made), folder);
  });
  await client.close();
}

const folder = asked.to ?? (await mkdtemp(join(tmpdir(), 'halyard-pictures-')));
await mkdir(folder, { recursive: true });
if (asked.demo !== undefined) await take(asked.demo, folder);
else {
  const suite = await SuiteProcess.start();
  try {
    await take(suite.demoFile, folder);
  } finally {
    await suite.end('SIGTERM');
    await suite.remove();
  }
}
console.log(`pictures: ${folder}`);
