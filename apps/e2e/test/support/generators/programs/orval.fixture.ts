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
} from './client/client';

const { API: api = '', KEY: client_id = '', SECRET: client_secret = '', ACCOUNT: account = '' } = process.env;
const { fetch } = globalThis;
// The generated code requests paths, as code in a page does.
globalThis.fetch = (path, init) => fetch(`${api}${String(path)}`, init);
const idOf = ({ headers }: { readonly headers: Headers }): string => headers.get('location')?.split('/').at(-1) ?? '';
const balanceAmong = ({ _embedded }: FundingSourceList): string =>
  _embedded['funding-sources'].find(({ type }) => type === 'balance')?._links.self.href ?? '';

type Found<Answer> = Extract<Answer, { readonly status: 200 }>;
function found<Answer extends { readonly status: number }>(answer: Answer): Found<Answer> {
  if (answer.status !== 200) throw new Error(JSON.stringify(answer));
  return answer as Found<Answer>;
}

const { data: token } = found(await createToken({ grant_type: 'client_credentials', client_id, client_secret }));
const options = { headers: { authorization: `Bearer ${token.access_token}` } };
const made = await createCustomer(
  {
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
  options,
);
const { data: customer } = found(await getCustomer(idOf(made), options));
const bank = {
  routingNumber: '222222226',
  accountNumber: '1234567',
  bankAccountType: 'checking',
  name: 'Checking',
} as const;
await createCustomerFundingSource(customer.id, bank, options);
const { data: listed } = found(await listCustomerFundingSources(customer.id, undefined, options));
const { data: own } = found(await listAccountFundingSources(account, undefined, options));
const ordered = await createTransfer(
  {
    _links: { source: { href: balanceAmong(own) }, destination: { href: balanceAmong(listed) } },
    amount: { value: '12.50', currency: 'USD' },
  },
  options,
);
const { data: transfer } = found(await getTransfer(idOf(ordered), options));
console.log(JSON.stringify([customer.status, listed.total, transfer.id, transfer.status, transfer.amount.value]));
