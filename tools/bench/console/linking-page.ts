import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HalClient } from '@halyard/suite/client';
import { personalCustomer } from '@halyard/suite/example-requests';
import type { Browser } from 'playwright-core';
import { line, type Procedure } from '../procedure.ts';
import { Times } from '../times.ts';
import { withBrowser } from './console-browser.ts';

const VISITS = 20;

/** The page of a partner in which a new customer links a bank. */
async function partnerPage(client: HalClient): Promise<string> {
  const customer = await client.create('/customers', personalCustomer());
  const { body } = await client.post(`${customer}/iav-token`);
  const start = `service.iav.start(${JSON.stringify(body['token'])}, { container: 'bank' }, () => {})`;
  return `<!doctype html><div id="bank"></div><script src="${client.connection.baseUrl}/1/service.js"></script>
<script>${start}</script>`;
}

/**
 * Visits the page of a partner in a browser that has nothing of it in its cache.
 *
 * @returns milliseconds from its start until the frame in it shows something, and until a bank can be chosen
 */
async function visit(browser: Browser, url: string): Promise<{ readonly paintMs: number; readonly readyMs: number }> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  await page.goto(url);
  await page.frameLocator('iframe').getByRole('heading', { name: 'Choose your bank' }).waitFor();
  const readyMs = await page.evaluate<number>('performance.now()');
  const frame = page.frames()[1];
  if (!frame) throw new Error('there is no frame');
  const paint = `performance.timeOrigin + performance.getEntriesByName('first-contentful-paint')[0].startTime`;
  const paintMs = (await frame.evaluate<number>(paint)) - (await page.evaluate<number>('performance.timeOrigin'));
  await context.close();
  return { paintMs, readyMs };
}

/** Visits of people who come for the first time, one after another. */
export const linkingPage: Procedure = ({ client }) =>
  withBrowser(async (browser) => {
    let html = '';
    const site = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    const url = `http://localhost:${(site.address() as AddressInfo).port}`;
    const [paints, readies] = [new Times(), new Times()];
    for (let count = 0; count < VISITS; count += 1) {
      html = await partnerPage(client);
      const { paintMs, readyMs } = await visit(browser, url);
      paints.add(paintMs);
      readies.add(readyMs);
    }
    site.close();
    return [
      line('linking page, first contentful paint', String(paints)),
      line('the same, until a bank can be chosen', String(readies)),
    ];
  });
