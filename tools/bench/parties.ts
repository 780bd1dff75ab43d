import type { HalBody, HalClient } from '@halyard/suite/client';
import { personalCustomer, transferOf } from '@halyard/suite/example-requests';
import { concurrently } from './concurrently.ts';
import { simulate } from './simulate.ts';

const SETUP_CALLERS = 64;
/** In dollars. A load moves cents: at 8,000 transfers a second, no balance runs dry within two minutes. */
const OPENING_BALANCE = '10.00';
const DEPOSITED = '100000.00';

/** The parties that send transfers to each other. */
export interface Parties {
  /** Verified customers of the account. */
  readonly customerIds: readonly string[];
  /** URLs of their balances. */
  readonly balances: readonly string[];
  /** The transfers that funded them. */
  readonly transferIds: readonly string[];
  /** URL of the account's own balance. */
  readonly hot: string;
}

const idOf = (location: string): string => location.slice(location.lastIndexOf('/') + 1);

export const fundingSourceIn = (body: HalBody, wanted: 'balance' | 'bank'): string => {
  const sources = body._embedded?.['funding-sources'] ?? [];
  return sources.find(({ type }) => type === wanted)?._links?.['self']?.href ?? '';
};

/** Creates customers of the demo account, with funded balances. */
export async function openParties(client: HalClient, count: number): Promise<Parties> {
  const { body } = await client.get(`/accounts/${client.connection.accountId}/funding-sources`);
  const hot = fundingSourceIn(body, 'balance');
  await client.create('/transfers', transferOf(fundingSourceIn(body, 'bank'), hot, DEPOSITED));
  await simulate(client);
  const holders = await concurrently(SETUP_CALLERS, count, async () => {
    const customer = await client.create('/customers', personalCustomer());
    const { body } = await client.get(`${customer}/funding-sources`);
    const balance = fundingSourceIn(body, 'balance');
    const transfer = await client.create('/transfers', transferOf(hot, balance, OPENING_BALANCE));
    return { customer, balance, transfer };
  });
  return {
    customerIds: holders.map(({ customer }) => idOf(customer)),
    balances: holders.map(({ balance }) => balance),
    transferIds: holders.map(({ transfer }) => idOf(transfer)),
    hot,
  };
}

/** The number of transfers in the lists of all parties. Each transfer counts in the lists of both its parties. */
export async function listedTransfers(client: HalClient, { customerIds }: Parties): Promise<number> {
  const owners = [`/accounts/${client.connection.accountId}`, ...customerIds.map((id) => `/customers/${id}`)];
  const totals = await concurrently(SETUP_CALLERS, owners.length, async (index) => {
    const { body } = await client.get(`${owners[index]}/transfers?limit=1`);
    return body.total ?? 0;
  });
  return totals.reduce((sum, total) => sum + total, 0);
}
