import { randomUUID } from 'node:crypto';
import type { HalClient } from '@halyard/suite/client';
import { personalCustomer, transferOf, usd } from '@halyard/suite/example-requests';
import type { RequestTemplate } from './load/load.ts';
import type { Parties } from './parties.ts';

const MEDIA_TYPE = 'application/vnd.service.v1.hal+json';

/** A line of the table. */
export interface Row {
  readonly title: string;
  readonly request: RequestTemplate;
  readonly expected: number;
  /** Replaces the run's number of connections. */
  readonly connections?: number;
  /** Number of concurrent requests, each on a connection of its own. Without it, the load lasts for a time. */
  readonly atOnce?: number;
  /** Number of processes that spin meanwhile. */
  readonly spinners?: number;
}

export interface Stage {
  readonly client: HalClient;
  readonly parties: Parties;
}

type RowOf = (stage: Stage) => Promise<Row>;

const CREATIONS_AT_ONCE = 200;
const SPINNERS = 4;

export async function authorized(client: HalClient): Promise<Record<string, string>> {
  return { accept: MEDIA_TYPE, authorization: `Bearer ${await client.accessToken()}` };
}

export async function creation(client: HalClient, path: string, body: object): Promise<RequestTemplate> {
  const headers = { ...(await authorized(client)), 'content-type': MEDIA_TYPE, 'idempotency-key': '{key}' };
  return { method: 'POST', path, headers, body: JSON.stringify(body) };
}

const transfers =
  (title: string, sourcesOf: (parties: Parties) => readonly string[], destinationsOf: typeof sourcesOf): RowOf =>
  async ({ client, parties }) => ({
    title: `POST /transfers, ${title}`,
    request: {
      ...(await creation(client, '/transfers', transferOf('{source}', '{destination}', '0.01'))),
      pools: { source: sourcesOf(parties), destination: destinationsOf(parties) },
    },
    expected: 201,
  });

const betweenBalances = transfers(
  'balance to balance',
  ({ balances }) => balances,
  ({ balances }) => balances,
);

/** Transfers with one fee each, paid by the sender. */
const withFee: RowOf = async ({ client, parties: { balances, customerIds } }) => {
  const fee = { _links: { 'charge-to': { href: '/customers/{payer}' } }, amount: usd('0.01') };
  const body = { ...transferOf('{source}', '{destination}', '0.02'), fees: [fee] };
  return {
    title: 'POST /transfers, balance to balance, one fee each',
    request: {
      ...(await creation(client, '/transfers', body)),
      pools: { source: balances, destination: balances, payer: customerIds },
      drawnWith: { payer: 'source' },
    },
    expected: 201,
  };
};

const customers =
  (title: string, extra: Partial<Row> = {}): RowOf =>
  async ({ client }) => ({
    title,
    request: await creation(client, '/customers', personalCustomer({ email: 'ada-{key}@example.com' })),
    expected: 201,
    ...extra,
  });

const FORMS = 'application/prs.hal-forms+json';

const reading =
  (path: string, ids?: (parties: Parties) => readonly string[], accept = MEDIA_TYPE): RowOf =>
  async ({ client, parties }) => ({
    title: `GET ${path}${accept === FORMS ? ', with forms' : ''}`,
    request: {
      method: 'GET',
      path,
      headers: { ...(await authorized(client)), accept },
      ...(ids && { pools: { id: ids(parties) } }),
    },
    expected: 200,
  });

const tokens: RowOf = ({ client: { connection } }) =>
  Promise.resolve({
    title: 'POST /token',
    request: {
      method: 'POST',
      path: '/token',
      headers: {
        authorization: `Basic ${Buffer.from(`${connection.key}:${connection.secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    },
    expected: 200,
  });

const KEYS = 100;

/** Looks up the uses of each of some Idempotency-Keys. */
const keyLookUps: RowOf = async ({ client }) => {
  const keys = Array.from({ length: KEYS }, () => randomUUID());
  for (const idempotencyKey of keys) await client.create('/customers', personalCustomer(), { idempotencyKey });
  const path = '/idempotency-keys/{used}';
  const headers = await authorized(client);
  return { title: `GET ${path}`, request: { method: 'GET', path, headers, pools: { used: keys } }, expected: 200 };
};

/** Rows by their name for `--only`, in the order in which they run. */
export const rows = {
  transfers: betweenBalances,
  fees: withFee,
  'hot-source': transfers(
    'one hot account as source',
    ({ hot }) => [hot],
    ({ balances }) => balances,
  ),
  'hot-destination': transfers(
    'one hot account as destination',
    ({ balances }) => balances,
    ({ hot }) => [hot],
  ),
  'one-at-a-time': async (stage) => ({ ...(await betweenBalances(stage)), connections: 1 }),
  customers: customers('POST /customers, verified personal, one account'),
  transfer: reading('/transfers/{id}', ({ transferIds }) => transferIds),
  'transfer-forms': reading('/transfers/{id}', ({ transferIds }) => transferIds, FORMS),
  customer: reading('/customers/{id}', ({ customerIds }) => customerIds),
  'customer-forms': reading('/customers/{id}', ({ customerIds }) => customerIds, FORMS),
  key: keyLookUps,
  token: tokens,
  'customer-transfers': reading('/customers/{id}/transfers', ({ customerIds }) => customerIds),
  events: reading('/events'),
  conservation: async ({ client }) => {
    const path = `/accounts/${client.connection.accountId}/conservation`;
    return { title: `GET ${path}`, request: { method: 'GET', path, headers: await authorized(client) }, expected: 200 };
  },
  'at-once': customers(`${CREATIONS_AT_ONCE} × POST /customers at once`, { atOnce: CREATIONS_AT_ONCE }),
  'at-once-busy': customers(`${CREATIONS_AT_ONCE} × POST /customers at once, while ${SPINNERS} processes spin`, {
    atOnce: CREATIONS_AT_ONCE,
    spinners: SPINNERS,
  }),
} satisfies Record<string, RowOf>;

/** Queries of lists; each is a row of its own. */
const listQueries = {
  'list-first': 'limit=25',
  'list-last': 'limit=25&offset={last}',
  'list-amount': 'startAmount=10.00&endAmount=10.50',
  'list-dates': 'startDate={day}&endDate={day}',
  'list-status': 'status=processed',
  'list-status-rare': 'status=failed',
  'list-correlation': 'correlationId=bulk-1000',
  'list-party': 'search={party}',
  'list-name': 'search=byron',
} as const;

const list =
  (query: string): RowOf =>
  async ({ client, parties: { customerIds } }) => {
    const path = `/accounts/${client.connection.accountId}/transfers`;
    const { body } = await client.get(`${path}?limit=1`);
    const filled = query
      .replace('{last}', String(Math.max(0, (body.total ?? 0) - 25)))
      .replaceAll('{day}', new Date(Date.now() - 86_400_000).toISOString().slice(0, 10))
      .replace('{party}', customerIds[0] ?? '');
    return {
      title: `GET ${path}?${filled}, of ${body.total ?? 0} transfers`,
      request: { method: 'GET', path: `${path}?${filled}`, headers: await authorized(client) },
      expected: 200,
    };
  };

/** The rows of `--only lists`. */
export const listRows: Readonly<Record<string, RowOf>> = Object.fromEntries(
  Object.entries(listQueries).map(([name, query]) => [name, list(query)]),
);
