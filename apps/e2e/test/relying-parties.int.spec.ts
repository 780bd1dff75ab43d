// Runs: embedded
import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@halyard/local-servers/free-port';
import { waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { askForChromium, connectBrowser, titleIn } from './support/browser.js';
import { CallbackSite, type IntegrationKeys, newIntegration } from './support/integration.js';
import { letterLink, PASSWORD, sendForm } from './support/people.js';
import { SharedSuite } from './support/shared-suite.js';
import { shellBlocks } from './support/shell-blocks.js';

const offer = await askForChromium();
const root = join(import.meta.dirname, '..', '..', '..');
const PAGE = 'docs/how-to/act-for-other-accounts.md';

(offer.missing === undefined ? describe : describe.skip)(titleIn(`the integrations in ${PAGE}`, offer), () => {
  let shared: SharedSuite;
  let browser: Browser;
  let email: string;
  let folder: string;
  beforeAll(async () => {
    shared = await SharedSuite.join('relying-parties');
    email = `${randomUUID()}@example.com`;
    await shared.client.create('/invitations', { email, name: 'Ada Byron', role: 'owner' });
    const link = await letterLink(shared.suite, email, 'You are invited to an account');
    await sendForm(shared.client, link, { 'new-password': PASSWORD, 'repeated-password': PASSWORD });
    folder = await mkdtemp(join(tmpdir(), 'halyard-integrations-'));
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    browser = await connectBrowser(offer);
  });
  afterAll(async () => {
    await browser.close();
    await rm(folder, { recursive: true });
    await shared.leave();
  });

  /** Follows an integration's page to the log-in, and allows what it asks for. */
  async function allowed(url: string): Promise<Page> {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    await page.goto(url);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Ledger Sync asks for access' }).waitFor();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(/\/callback\?|\/jwks$/);
    return page;
  }

  /** One that the person has not allowed anything yet. */
  const newKeys = (): Promise<IntegrationKeys> =>
    newIntegration(shared, { name: 'Ledger Sync', redirectUrls: ['http://localhost:3000/callback'] });

  const environment = (keys: IntegrationKeys): Record<string, string> => {
    const { baseUrl, caFile = '' } = shared.client.connection;
    const path = process.env['PATH'] ?? '';
    return { PATH: path, API: baseUrl, KEY: keys.key, SECRET: keys.secret, CA: caFile, NODE_EXTRA_CA_CERTS: caFile };
  };

  it.each([
    ['openid-client', { person: expect.any(String) }],
    ['passport-oauth2', {}],
  ])('act for an account by %s as it stands there', async (library, more) => {
    const programs = [...(await readFile(join(root, PAGE), 'utf8')).matchAll(/```js\n([^]*?)```\n/g)];
    const program = programs.map(([, text = '']) => text).find((text) => text.includes(`from '${library}'`));
    await writeFile(join(folder, `${library}.mjs`), program ?? '');
    const port = String(await freePort());
    const child = spawn(process.execPath, [`${library}.mjs`], {
      cwd: folder,
      env: { ...environment(await newKeys()), PORT: port },
      stdio: 'inherit',
    });
    const gone = once(child, 'exit');
    try {
      const url = `http://localhost:${port}`;
      await waitFor('the integration', async () => (await fetch(`${url}/favicon.ico`)).status === 404);
      const page = await allowed(url);
      expect(JSON.parse(await page.locator('body').innerText())).toEqual({
        ...{ account: shared.client.connection.accountId, status: 200 },
        ...more,
      });
      await page.context().close();
    } finally {
      child.kill();
      await gone;
    }
  });

  it('exchange a code and a refresh token by curl as it stands there', async () => {
    const { baseUrl, accountId } = shared.client.connection;
    const keys = await newKeys();
    const site = await CallbackSite.open(`${baseUrl}/jwks`);
    try {
      const asked = { client_id: keys.key, redirect_uri: site.url, response_type: 'code', scope: 'transactions' };
      const page = await allowed(`${baseUrl}/auth?${new URLSearchParams(asked).toString()}`);
      await page.context().close();
      const block = shellBlocks().find(({ name }) => name === `${PAGE} 1`);
      const { stdout } = await promisify(execFile)('bash', ['-eu', '-o', 'pipefail', '-c', block?.text ?? ''], {
        env: { ...environment(keys), CODE: site.returned.at(-1)?.['code'] ?? '', REDIRECT_URL: site.url },
      });
      expect(JSON.parse(stdout)).toMatchObject({ access_token: expect.any(String), account_id: accountId });
    } finally {
      site.close();
    }
  });
});
