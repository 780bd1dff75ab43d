import { randomInt, randomUUID } from 'node:crypto';
import { ApiError } from '@halyard/client';
import type { Api } from '../api/api.js';

const usd = (value: string) => ({ value, currency: 'USD' });

export const account = (api: Api): string => `${api.profile.baseUrl}/accounts/${api.profile.accountId}`;

/** The sandbox decides on a customer by its first name (specification, sandbox simulation rules 1). */
export const customer = (api: Api, given: Readonly<Record<string, unknown>> = {}): Promise<string> =>
  api.create('/customers', {
    firstName: 'Ada',
    lastName: 'Byron',
    email: `ada-${randomUUID()}@example.com`,
    type: 'personal',
    address1: '12 Harbor St',
    city: 'Portland',
    state: 'ME',
    postalCode: '04101',
    dateOfBirth: '1990-12-10',
    ssn: '1234',
    ...given,
  });

export const unverifiedCustomer = (api: Api): Promise<string> =>
  api.create('/customers', {
    firstName: 'Ada',
    lastName: 'Byron',
    email: `ada-${randomUUID()}@example.com`,
  });

/** @param name in the sandbox a return code is simulated, of micro-deposits too */
export const bank = (api: Api, owner: string, name = 'Checking'): Promise<string> =>
  api.create(owner === account(api) ? '/funding-sources' : `${owner}/funding-sources`, {
    routingNumber: '222222226',
    accountNumber: String(randomInt(1e9, 1e12)),
    bankAccountType: 'checking',
    name,
  });

export async function verifiedBank(api: Api, owner: string): Promise<string> {
  const made = await bank(api, owner);
  await api.create(`${made}/micro-deposits`);
  await api.post(`${made}/micro-deposits`, { amount1: usd('0.03'), amount2: usd('0.07') });
  return made;
}

async function balanceOf(api: Api, owner: string): Promise<string> {
  const { _embedded } = await api.get(`${owner}/funding-sources`);
  const balance = (_embedded?.['funding-sources'] ?? []).find(({ type }) => type === 'balance');
  return balance?._links?.['self']?.href ?? '';
}

const pay = (api: Api, source: string, destination: string): Promise<string> =>
  api.create('/transfers', {
    _links: { source: { href: source }, destination: { href: destination } },
    amount: usd('1.00'),
  });

/** From an owner's new bank into its balance: pending until its bank has processed it. */
export async function bankTransfer(api: Api, owner: string): Promise<string> {
  return pay(api, await verifiedBank(api, owner), await balanceOf(api, owner));
}

/** From a new customer's bank, who has no balance, to the account: one transfer, pending until the bank has processed it. */
export const collection = async (api: Api): Promise<string> =>
  pay(api, await verifiedBank(api, await unverifiedCustomer(api)), await balanceOf(api, account(api)));

/** From the account's balance to a new customer's: done at once. */
export async function instantTransfer(api: Api): Promise<string> {
  const receiver = await customer(api);
  return pay(api, await balanceOf(api, account(api)), await balanceOf(api, receiver));
}

export const processed = async (api: Api, transfer: string): Promise<string> => {
  await api.post(`${transfer}/simulation`, { action: 'process' });
  return transfer;
};

export const changed = async (api: Api, resource: string, change: object): Promise<string> => {
  await api.post(resource, change);
  return resource;
};

export const failed = async (api: Api, transfer: string): Promise<string> => {
  await api.post(`${transfer}/simulation`, { action: 'fail', code: 'R01' });
  return transfer;
};

/** Has all banks of the account do what they have to. */
export const simulated = async (api: Api, resource: string): Promise<string> => {
  await api.post('/sandbox-simulations');
  return resource;
};

export async function microDeposits(api: Api, owner: string, name?: string): Promise<string> {
  const made = await bank(api, owner, name);
  await api.create(`${made}/micro-deposits`);
  return made;
}

/** The sandbox takes nine cents twice for the last of the attempts (specification, sandbox simulation rules 6). */
export async function exhausted(api: Api, owner: string): Promise<string> {
  const made = await microDeposits(api, owner);
  const amounts = { amount1: usd('0.09'), amount2: usd('0.09') };
  await api.post(`${made}/micro-deposits`, amounts).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
  });
  return made;
}

export async function inquired(api: Api): Promise<string> {
  const made = await verifiedBank(api, await customer(api));
  await api.get(`${made}/balance`);
  return simulated(api, made);
}

const postal = {
  address1: '12 Harbor St',
  city: 'Portland',
  stateProvinceRegion: 'ME',
  postalCode: '04101',
  country: 'US',
};

/** An owner of a new company, on whom the sandbox decides by the first name. */
export async function owner(api: Api, firstName = 'Mary'): Promise<string> {
  const company = await customer(api, {
    type: 'business',
    businessName: 'Engines',
    businessType: 'llc',
    businessClassification: '9ed38155-7d6f-11e3-83c3-5404a6144203',
    ein: '12-3456789',
    controller: {
      firstName: 'Grace',
      lastName: 'Hopper',
      title: 'CEO',
      dateOfBirth: '1970-02-28',
      ssn: '6789',
      address: postal,
    },
    dateOfBirth: undefined,
    ssn: undefined,
  });
  return api.create(`${company}/beneficial-owners`, {
    firstName,
    lastName: 'Shelley',
    dateOfBirth: '1980-03-04',
    ssn: '987-65-4321',
    address: postal,
  });
}

export const removed = async (api: Api, resource: string): Promise<string> => {
  await api.delete(resource);
  return resource;
};
