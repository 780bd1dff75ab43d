import type { HalClient } from '@halyard/suite/client';
import { storeCustomers } from '../customers/stored-customers.ts';
import { line, type Procedure, type ProcedureStage } from '../procedure.ts';
import { dayBefore, halfADayAgo, medianOf, Times } from '../times.ts';
import { aCustomerId, aResourceId, storeBacklog, storeEvents } from '../webhooks/stored-events.ts';
import { recorded, storeRequests } from '../webhooks/stored-requests.ts';
import { subscribe } from '../webhooks/subscribers.ts';
import { ConsolePage, withBrowser } from './console-browser.ts';

const ROUNDS = 5;
const PAGE = 25;
/** Events are kept for 30 days. */
const DAYS = 29;
/** The deepest offset of a filtered list. */
const DEEP = 9_975;

/** The pages and filters of each list, by the address of its page. */
function queriesOf(path: string, total: number, { customerIds }: { readonly customerIds: readonly string[] }) {
  const offsets = [`offset=${Math.floor(total / 2)}`, `offset=${Math.max(0, total - 2 * PAGE)}`];
  // The log of requests has no offsets. Its pages go on from a moment, newest first.
  const ends = ['', ...(path === '/requests' ? [`to=${halfADayAgo()}`] : offsets)];
  const deep = `offset=${DEEP}`;
  const filters: Readonly<Record<string, readonly string[]>> = {
    '/transfers': [
      ...[
        'status=processed',
        `status=processed&${deep}`,
        'status=pending',
        `startDate=${dayBefore(3)}&endDate=${dayBefore(3)}`,
      ],
      ...['startAmount=50&endAmount=51', 'correlationId=bulk-1000', `customerId=${customerIds[0]}`, 'search=byron'],
    ],
    '/customers': ['status=retry', `status=retry&${deep}`, 'search=ada', 'search=name1ef0', 'search=zuse'],
    '/events': [
      ...['topic=transfer_failed', `topic=customer_transfer_completed&${deep}`, `resourceId=${aResourceId}`],
      ...[`customerId=${aCustomerId}`, `startDate=${dayBefore(2)}&endDate=${dayBefore(2)}`],
    ],
    '/requests': ['status=4xx', 'code=Gone', 'method=GET', 'route=%2Fcustomers', 'search=0195b3a0'],
    '/webhook-subscriptions': [
      'state=pending',
      'state=delivered',
      'state=failed',
      'topic=transfer_failed',
      `resourceId=${aResourceId}`,
      `search=${aResourceId}`,
      `search=${aResourceId.slice(0, 13)}`,
      'search=suspended',
    ],
  };
  return [...ends, ...(filters[`/${path.split('/')[1] ?? ''}`] ?? [])];
}

/** Fills the demo account, whose owner looks at the lists. `--stored` has made the transfers before. */
async function fill({ client, postgres, sizes }: ProcedureStage): Promise<string> {
  const { accountId } = client.connection;
  await storeCustomers(postgres, client, sizes.customers);
  const subscription = await subscribe(client, postgres, ['http://127.0.0.1:9/hooks']);
  await storeBacklog(postgres, accountId, sizes.events);
  await storeEvents(postgres, { accountId, events: sizes.events, days: DAYS });
  await storeRequests(postgres, client, sizes.requests);
  await postgres.query('VACUUM (ANALYZE) transfers.transfers, transfers.party_transfers');
  return new URL(subscription).pathname;
}

const totalOf = async (client: HalClient, list: string): Promise<number> =>
  Number((await client.get(`${list}?limit=1`)).body.total ?? 0);

/** Measures the time from a click until the last row of a list's page is on screen, for each filter of the list. */
export const consoleLists: Procedure = async (stage) => {
  const { client, postgres, parties } = stage;
  const subscription = await fill(stage);
  const requests = await recorded(postgres, client.connection.accountId);
  return withBrowser(async (browser) => {
    const visitor = await ConsolePage.loggedIn(browser, client);
    const lines: string[] = [];
    for (const path of ['/transfers', '/customers', '/events', '/requests', subscription]) {
      const list = path === subscription ? `${path}/webhooks` : path;
      const total = path === '/requests' ? requests : await totalOf(client, list);
      const took = new Map<string, readonly number[]>();
      for (let round = 0; round < ROUNDS; round += 1)
        for (const query of queriesOf(path, total, parties)) {
          // The number of rows differs each time, because a query that was read once is cached.
          const ms = await visitor.rowsAt(`/console${path}?limit=${PAGE + round}${query && `&${query}`}`);
          took.set(query, [...(took.get(query) ?? []), ms]);
        }
      lines.push(lineOf(`${path === subscription ? 'deliveries' : path} of ${total}, to the last row`, took));
    }
    return lines;
  });
};

function lineOf(what: string, took: ReadonlyMap<string, readonly number[]>): string {
  const [slowest = '', ms = []] = [...took].toSorted(([, one], [, other]) => medianOf(other) - medianOf(one))[0] ?? [];
  return line(
    what,
    `${String(new Times([...took.values()].flat()))}; slowest ?${slowest}, ${medianOf(ms).toFixed(0)} ms`,
  );
}
