// Runs: embedded
import { randomUUID } from 'node:crypto';
import { counts } from '@halyard/testing/counts';
import { until } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { askForChromium, titleIn } from './support/browser.js';
import { ConsoleStage } from './support/console-stage.js';
import { idOf, personalCustomer } from './support/journeys.js';
import type { SharedSuite } from './support/shared-suite.js';

const offer = await askForChromium();
const { tabs: TABS } = counts.console;

interface Heard {
  readonly stream: string;
  /** The list that a tab shows. */
  readonly path: string;
  readonly table: string;
  /** Does something that the stream tells. @returns a text of its row */
  readonly act: () => Promise<string>;
}

(offer.missing === undefined ? describe : describe.skip)(titleIn('tabs of one browser', offer), () => {
  let stage: ConsoleStage;
  let shared: SharedSuite;

  beforeAll(async () => {
    stage = await ConsoleStage.open('console-tabs', offer);
    ({ shared } = stage);
  });
  afterAll(() => stage.close());

  const events: Heard = {
    stream: '/events/stream',
    path: '/events?topic=customer_created',
    table: 'Events',
    act: async () => idOf(await shared.client.create('/customers', personalCustomer())),
  };
  const requests: Heard = {
    stream: '/requests/stream',
    path: '/requests?status=4xx&method=GET',
    table: 'Requests',
    act: async () => {
      const nobody = randomUUID();
      await shared.client.get(`/customers/${nobody}`);
      return nobody;
    },
  };
  const rowIn = (tab: Page, { table }: Heard, text: string): Promise<void> =>
    tab.getByRole('table', { name: table }).locator(`a[href*="${text}"], td:has-text("${text}")`).first().waitFor();

  it(`are ${TABS}, hear by one stream of each kind, and miss nothing when the tab that has it is closed`, async () => {
    const context = stage.page.context();
    // The overview hears events as well.
    await stage.page.goto('about:blank');
    const opened: string[] = [];
    context.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith('/stream')) opened.push(pathname.replace('/console/api', ''));
    });
    const tabs: { readonly page: Page; readonly heard: Heard }[] = [];
    for (let place = 0; place < TABS; place += 1) {
      const [page, heard] = [await context.newPage(), place % 2 === 0 ? events : requests];
      await page.goto(`/console${heard.path}`);
      await page.getByRole('switch', { name: 'Live' }).click();
      await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
      tabs.push({ page, heard });
    }
    const isSeen = (shown: typeof tabs, acted: ReadonlyMap<Heard, string>): Promise<unknown> =>
      Promise.all(shown.map(({ page, heard }) => rowIn(page, heard, acted.get(heard) ?? '')));
    const actAll = async (): Promise<ReadonlyMap<Heard, string>> =>
      new Map([
        [events, await events.act()],
        [requests, await requests.act()],
      ]);
    await isSeen(tabs, await actAll());
    expect(opened.sort()).toEqual([events.stream, requests.stream]);

    // What happens while the next tabs open their streams reaches all of them, too.
    const { promise: happened, resolve: goOn } = Promise.withResolvers<void>();
    await context.route('**/stream*', async (route) => {
      await happened;
      await route.continue();
    });
    const [first, second, ...rest] = tabs;
    await Promise.all([first, second].map((tab) => tab?.page.close()));
    const acted = await actAll();
    for (const [{ path }, text] of acted) {
      await until(`${path} has what happened`, async () =>
        JSON.stringify((await shared.client.get(`${path}&limit=50`)).body).includes(text),
      );
    }
    goOn();
    await isSeen(rest, acted);
    await isSeen(rest, await actAll());
    expect(opened.sort()).toEqual([events.stream, events.stream, requests.stream, requests.stream]);
    await Promise.all(rest.map(({ page }) => page.close()));
  });
});
