import { mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HalClient } from '@halyard/suite/client';
import { personalCustomer } from '@halyard/suite/example-requests';
import { type Browser, chromium } from 'playwright-core';
import { unpackChromium } from '../jest/chromium.ts';

const VISITS = 20;

/**
 * Milliseconds from the start of a partner's page until the frame in it shows something, and until a bank can be
 * chosen.
 */
interface Visit {
  readonly paintMs: number;
  readonly readyMs: number;
}

async function partnerSite() {
  let html = '';
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://localhost:${address.port}`,
    put: (page: string) => (html = page),
    close: () => server.close(),
  };
}

type Site = Awaited<ReturnType<typeof partnerSite>>;

async function visit(browser: Browser, site: Site, client: HalClient): Promise<Visit> {
  const customer = await client.create('/customers', personalCustomer());
  const { body } = await client.post(`${customer}/iav-token`);
  const start = `service.iav.start(${JSON.stringify(body['token'])}, { container: 'bank' }, () => {})`;
  site.put(`<!doctype html><div id="bank"></div><script src="${client.connection.baseUrl}/1/service.js"></script>
<script>${start}</script>`);
  // The browser has nothing of the pages in its cache.
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  await page.goto(site.url);
  await page.frameLocator('iframe').getByRole('heading', { name: 'Choose your bank' }).waitFor();
  const readyMs = await page.evaluate<number>('performance.now()');
  const frame = page.frames()[1];
  if (!frame) throw new Error('there is no frame');
  const paint = `performance.timeOrigin + performance.getEntriesByName('first-contentful-paint')[0].startTime`;
  const paintMs = (await frame.evaluate<number>(paint)) - (await page.evaluate<number>('performance.timeOrigin'));
  await context.close();
  return { paintMs, readyMs };
}

/** Visits of somebody who comes for the first time, one after another. */
export async function linkingPageVisits(client: HalClient): Promise<readonly Visit[]> {
  const dir = await mkdtemp(join(tmpdir(), 'halyard-bench-chromium-'));
  const [browser, site] = await Promise.all([
    unpackChromium(dir).then((launch) => chromium.launch(launch)),
    partnerSite(),
  ]);
  const visits: Visit[] = [];
  try {
    while (visits.length < VISITS) visits.push(await visit(browser, site, client));
  } finally {
    await browser.close();
    site.close();
    await rm(dir, { recursive: true });
  }
  return visits;
}
