import { randomUUID } from 'node:crypto';
import type { HalClient } from '@halyard/suite/client';
import { personalCustomer, transferOf, usd } from '@halyard/suite/example-requests';
import type { RequestTemplate } from './load/load.ts';
import { accountOf, type Parties } from './parties.ts';
import { dayBefore } from './times.ts';

const MEDIA_TYPE = 'application/vnd.service.v1.hal+json';
const FORMS = 'application/prs.hal-forms+json';

/** A line of the table. */
export interface Row {
  readonly title: string;
  readonly request: RequestTemplate;
  /** The right status; without it 201 for a POST, and 200 for a GET. */
  readonly expected?: number;
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
type Pools = RequestTemplate['pools'];

const CREATIONS_AT_ONCE = 200;
const SPINNERS = 4;
const KEYS = 100;

export async function authorized(client: HalClient, accept = MEDIA_TYPE): Promise<Record<string, string>> {
  return { accept, authorization: `Bearer ${await client.accessToken()}` };
}

export async function creation(client: HalClient, path: string, body: object): Promise<RequestTemplate> {
  const headers = { ...(await authorized(client)), 'content-type': MEDIA_TYPE, 'idempotency-key': '{key}' };
  return { method: 'POST', path, headers, body: JSON.stringify(body) };
}

export async function read(client: HalClient, path: string, pools: Pools = {}, accept = MEDIA_TYPE): Promise<Row> {
  const title = `GET ${path}${accept === FORMS ? ', with forms' : ''}`;
  return { title, request: { method: 'GET', path, headers: await authorized(client, accept), pools } };
}

const aTransfer = transferOf('{source}', '{destination}', '0.01');
const aFee = { _links: { 'charge-to': { href: '/customers/{payer}' } }, amount: usd('0.01') };

const transfers =
  (title: string, poolsOf: (parties: Parties) => Pools, body: object = aTransfer, drawnWith = {}): RowOf =>
  async ({ client, parties }) => ({
    title: `POST /transfers, ${title}`,
    request: { ...(await creation(client, '/transfers', body)), pools: poolsOf(parties), drawnWith },
  });

const betweenBalances = ({ balances }: Parties) => ({ source: balances, destination: balances });
const balanceToBalance = transfers('balance to balance', betweenBalances);

const customers =
  (title: string, extra: Partial<Row> = {}): RowOf =>
  async ({ client }) => ({
    title,
    request: await creation(client, '/customers', personalCustomer({ email: 'ada-{key}@example.com' })),
    ...extra,
  });

const transfer =
  (accept?: string): RowOf =>
  ({ client, parties: { transferIds } }) =>
    read(client, '/transfers/{id}', { id: transferIds }, accept);

const customer =
  (path = '', accept?: string): RowOf =>
  ({ client, parties: { customerIds } }) =>
    read(client, `/customers/{id}${path}`, { id: customerIds }, accept);

const token: RowOf = ({ client: { connection } }) => {
  const authorization = `Basic ${Buffer.from(`${connection.key}:${connection.secret}`).toString('base64')}`;
  const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
  const request = { method: 'POST', path: '/token', headers, body: 'grant_type=client_credentials' } as const;
  return Promise.resolve({ title: 'POST /token', request, expected: 200 });
};

/** Looks up the uses of each of some Idempotency-Keys. */
const keyLookUps: RowOf = async ({ client }) => {
  const used = Array.from({ length: KEYS }, () => randomUUID());
  for (const idempotencyKey of used) await client.create('/customers', personalCustomer(), { idempotencyKey });
  return read(client, '/idempotency-keys/{used}', { used });
};

/** Rows by their name for `--only`, in the order in which they run. */
export const rows = {
  transfers: balanceToBalance,
  fees: transfers(
    'balance to balance, one fee each',
    (parties) => ({ ...betweenBalances(parties), payer: parties.customerIds }),
    { ...transferOf('{source}', '{destination}', '0.02'), fees: [aFee] },
    { payer: 'source' },
  ),
  'hot-source': transfers('one hot account as source', ({ hot, balances }) => ({
    source: [hot],
    destination: balances,
  })),
  'hot-destination': transfers('one hot account as destination', ({ hot, balances }) => ({
    source: balances,
    destination: [hot],
  })),
  'one-at-a-time': async (stage) => ({ ...(await balanceToBalance(stage)), connections: 1 }),
  customers: customers('POST /customers, verified personal, one account'),
  transfer: transfer(),
  'transfer-forms': transfer(FORMS),
  customer: customer(),
  'customer-forms': customer('', FORMS),
  key: keyLookUps,
  token,
  'customer-transfers': customer('/transfers'),
  events: ({ client }) => read(client, '/events'),
  conservation: ({ client }) => read(client, `${accountOf(client)}/conservation`),
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
    const path = `${accountOf(client)}/transfers`;
    const { total = 0 } = (await client.get(`${path}?limit=1`)).body;
    const filled = query
      .replace('{last}', String(Math.max(0, total - 25)))
      .replaceAll('{day}', dayBefore(1))
      .replace('{party}', customerIds[0] ?? '');
    const row = await read(client, `${path}?${filled}`);
    return { ...row, title: `${row.title}, of ${total} transfers` };
  };

/** The rows of `--only lists`. */
export const listRows: Readonly<Record<string, RowOf>> = Object.fromEntries(
  Object.entries(listQueries).map(([name, query]) => [name, list(query)]),
);
