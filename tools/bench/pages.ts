import type { HalClient } from '@halyard/suite/client';
import { balanceOf, personalCustomer, transferOf } from '@halyard/e2e/journeys';
import { openSandboxAccount } from '@halyard/suite/sandbox-account';
import { storeCustomers } from './customers/stored-customers.ts';
import { accountOf, bankOf, simulate } from './parties.ts';
import { line, type Procedure, type ProcedureStage } from './procedure.ts';
import { read } from './rows.ts';
import { dayBefore, halfADayAgo, inSeconds, latencyText, timeOf } from './times.ts';
import { aCustomerId, aResourceId, storeEvents } from './webhooks/stored-events.ts';
import { recorded, storeRequests } from './webhooks/stored-requests.ts';

/** With so few readers, no page waits for another. */
const READERS = 2;
const WARM_UP_MS = 2_000;
const PAGE_LIMIT = 25;
/** The deepest offset of a filtered list. */
const DEEP = 9_975;
/** Events are kept for 30 days. */
const DAYS = 29;
const SUBSCRIPTIONS = 50;

/** The lines that tell how much was stored, and the addresses to read, by their titles. */
interface Pages {
  readonly lines: readonly string[];
  readonly paths: Readonly<Record<string, string>>;
}

/** Reads pages of an account of its own, each repeatedly, with a few concurrent readers. */
const pages =
  (fill: (stage: ProcedureStage, account: HalClient) => Promise<Pages>): Procedure =>
  async (stage) => {
    const account = await openSandboxAccount(stage.client, 'Reader');
    try {
      const { lines, paths } = await fill(stage, account);
      const all = [...lines];
      for (const [title, path] of Object.entries(paths)) all.push(await lineOfReading(stage, account, path, title));
      return all;
    } finally {
      await account.close();
    }
  };

async function lineOfReading(
  { run }: ProcedureStage,
  account: HalClient,
  path: string,
  title: string,
): Promise<string> {
  const { figures } = await run({ ...(await read(account, path)), connections: READERS }, { warmUpMs: WARM_UP_MS });
  const failed = Object.keys(figures.failures).length === 0 ? '' : `, FAILED ${JSON.stringify(figures.failures)}`;
  return line(`GET ${title}`, `${latencyText(figures)}, of ${figures.succeeded}${failed}`);
}

/** Pages of a list, from their queries. */
const listed = (list: string, queries: Readonly<Record<string, string>>, limit = PAGE_LIMIT): Pages['paths'] =>
  Object.fromEntries(
    Object.entries(queries).map(([title, query]) => [
      `${list}, ${title}`,
      `${list}?limit=${limit}${query && `&${query}`}`,
    ]),
  );

const lastOf = (total: number): string => `offset=${Math.max(0, total - PAGE_LIMIT)}`;

const manyCustomers = pages(async ({ postgres, sizes: { customers } }, account) => ({
  lines: [
    line(`${customers} customers stored`, inSeconds(await timeOf(() => storeCustomers(postgres, account, customers)))),
  ],
  paths: listed('/customers', {
    'first page': '',
    'last page': lastOf(customers),
    status: 'status=retry',
    'a first name': 'search=ada',
    'first and last name': 'search=ada+name1',
    'a word of every tenth': 'search=bakery',
    'a whole last name': 'search=name1ef0',
    nobody: 'search=zuse',
  }),
}));
const noCustomers = pages(() =>
  Promise.resolve({ lines: [], paths: listed('/customers', { "a word of others'": 'search=bakery' }) }),
);

const events = pages(async ({ postgres, sizes }, account) => {
  const { accountId } = account.connection;
  const ms = await timeOf(() => storeEvents(postgres, { accountId, events: sizes.events, days: DAYS }));
  const total = (await account.get('/events?limit=1')).body.total ?? 0;
  return {
    lines: [line(`${sizes.events} events stored, over ${DAYS} days`, inSeconds(ms))],
    paths: listed('/events', {
      [`first page, of ${total}`]: '',
      'page in the middle': `offset=${Math.floor(total / 2)}`,
      'last page': lastOf(total),
      topic: 'topic=customer_transfer_completed',
      'topic, deep': `topic=customer_transfer_completed&offset=${DEEP}`,
      'rare topic': 'topic=transfer_failed',
      resource: `resourceId=${aResourceId}`,
      customer: `customerId=${aCustomerId}`,
      'customer and topic': `customerId=${aCustomerId}&topic=customer_transfer_completed`,
      'one day': `startDate=${dayBefore(2)}&endDate=${dayBefore(2)}`,
      'from a day on': `startDate=${dayBefore(20)}`,
      'until a day': `endDate=${dayBefore(10)}`,
    }),
  };
});

/** A search over all services. `storeCustomers` tells how many customers have each word. */
const search = pages(async ({ postgres, sizes: { customers } }, account) => {
  await storeCustomers(postgres, account, customers);
  const texts = {
    'a first name': 'ada',
    'first and last name': 'ada name1ef0',
    'a last name': 'name1ef0',
    'two beginnings that nearly everybody has': 'a name',
    'an e-mail address': `77@${account.connection.accountId}.example.com`,
    nobody: 'zuse',
    'an id that nothing has': '0195b3a0-0000-7000-8000-000000000001',
    'a trace that nothing has': '0195b3a00000700080000000000000ff',
    'four digits': '0042',
  };
  const paths = Object.entries(texts).map(([title, text]) => [
    `/search, ${title}`,
    `/search?q=${encodeURIComponent(text)}`,
  ]);
  return {
    lines: [line('customers stored before they are searched for', String(customers))],
    paths: Object.fromEntries(paths) as Pages['paths'],
  };
});

const requests = pages(async ({ postgres, sizes }, account) => {
  const { accountId } = account.connection;
  await storeRequests(postgres, account, sizes.requests);
  return {
    lines: [line('requests of a day stored', String(await recorded(postgres, accountId)))],
    paths: listed('/requests', {
      'first page': '',
      'from the middle of the day': `to=${halfADayAgo()}`,
      'what was refused': 'status=4xx',
      'a code that none has': 'code=Gone',
      'a status that none has': 'status=409',
      'failures, which there are none of': 'status=5xx',
      'a method that none has': 'method=DELETE',
      'a route': 'route=%2Faccounts%2F%7Bid%7D',
      'a method': 'method=GET',
      'a resource': `resource=${accountId}`,
      'the beginning of an id': `search=${accountId.slice(0, 8)}`,
      'a trace that none has': 'trace=0195b3a00000700080000000000000ff',
    }),
  };
});

/** An application may not have so many. They are paused, so that their deliveries are stored and nothing is sent. */
const SUBSCRIBED = `
  INSERT INTO webhooks.subscriptions
    (id, account_id, application_id, url, strict_order, sealed_secret, paused, pause_reason, created_at)
  SELECT uuidv7(), $1, md5(n::text)::uuid, 'https://example.com/', false, '', true, 'requested', now()
  FROM generate_series(1, ${SUBSCRIPTIONS}) AS n`;

/** The timeline of a transfer that many subscriptions hear of. */
const timeline = pages(async ({ postgres }, account) => {
  const { accountId } = account.connection;
  const balance = await balanceOf(account, accountOf(account));
  const receiver = await balanceOf(account, await account.create('/customers', personalCustomer()));
  await account.create('/transfers', transferOf(await bankOf(account), balance, '9.00'));
  await simulate(account);
  await postgres.query(SUBSCRIBED, [accountId]);
  const transfer = await account.create('/transfers', transferOf(balance, receiver, '1.00'));
  const list = `${new URL(transfer).pathname}/timeline`;
  const ms = await timeOf(async () => {
    for (let told = 0; told < 4 * SUBSCRIPTIONS;) {
      const { body } = await account.get(`${list}?limit=200`);
      told = (body._embedded?.['entries'] ?? []).filter(({ kind }) => kind === 'delivery').length;
      if (body._links?.['next'] !== undefined) break;
    }
  });
  const title = `to ${SUBSCRIPTIONS} subscriptions`;
  return {
    lines: [line(`timeline of a transfer, ${title}: complete after`, `${ms.toFixed(0)} ms`)],
    paths: {
      ...listed(list, { [`${title}, ${PAGE_LIMIT} entries`]: '' }),
      ...listed(list, { [`${title}, 200 entries`]: '' }, 200),
    },
  };
});

export const pageProcedures: Readonly<Record<string, Procedure>> = {
  'customers-page': async (stage) => [...(await manyCustomers(stage)), ...(await noCustomers(stage))],
  'search-page': search,
  'requests-page': requests,
  'events-page': events,
  'timeline-page': timeline,
};
