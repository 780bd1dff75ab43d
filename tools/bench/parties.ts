import { randomUUID } from 'node:crypto';
import type { HalClient } from '@halyard/suite/client';
import { balanceOf, idOf, personalCustomer, sourceOf, transferOf } from '@halyard/e2e/journeys';
import { concurrently } from './concurrently.ts';

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

export const accountOf = ({ connection }: HalClient): string => `/accounts/${connection.accountId}`;

export const bankOf = (client: HalClient): Promise<string> => sourceOf(client, accountOf(client), 'bank');

/** Has the sandbox's banks handle what waits for them. @returns how many transfers they handled */
export async function simulate(client: HalClient): Promise<number> {
  const { status, body } = await client.post('/sandbox-simulations', {}, { idempotencyKey: randomUUID() });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return Number(body['total']);
}

export async function simulateAll(client: HalClient): Promise<void> {
  while ((await simulate(client)) > 0);
}

/** Creates customers of the demo account, with funded balances. */
export async function openParties(client: HalClient, count: number): Promise<Parties> {
  const hot = await balanceOf(client, accountOf(client));
  await client.create('/transfers', transferOf(await bankOf(client), hot, DEPOSITED));
  await simulate(client);
  const holders = await concurrently(SETUP_CALLERS, count, async () => {
    const customer = await client.create('/customers', personalCustomer());
    const balance = await balanceOf(client, customer);
    return {
      customer,
      balance,
      transfer: await client.create('/transfers', transferOf(hot, balance, OPENING_BALANCE)),
    };
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
  const owners = [accountOf(client), ...customerIds.map((id) => `/customers/${id}`)];
  const totals = await concurrently(SETUP_CALLERS, owners.length, async (index) => {
    const { body } = await client.get(`${owners[index]}/transfers?limit=1`);
    return body.total ?? 0;
  });
  return totals.reduce((sum, total) => sum + total, 0);
}
