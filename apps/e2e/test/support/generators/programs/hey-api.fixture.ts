import {
  createCustomer,
  createCustomerFundingSource,
  createToken,
  createTransfer,
  type FundingSourceList,
  getCustomer,
  getTransfer,
  listAccountFundingSources,
  listCustomerFundingSources,
} from './client/index';
import { client } from './client/client.gen';

const { API: baseUrl = '', KEY: client_id = '', SECRET: client_secret = '', ACCOUNT: account = '' } = process.env;
const idOf = ({ response }: { readonly response: Response }): string =>
  response.headers.get('location')?.split('/').at(-1) ?? '';
const balanceAmong = ({ _embedded }: FundingSourceList): string =>
  _embedded['funding-sources'].find(({ type }) => type === 'balance')?._links.self.href ?? '';

client.setConfig({ baseUrl, throwOnError: true });
const { data: token } = await createToken({
  body: { grant_type: 'client_credentials', client_id, client_secret },
  throwOnError: true,
});
client.setConfig({ auth: ({ scheme }) => (scheme === 'bearer' ? token.access_token : undefined) });

const made = await createCustomer({
  body: {
    firstName: 'Ada',
    lastName: 'Byron',
    email: process.env['EMAIL'] ?? '',
    address1: '2 Elm St',
    city: 'Ames',
    state: 'IA',
    postalCode: '50010',
    dateOfBirth: '1980-03-04',
    type: 'personal',
    ssn: '1234',
  },
  throwOnError: true,
});
const path = { id: idOf(made) };
const { data: customer } = await getCustomer({ path, throwOnError: true });
const bank = {
  routingNumber: '222222226',
  accountNumber: '1234567',
  bankAccountType: 'checking',
  name: 'Checking',
} as const;
await createCustomerFundingSource({ path, body: bank, throwOnError: true });
const { data: listed } = await listCustomerFundingSources({ path, throwOnError: true });
const { data: own } = await listAccountFundingSources({ path: { id: account }, throwOnError: true });
const ordered = await createTransfer({
  body: {
    _links: { source: { href: balanceAmong(own) }, destination: { href: balanceAmong(listed) } },
    amount: { value: '12.50', currency: 'USD' },
  },
  throwOnError: true,
});
const { data: transfer } = await getTransfer({ path: { id: idOf(ordered) }, throwOnError: true });
console.log(JSON.stringify([customer.status, listed.total, transfer.id, transfer.status, transfer.amount.value]));
