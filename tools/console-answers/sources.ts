import type { HalBody, HalClient } from '@halyard/suite/client';
import { personalCustomer, usd } from '@halyard/suite/example-requests';

export const embedded = ({ _embedded: lists }: HalBody): readonly HalBody[] => Object.values(lists ?? {})[0] ?? [];

/** @throws Error if the resource has no such link */
export function hrefOf(resource: HalBody | undefined, relation = 'self'): string {
  const href = resource?._links?.[relation]?.href;
  if (href === undefined) throw new Error(`no ${relation} link in ${JSON.stringify(resource)}`);
  return href;
}

export const bankAccount = (name: string, accountNumber: string) => ({
  ...{ routingNumber: '222222226', accountNumber, bankAccountType: 'checking', name },
});

/** A source of an account or a customer, by its type. */
export async function sourceOf(client: HalClient, owner: string, type: 'bank' | 'balance'): Promise<string> {
  const { body } = await client.get(`${owner}/funding-sources`);
  return hrefOf(embedded(body).find((source) => source['type'] === type));
}

interface Holder {
  readonly customer: string;
  readonly bank: string;
  readonly balance: string;
}

/** Verifies a bank by micro-deposits, whose amounts the sandbox always accepts. */
export async function verify(client: HalClient, bank: string): Promise<void> {
  await client.create(`${bank}/micro-deposits`, {});
  await client.post(`${bank}/micro-deposits`, { amount1: usd('0.03'), amount2: usd('0.07') });
}

/** A verified customer with a bank that was verified by micro-deposits. */
export async function newHolder(client: HalClient, lastName: string, accountNumber: string): Promise<Holder> {
  const customer = await client.create('/customers', personalCustomer({ lastName }));
  const bank = await client.create(`${customer}/funding-sources`, bankAccount('Checking', accountNumber));
  await verify(client, bank);
  return { customer, bank, balance: await sourceOf(client, customer, 'balance') };
}

export const partsOf = ({ customer, bank, balance }: Holder): readonly string[] => [customer, bank, balance];
