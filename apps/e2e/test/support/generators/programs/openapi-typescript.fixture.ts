import createClient from 'openapi-fetch';
import type { components, paths } from './client/schema';

const { API: baseUrl = '', KEY: client_id = '', SECRET: client_secret = '', ACCOUNT: account = '' } = process.env;
const idOf = ({ response }: { readonly response: Response }): string =>
  response.headers.get('location')?.split('/').at(-1) ?? '';
const balanceAmong = (listed?: components['schemas']['FundingSourceList']): string =>
  listed?._embedded['funding-sources'].find(({ type }) => type === 'balance')?._links.self.href ?? '';

const client = createClient<paths>({ baseUrl });
const { data: token } = await client.POST('/token', {
  body: { grant_type: 'client_credentials', client_id, client_secret },
});
client.use({
  onRequest: ({ request }) => request.headers.set('authorization', `Bearer ${token?.access_token ?? ''}`),
});

const made = await client.POST('/customers', {
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
});
const params = { path: { id: idOf(made) } };
const { data: customer } = await client.GET('/customers/{id}', { params });
await client.POST('/customers/{id}/funding-sources', {
  params,
  body: { routingNumber: '222222226', accountNumber: '1234567', bankAccountType: 'checking', name: 'Checking' },
});
const { data: listed } = await client.GET('/customers/{id}/funding-sources', { params });
const { data: own } = await client.GET('/accounts/{id}/funding-sources', { params: { path: { id: account } } });
const ordered = await client.POST('/transfers', {
  body: {
    _links: { source: { href: balanceAmong(own) }, destination: { href: balanceAmong(listed) } },
    amount: { value: '12.50', currency: 'USD' },
  },
});
const { data: transfer } = await client.GET('/transfers/{id}', { params: { path: { id: idOf(ordered) } } });
console.log(JSON.stringify([customer?.status, listed?.total, transfer?.id, transfer?.status, transfer?.amount.value]));
