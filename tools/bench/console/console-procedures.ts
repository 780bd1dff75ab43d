import { CONSOLE_COOKIE } from '@halyard/contracts/console';
import { runLoad } from '../load/run-load.ts';
import { line, type Procedure, type ProcedureStage } from '../procedure.ts';
import { cpuUsOf } from '../report.ts';
import { authorized } from '../rows.ts';
import { median, sorted } from './values.ts';
import { ConsolePage, withBrowser } from './console-browser.ts';
import { consoleLists } from './console-lists.ts';
import { liveEvents, paymentPage } from './console-tasks.ts';

const VISITS = 5;
const ROUNDS = 5;
const NAVIGATIONS = 200;
const CONNECTIONS = 16;
const WARM_UP_MS = 4_000;
const PATH = '/customers?limit=1';
/** Links of the navigation whose pages show a table. */
const places = ['Transfers', 'Customers', 'Funding sources', 'Webhooks', 'Events'] as const;

const kB = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;
const spread = (values: readonly number[]): string =>
  `${median(values).toFixed(0)} ms in the middle, ${(sorted(values).at(-1) ?? 0).toFixed(0)} ms at most, of ${values.length}`;

/**
 * Measures the first load, the log-in, ways to other pages and the memory left in use, in a Chromium on the same
 * machine.
 */
const pages: Procedure = ({ client }) =>
  withBrowser(async (browser) => {
    const [empty, full]: [number[], number[]] = [[], []];
    for (let visit = 0; visit < VISITS; visit += 1) {
      const one = await ConsolePage.open(browser);
      empty.push(await one.logIn(client));
      await one.context.clearCookies();
      full.push(await one.logIn(client));
      await one.close();
    }
    const visitor = await ConsolePage.open(browser);
    await visitor.logIn(client);
    const { cookies } = await visitor.context.storageState();
    const fresh = await ConsolePage.open(browser);
    await fresh.context.addCookies(cookies);
    const first = await fresh.crossing(async () => {
      await fresh.page.goto(`${client.connection.baseUrl}/console/`);
      await fresh.page.getByText('Balanced').waitFor();
    });
    await fresh.close();
    const further: string[] = [];
    const [headings, rows, firstRows]: [number[], number[], number[]] = [[], [], []];
    for (const place of places) {
      const { bytes } = await visitor.crossing(async () => void firstRows.push((await visitor.go(place)).rowMs));
      further.push(`${place} ${kB(bytes)}`);
    }
    for (let round = 0; round < ROUNDS; round += 1)
      for (const place of places) {
        const { headingMs, rowMs } = await visitor.go(place);
        headings.push(headingMs);
        rows.push(rowMs);
      }
    const before = await visitor.livingBytes();
    for (let count = 0; count < NAVIGATIONS; count += 1) await visitor.go(places[count % places.length] ?? 'Transfers');
    const grown = (await visitor.livingBytes()) - before;
    await visitor.close();
    return [
      line('console, first load over the wire', `${kB(first.bytes)}, of it scripts ${kB(first.scriptBytes)}`),
      line('  a further page', further.join(', ')),
      line('  log-in to the overview, empty cache', spread(empty)),
      line('  the same, full cache', spread(full)),
      line('  a link of the navigation, to its heading', spread(headings)),
      line('  the same, to the first row', spread(rows)),
      line('  the same, of a page that was not seen before', spread(firstRows)),
      line(`  heap after ${NAVIGATIONS} navigations, garbage collected`, `${kB(grown)} more`),
    ];
  });

/** Measures the cost of a read for the suite, through the console and with a token of one's own. */
const requests: Procedure = async (stage) => {
  const { client, postgres } = stage;
  const cookie = await withBrowser(async (browser) => {
    const visitor = await ConsolePage.open(browser);
    await visitor.logIn(client);
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
  const [own, through] = [median(direct), median(proxied)];
  return [
    line(`GET ${PATH}`, `${own.toFixed(0)} µs of CPU`),
    line(
      '  through the console',
      `${through.toFixed(0)} µs, ${(through - own).toFixed(0)} µs more, medians of ${ROUNDS} in turns`,
    ),
    line('  a session that does nothing, stored', `${rows[0]?.bytes ?? '?'} bytes`),
  ];
};

async function usOf(
  { sizes, loadOf, rolesOf }: ProcedureStage,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const load = await loadOf({ request: { method: 'GET', path, headers: { ...headers } }, expected: 200 });
  const options = { warmUpMs: WARM_UP_MS, runMs: sizes.runMs / ROUNDS, rolesOf };
  const { figures, cpu } = await runLoad({ ...load, connections: CONNECTIONS }, options);
  if (Object.keys(figures.failures).length > 0) throw new Error(JSON.stringify(figures.failures));
  return cpuUsOf(cpu, ['suite'], figures.succeeded);
}

export const consoleProcedures: Readonly<Record<string, Procedure>> = {
  'console-pages': pages,
  'console-requests': requests,
  'console-lists': consoleLists,
  'console-payment': paymentPage,
  'console-live': liveEvents,
};
