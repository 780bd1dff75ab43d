import { CONSOLE_COOKIE } from '@halyard/contracts/console';
import { line, type Procedure, type ProcedureStage } from '../procedure.ts';
import { cpuUsOf } from '../report.ts';
import { authorized } from '../rows.ts';
import { medianOf, Times } from '../times.ts';
import { ConsolePage, withBrowser } from './console-browser.ts';
import { consoleLists } from './console-lists.ts';
import { liveEvents, paymentPage } from './console-tasks.ts';
import { linkingPage } from './linking-page.ts';

const VISITS = 5;
const ROUNDS = 5;
const NAVIGATIONS = 200;
const CONNECTIONS = 16;
const WARM_UP_MS = 4_000;
const PATH = '/customers?limit=1';
/** Links of the navigation whose pages show a table. */
const places = ['Transfers', 'Customers', 'Funding sources', 'Webhooks', 'Events'] as const;

const kB = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;
/**
 * Measures the first load, the log-in, ways to other pages and the memory left in use, in a Chromium on the same
 * machine.
 */
const pages: Procedure = ({ client }) =>
  withBrowser(async (browser) => {
    const [empty, full] = [new Times(), new Times()];
    for (let visit = 0; visit < VISITS; visit += 1) {
      const one = await ConsolePage.open(browser);
      empty.add(await one.logIn(client));
      // A page whose session is gone would lead to the log-in by itself.
      await one.page.goto('about:blank');
      await one.context.clearCookies();
      full.add(await one.logIn(client));
      await one.close();
    }
    const visitor = await ConsolePage.loggedIn(browser, client);
    const { cookies } = await visitor.context.storageState();
    const fresh = await ConsolePage.open(browser);
    await fresh.context.addCookies(cookies);
    const first = await fresh.crossing(async () => {
      await fresh.page.goto(`${client.connection.baseUrl}/console/`);
      await fresh.page.getByText('Balanced').waitFor();
    });
    await fresh.close();
    const further: string[] = [];
    const [headings, rows, firstRows] = [new Times(), new Times(), new Times()];
    for (const place of places) {
      const { bytes } = await visitor.crossing(async () => firstRows.add((await visitor.go(place)).rowMs));
      further.push(`${place} ${kB(bytes)}`);
    }
    for (let round = 0; round < ROUNDS; round += 1)
      for (const place of places) {
        const { headingMs, rowMs } = await visitor.go(place);
        headings.add(headingMs);
        rows.add(rowMs);
      }
    const before = await visitor.livingBytes();
    for (let count = 0; count < NAVIGATIONS; count += 1) await visitor.go(places[count % places.length] ?? 'Transfers');
    const grown = (await visitor.livingBytes()) - before;
    return [
      line('console, first load over the wire', `${kB(first.bytes)}, of it scripts ${kB(first.scriptBytes)}`),
      line('  a further page', further.join(', ')),
      line('  log-in to the overview, empty cache', String(empty)),
      line('  the same, full cache', String(full)),
      line('  a link of the navigation, to its heading', String(headings)),
      line('  the same, to the first row', String(rows)),
      line('  the same, of a page that was not seen before', String(firstRows)),
      line(`  heap after ${NAVIGATIONS} navigations, garbage collected`, `${kB(grown)} more`),
    ];
  });

/** Measures the cost of a read for the suite, through the console and with a token of one's own. */
const requests: Procedure = async (stage) => {
  const { client, postgres } = stage;
  const cookie = await withBrowser(async (browser) => {
    const visitor = await ConsolePage.loggedIn(browser, client);
    const { cookies } = await visitor.context.storageState();
    return `${CONSOLE_COOKIE}=${cookies.find(({ name }) => name === CONSOLE_COOKIE)?.value ?? ''}`;
  });
  const headers = await authorized(client);
  const { accept = '' } = headers;
  const [direct, proxied]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    direct.push(await usOf(stage, PATH, headers));
    proxied.push(await usOf(stage, `/console/api${PATH}`, { accept, cookie }));
  }
  const { rows } = await postgres.query<{ readonly bytes: string }>(
    `SELECT round(avg(pg_column_size(s.*))) AS bytes FROM console.sessions AS s WHERE person_id IS NOT NULL`,
  );
  const [own, through] = [medianOf(direct), medianOf(proxied)];
  return [
    line(`GET ${PATH}`, `${own.toFixed(0)} µs of CPU`),
    line(
      '  through the console',
      `${through.toFixed(0)} µs, ${(through - own).toFixed(0)} µs more, medians of ${ROUNDS} in turns`,
    ),
    line('  a session that does nothing, stored', `${rows[0]?.bytes ?? '?'} bytes`),
  ];
};

/** CPU of the suite for each read. */
async function usOf({ sizes, run }: ProcedureStage, path: string, headers: Record<string, string>): Promise<number> {
  const row = { request: { method: 'GET', path, headers }, connections: CONNECTIONS } as const;
  const { figures, cpu } = await run(row, { warmUpMs: WARM_UP_MS, runMs: sizes.runMs / ROUNDS });
  if (Object.keys(figures.failures).length > 0) throw new Error(JSON.stringify(figures.failures));
  return cpuUsOf(cpu, ['suite'], figures.succeeded);
}

export const consoleProcedures: Readonly<Record<string, Procedure>> = {
  'console-pages': pages,
  'console-requests': requests,
  'console-lists': consoleLists,
  'console-payment': paymentPage,
  'console-live': liveEvents,
  'linking-page': linkingPage,
};
