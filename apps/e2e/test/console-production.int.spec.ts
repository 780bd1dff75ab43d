// Runs: embedded
import { bankBehaviorRoutes } from '@halyard/contracts/bank-behavior';
import { bankFileRoutes } from '@halyard/contracts/bank-files';
import { sandboxClockRoutes } from '@halyard/contracts/sandbox-clock';
import { freePort } from '@halyard/local-servers/free-port';
import { SmtpDouble } from '@halyard/testing/smtp-double';
import { waitFor } from '@halyard/testing/waiting';
import type { HalClient } from '@halyard/suite/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { SuiteProcess } from '../src/suite-process.js';
import { askForChromium, connectBrowser, titleIn } from './support/browser.js';
import { ConsoleView } from './support/console-view.js';
import { bankAccount } from './support/journeys.js';
import { PASSWORD } from './support/people.js';

const offer = await askForChromium();
const EMAIL = 'ada@example.com';
const NOBODYS_ID = '01900000-0000-7000-8000-000000000000';

(offer.missing === undefined ? describe : describe.skip)(titleIn('the console in production', offer), () => {
  let suite: SuiteProcess;
  let client: HalClient;
  let mail: SmtpDouble;
  let browser: Browser;
  let base: string;

  beforeAll(async () => {
    const port = await freePort();
    base = `https://pay.localhost:${port}`;
    mail = await SmtpDouble.listen();
    suite = await SuiteProcess.prepare({
      ...{ ENVIRONMENT: 'production', BANK_PARTNER: 'simulated', LINKING_PROVIDER: 'sandbox' },
      ...{ HTTPS_PORT: String(port), PUBLIC_BASE_URL: base, AUTH_URL: `https://login.localhost:${port}` },
      ...{ MAIL: 'smtp', MAIL_FROM: 'no-reply@pay.example', SMTP_URL: mail.url },
    });
    client = await suite.start();
    browser = await connectBrowser(offer);
  });
  afterAll(async () => {
    await browser.close();
    await client.close();
    await suite.remove();
    await mail.close();
  });

  it('is beside an API that knows neither a clock of an account nor what its banks do', async () => {
    for (const { method, path } of Object.values({
      ...sandboxClockRoutes,
      ...bankBehaviorRoutes,
      ...bankFileRoutes,
    })) {
      const address = path.replace(':id', NOBODYS_ID);
      const { status, body } = method === 'GET' ? await client.get(address) : await client.post(address, {});
      expect([path, status, body.code]).toEqual([path, 404, 'NotFound']);
    }
    const account = `/accounts/${client.connection.accountId}`;
    for (const path of ['/', account]) expect(JSON.stringify((await client.get(path)).body)).not.toMatch(/clock/i);
  });

  it('has no button for banks, no simulation and no word of a sandbox', async () => {
    await client.create('/invitations', { email: EMAIL, name: 'Ada Byron', role: 'owner' });
    const letter = await waitFor('a letter', () => mail.messages.find((message) => message.includes(`To: ${EMAIL}`)));
    const invited = await browser.newPage({ ignoreHTTPSErrors: true });
    await invited.goto(/^https:\S+$/m.exec(letter)?.[0] ?? '');
    for (const field of ['new-password', 'repeated-password']) await invited.fill(`[name=${field}]`, PASSWORD);
    await invited.locator('form button[type=submit]').first().click();
    await invited.waitForURL((url) => !url.pathname.startsWith('/invitations'));
    await invited.context().close();

    const view = await ConsoleView.logIn(browser, base, { email: EMAIL, password: PASSWORD });
    const { page } = view;
    const found: string[] = [];
    const look = async (path: string, heading: string): Promise<void> => {
      await view.visit(path, heading);
      // What a bank is called is its own affair.
      const words = (await page.locator('body').innerText()).replaceAll('SANDBOX TEST BANK', '');
      found.push(
        ...(words.match(/sandbox|simulat\w*|process bank|return…|clock/gi) ?? []).map((word) => `${path}: ${word}`),
      );
      found.push(...(await view.faultsNow()));
    };
    await look('/', 'Overview');
    await view.region('Get started').waitFor();
    const customer = await client.create('/customers', { firstName: 'Ada', lastName: 'King', email: EMAIL });
    const bank = await client.create(`${customer}/funding-sources`, bankAccount());
    for (const [path, heading] of [
      ['/', 'Overview'],
      ['/transfers', 'Transfers'],
      ['/transfers/new', 'Create transfer'],
      ['/customers', 'Customers'],
      ['/webhook-subscriptions', 'Webhooks'],
      ['/account', 'Account'],
      ['/sandbox-clock', 'Not found'],
    ] as const)
      await look(path, heading);
    await look(new URL(customer).pathname, 'Ada King');
    await look(new URL(bank).pathname, 'Checking');
    expect(found).toEqual([]);
    expect(view.alarms).toEqual([]);
  });
});
