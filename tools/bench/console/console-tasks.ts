import { fundedHolder, newHolder, personalCustomer, transferOf, usd } from '@halyard/e2e/journeys';
import { setTimeout as delay } from 'node:timers/promises';
import type { HalClient } from '@halyard/suite/client';
import { simulateAll } from '../parties.ts';
import { line, type Procedure } from '../procedure.ts';
import { Times } from '../times.ts';
import { ConsolePage, withBrowser } from './console-browser.ts';

const VISITS = 5;
const FEES = 50;
const PER_SECOND = 50;

/** A payment from bank to bank with many fees. @returns its path */
async function payment(client: HalClient): Promise<string> {
  const sender = await fundedHolder(client, '100.00');
  const receiver = await newHolder(client);
  const fee = { _links: { 'charge-to': { href: sender.customer } }, amount: usd('0.10') };
  const body = { ...transferOf(sender.bank, receiver.bank, '40.00'), fees: Array.from({ length: FEES }, () => fee) };
  const made = await client.create('/transfers', body);
  await simulateAll(client);
  return new URL(made).pathname;
}

async function entriesOf(client: HalClient, timeline: string): Promise<number> {
  let count = 0;
  for (let next: string | undefined = timeline; next !== undefined;) {
    const { body } = await client.get(next);
    count += body._embedded?.['entries']?.length ?? 0;
    next = body._links?.['next']?.href;
  }
  return count;
}

/**
 * Measures the time from a click until the last entry of a payment's page is there, and how long the page is busy
 * without a break.
 */
export const paymentPage: Procedure = async ({ client }) => {
  const path = await payment(client);
  return withBrowser(async (browser) => {
    const visitor = await ConsolePage.loggedIn(browser, client);
    const entries = await entriesOf(client, `${path}/timeline?limit=200`);
    const [took, tasks] = [new Times(), new Times()];
    for (let visit = 0; visit < VISITS; visit += 1) {
      await visitor.page.goto(`${client.connection.baseUrl}/console/team`);
      await visitor.page.getByRole('heading', { level: 1, name: 'Team' }).waitFor();
      await visitor.watchTasks();
      took.add(await visitor.entriesAt(`/console${path}`, entries));
      tasks.add(await visitor.longestTask());
    }
    return [
      line(`payment of 3 legs, ${FEES} fees, ${entries} timeline rows`, String(took)),
      line('  the longest task meanwhile', `${tasks.latency.maxMs.toFixed(0)} ms`),
    ];
  });
};

/** A list of events while many happen: how long the page is busy at once, how many rows it keeps, and its memory. */
export const liveEvents: Procedure = ({ client, sizes: { runMs } }) =>
  withBrowser(async (browser) => {
    const visitor = await ConsolePage.loggedIn(browser, client);
    const { page } = visitor;
    await page.goto(`${client.connection.baseUrl}/console/events`);
    await page.getByRole('switch', { name: 'Live' }).click();
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    const before = await visitor.livingBytes();
    await visitor.watchTasks();
    let made = 0;
    const began = performance.now();
    const creating: Promise<unknown>[] = [];
    while (performance.now() - began < runMs) {
      creating.push(client.create('/customers', personalCustomer()));
      made += 1;
      await delay(Math.max(0, began + (made * 1_000) / PER_SECOND - performance.now()));
    }
    await Promise.all(creating);
    const perSecond = (made * 1_000) / (performance.now() - began);
    const rows = await page.locator('main tbody tr').count();
    const task = await visitor.longestTask();
    const grown = (await visitor.livingBytes()) - before;
    return [
      line(`live events, ${perSecond.toFixed(0)} a second for ${(runMs / 1_000).toFixed(0)} s`, `${made} events`),
      line('  the longest task meanwhile', `${task.toFixed(0)} ms`),
      line('  rows kept', String(rows)),
      line('  heap, garbage collected', `${(grown / 1e6).toFixed(1)} MB more`),
    ];
  });
