import { randomInt, randomUUID } from 'node:crypto';
import type { Api } from '../api/api.js';

/** Causes an event through the public API, as a client would. @returns the resource that it is about */
export type Scenario = (api: Api) => Promise<string>;

const usd = (value: string) => ({ value, currency: 'USD' });

/** The sandbox decides on a customer by its first name (specification, sandbox simulation rules 1). */
const customer = (api: Api, given: Readonly<Record<string, unknown>> = {}): Promise<string> =>
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

const unverifiedCustomer = (api: Api): Promise<string> =>
  api.create('/customers', {
    firstName: 'Ada',
    lastName: 'Byron',
    email: `ada-${randomUUID()}@example.com`,
  });

const bank = (api: Api, owner: string): Promise<string> =>
  api.create(`${owner}/funding-sources`, {
    routingNumber: '222222226',
    accountNumber: String(randomInt(1e9, 1e12)),
    bankAccountType: 'checking',
    name: 'Checking',
  });

async function verifiedBank(api: Api, owner: string): Promise<string> {
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

const account = (api: Api): string => `${api.profile.baseUrl}/accounts/${api.profile.accountId}`;

const pay = (api: Api, source: string, destination: string, value = '1.00'): Promise<string> =>
  api.create('/transfers', {
    _links: { source: { href: source }, destination: { href: destination } },
    amount: usd(value),
  });

/** From a new customer's bank into its balance: pending until its bank has processed it. */
async function bankTransfer(api: Api): Promise<string> {
  const owner = await customer(api);
  return pay(api, await verifiedBank(api, owner), await balanceOf(api, owner));
}

/** From the account's balance to a new customer's: done at once. */
async function instantTransfer(api: Api): Promise<string> {
  const receiver = await customer(api);
  return pay(api, await balanceOf(api, account(api)), await balanceOf(api, receiver));
}

const processed = async (api: Api, transfer: string): Promise<string> => {
  await api.post(`${transfer}/simulation`, { action: 'process' });
  return transfer;
};

const changed = async (api: Api, resource: string, change: object): Promise<string> => {
  await api.post(resource, change);
  return resource;
};

/** The topics that a line can cause. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  customer_created: unverifiedCustomer,
  customer_verified: (api) => customer(api),
  customer_reverification_needed: (api) => customer(api, { firstName: 'retry' }),
  customer_verification_document_needed: (api) => customer(api, { firstName: 'document' }),
  customer_suspended: (api) => customer(api, { firstName: 'suspended' }),
  customer_deactivated: async (api) => changed(api, await unverifiedCustomer(api), { status: 'deactivated' }),
  customer_activated: async (api) =>
    changed(api, await changed(api, await unverifiedCustomer(api), { status: 'deactivated' }), {
      status: 'reactivated',
    }),
  customer_funding_source_added: async (api) => bank(api, await customer(api)),
  customer_funding_source_verified: async (api) => verifiedBank(api, await customer(api)),
  customer_funding_source_updated: async (api) => changed(api, await bank(api, await customer(api)), { name: 'Joint' }),
  customer_funding_source_removed: async (api) => changed(api, await bank(api, await customer(api)), { removed: true }),
  customer_microdeposits_added: async (api) => {
    const unverified = await bank(api, await customer(api));
    await api.create(`${unverified}/micro-deposits`);
    return unverified;
  },
  customer_bank_transfer_created: (api) => bankTransfer(api),
  customer_bank_transfer_completed: async (api) => processed(api, await bankTransfer(api)),
  customer_bank_transfer_failed: async (api) => {
    const transfer = await bankTransfer(api);
    await api.post(`${transfer}/simulation`, { action: 'fail', code: 'R01' });
    return transfer;
  },
  customer_bank_transfer_cancelled: async (api) => changed(api, await bankTransfer(api), { status: 'cancelled' }),
  customer_transfer_created: instantTransfer,
  customer_transfer_completed: instantTransfer,
  transfer_created: instantTransfer,
  transfer_completed: instantTransfer,
};
