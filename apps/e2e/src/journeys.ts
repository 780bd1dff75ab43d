import { randomInt } from 'node:crypto';
import type { HalBody, HalClient } from '@halyard/suite/client';
import { bankAccount as accountOf, personalCustomer, transferOf, usd } from '@halyard/suite/example-requests';

export { personalCustomer, transferOf, usd };

export const idOf = (location: string): string => location.slice(location.lastIndexOf('/') + 1);

export const embedded = (body: HalBody, name: string): readonly HalBody[] => body._embedded?.[name] ?? [];

/** The items of a list, which has the name of the last segment of its path. @throws unless it is answered 200 */
export async function listOf(client: HalClient, path: string): Promise<readonly HalBody[]> {
  const { status, body } = await client.get(path);
  if (status !== 200) throw new Error(`GET ${path}: ${status}`);
  return embedded(body, path.split('/').at(-1) ?? '');
}

export const hrefOf = (body: HalBody | undefined, relation = 'self'): string => {
  const href = body?._links?.[relation]?.href;
  if (href === undefined) throw new Error(`no ${relation} link in ${JSON.stringify(body)}`);
  return href;
};

export const bankAccount = (accountNumber = String(randomInt(1e11, 1e12)), name?: string) =>
  accountOf(accountNumber, name);

const address = {
  address1: '2 Elm St',
  city: 'Ames',
  stateProvinceRegion: 'IA',
  postalCode: '50010',
  country: 'US',
};

/** The body for one beneficial owner of a company. */
export const ownerBody = (overrides = {}) => ({
  firstName: 'Mary',
  lastName: 'Shelley',
  dateOfBirth: '1980-03-04',
  ssn: '987-65-4321',
  address,
  ...overrides,
});

export function companyBody(overrides = {}) {
  const { dateOfBirth, ssn, ...administrator } = personalCustomer();
  return {
    ...administrator,
    type: 'business',
    businessName: 'Engines',
    businessType: 'llc',
    businessClassification: '9ed38155-7d6f-11e3-83c3-5404a6144203',
    ein: '12-3456789',
    controller: { firstName: 'Grace', lastName: 'Hopper', title: 'CEO', dateOfBirth, ssn, address },
    ...overrides,
  };
}

/** A source of an account or a customer, by its type. */
export async function sourceOf(client: HalClient, owner: string, type: 'bank' | 'balance'): Promise<string> {
  const { body } = await client.get(`${owner}/funding-sources`);
  return hrefOf(embedded(body, 'funding-sources').find((source) => source['type'] === type));
}

export const balanceOf = (client: HalClient, owner: string): Promise<string> => sourceOf(client, owner, 'balance');

/** Verifies a bank by micro-deposits, whose amounts the sandbox always accepts. */
export async function verify(client: HalClient, bank: string): Promise<void> {
  await client.create(`${bank}/micro-deposits`, {});
  await client.post(`${bank}/micro-deposits`, { amount1: usd('0.03'), amount2: usd('0.07') });
}

export async function availableOf(client: HalClient, balance: string): Promise<string> {
  const { body } = await client.get(`${balance}/balance`);
  return (body['balance'] as { readonly value: string }).value;
}

/** A bank that was added and verified by micro-deposits, so that it can fund transfers. */
export async function verifiedBank(client: HalClient, owner: string, accountNumber?: string): Promise<string> {
  const bank = await client.create(`${owner}/funding-sources`, bankAccount(accountNumber));
  await verify(client, bank);
  return bank;
}

export interface Holder {
  readonly customer: string;
  readonly bank: string;
  readonly balance: string;
}

/** A verified customer with a verified bank and an empty balance. */
export async function newHolder(client: HalClient, overrides = {}, accountNumber?: string): Promise<Holder> {
  const customer = await client.create('/customers', personalCustomer(overrides));
  const bank = await verifiedBank(client, customer, accountNumber);
  return { customer, bank, balance: await balanceOf(client, customer) };
}

/** A holder with money from its bank. */
export async function fundedHolder(client: HalClient, value: string): Promise<Holder> {
  const holder = await newHolder(client);
  await client.create('/transfers', transferOf(holder.bank, holder.balance, value));
  await client.post('/sandbox-simulations');
  return holder;
}
