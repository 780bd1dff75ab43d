import { bankAccount, personalCustomer, transferOf, usd } from '@halyard/suite/example-requests';
import type { BruRequest } from './bru.ts';

const HAL = 'application/vnd.service.v1.hal+json';
const json = (value: object): string => JSON.stringify(value, undefined, 2);

type Step = Omit<BruRequest, 'seq' | 'headers' | 'auth'> & Partial<Pick<BruRequest, 'auth'>>;

const get = (name: string, url: string, vars?: BruRequest['vars']): Step => ({
  ...{ name, method: 'GET', url, status: 200 },
  ...(vars && { vars }),
});
const post = (name: string, url: string, status: number, body?: object, vars?: BruRequest['vars']): Step => ({
  ...{ name, method: 'POST', url, status },
  ...(body && { body: json(body) }),
  ...(vars && { vars }),
});

/** Makes a customer and its bank, brings money in, sends it on, and reads the events about it. */
const steps: readonly Step[] = [
  {
    ...{ name: 'Get a token', method: 'POST', url: '{{base}}/token', auth: 'application', status: 200 },
    body: { grant_type: 'client_credentials' },
    vars: { token: 'res.body.access_token' },
  },
  get('Find the account', '{{base}}/', { account: 'res.body._links.account.href' }),
  post('Create a customer', '{{base}}/customers', 201, personalCustomer({ email: 'ada-{{$randomUUID}}@example.com' }), {
    customer: 'res.headers.location',
  }),
  get('Find its balance', '{{customer}}/funding-sources', {
    balance: 'res.body._embedded["funding-sources"][0]._links.self.href',
  }),
  post('Link a bank', '{{customer}}/funding-sources', 201, bankAccount('{{$randomBankAccount}}'), {
    bank: 'res.headers.location',
  }),
  post('Send micro-deposits', '{{bank}}/micro-deposits', 201),
  post('Verify the bank', '{{bank}}/micro-deposits', 200, { amount1: usd('0.03'), amount2: usd('0.07') }),
  post('Bring money in', '{{base}}/transfers', 201, transferOf('{{bank}}', '{{balance}}', '50.00'), {
    deposit: 'res.headers.location',
  }),
  post('Have the banks process it', '{{base}}/sandbox-simulations', 200),
  get('Read the transfer', '{{deposit}}'),
  post('Send some of it on', '{{base}}/transfers', 201, transferOf('{{balance}}', '{{account}}', '5.50')),
  get('Read the balance', '{{balance}}/balance'),
  get('Read the events', '{{base}}/events?limit=5'),
];

export const mainJob: readonly BruRequest[] = steps.map((step, at) => ({
  auth: 'token',
  ...step,
  seq: at + 1,
  headers: { Accept: HAL, ...(typeof step.body === 'string' && { 'Content-Type': HAL }) },
}));
