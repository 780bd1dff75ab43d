import {
  AuthApi,
  Configuration,
  CustomersApi,
  type FundingSourceList,
  FundingSourcesApi,
  TransfersApi,
} from './client/index';

const { API: basePath = '', KEY: clientId = '', SECRET: clientSecret = '', ACCOUNT: account = '' } = process.env;
const idOf = ({ raw }: { readonly raw: Response }): string => raw.headers.get('location')?.split('/').at(-1) ?? '';
const balanceAmong = ({ embedded }: FundingSourceList): string =>
  embedded.fundingSources.find(({ type }) => type === 'balance')?.links.self.href ?? '';

const auth = new AuthApi(new Configuration({ basePath }));
const { accessToken } = await auth.createToken({
  tokenRequest: { grantType: 'client_credentials', clientId, clientSecret },
});
const settings = new Configuration({ basePath, accessToken: `Bearer ${accessToken}` });
const customers = new CustomersApi(settings);
const sources = new FundingSourcesApi(settings);
const transfers = new TransfersApi(settings);

const made = await customers.createCustomerRaw({
  createCustomerRequest: {
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
const customer = await customers.getCustomer({ id: idOf(made) });
await sources.createCustomerFundingSource({
  id: customer.id,
  addBankRequest: {
    routingNumber: '222222226',
    accountNumber: '1234567',
    bankAccountType: 'checking',
    name: 'Checking',
  },
});
const listed = await sources.listCustomerFundingSources({ id: customer.id });
const own = await sources.listAccountFundingSources({ id: account });
const ordered = await transfers.createTransferRaw({
  createTransferRequest: {
    links: { source: { href: balanceAmong(own) }, destination: { href: balanceAmong(listed) } },
    amount: { value: '12.50', currency: 'USD' },
  },
});
const transfer = await transfers.getTransfer({ id: idOf(ordered) });
console.log(JSON.stringify([customer.status, listed.total, transfer.id, transfer.status, transfer.amount.value]));
