import type { HalBody, HalClient } from '@halyard/suite/client';
import { personalCustomer, transferOf } from '@halyard/suite/example-requests';
import { concurrently } from './concurrently.ts';

const SETUP_CALLERS = 64;
const OPENING_BALANCE = '2.00';

/** Who sends to whom. */
export interface Parties {
  /** Locations of verified customers and, in the same order, of their balances. */
  readonly customers: readonly string[];
  readonly balances: readonly string[];
  /** Balance of the account itself. */
  readonly hot: string;
}

const balanceIn = (body: HalBody): string => {
  const sources = body._embedded?.['funding-sources'] ?? [];
  return sources.find(({ type }) => type === 'balance')?._links?.['self']?.href ?? '';
};

/** Customers of the demo account whose balances it has filled. */
export async function openParties(client: HalClient, count: number): Promise<Parties> {
  const { body } = await client.get(`/accounts/${client.connection.accountId}/funding-sources`);
  const hot = balanceIn(body);
  const holders = await concurrently(SETUP_CALLERS, count, async () => {
    const customer = await client.create('/customers', personalCustomer());
    const { body } = await client.get(`${customer}/funding-sources`);
    const balance = balanceIn(body);
    await client.create('/transfers', transferOf(hot, balance, OPENING_BALANCE));
    return { customer, balance };
  });
  return {
    customers: holders.map(({ customer }) => customer),
    balances: holders.map(({ balance }) => balance),
    hot,
  };
}
