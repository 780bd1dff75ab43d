import type { HalClient } from '@halyard/suite/client';
import { transferOf } from '@halyard/suite/example-requests';
import type { RequestTemplate } from './load/load.ts';
import type { Parties } from './parties.ts';

const MEDIA_TYPE = 'application/vnd.service.v1.hal+json';

/** A line of the table: what is sent, and what is looked at afterwards. */
export interface Row {
  readonly title: string;
  readonly request: RequestTemplate;
  readonly expected: number;
}

export interface Stage {
  readonly client: HalClient;
  readonly parties: Parties;
}

type RowOf = (stage: Stage) => Promise<Row>;

async function authorized(client: HalClient): Promise<Record<string, string>> {
  return { accept: MEDIA_TYPE, authorization: `Bearer ${await client.accessToken()}` };
}

async function creation(client: HalClient): Promise<Record<string, string>> {
  return { ...(await authorized(client)), 'content-type': MEDIA_TYPE, 'idempotency-key': '{key}' };
}

const transfers =
  (title: string, sourcesOf: (parties: Parties) => readonly string[], destinationsOf: typeof sourcesOf): RowOf =>
  async ({ client, parties }) => ({
    title: `POST /transfers, ${title}`,
    request: {
      method: 'POST',
      path: '/transfers',
      headers: await creation(client),
      body: JSON.stringify(transferOf('{source}', '{destination}', '0.01')),
      pools: { source: sourcesOf(parties), destination: destinationsOf(parties) },
    },
    expected: 201,
  });

/** By the name that `--only` takes, in the order in which they run. */
export const rows = {
  transfers: transfers(
    'balance to balance',
    ({ balances }) => balances,
    ({ balances }) => balances,
  ),
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
} satisfies Record<string, RowOf>;

export const isRow = (name: string): name is keyof typeof rows => Object.hasOwn(rows, name);
