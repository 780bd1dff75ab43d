import { beforeEach, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { ConsolePage } from '../../test-support/console-page.js';
import recorded from '../../test-support/recorded/customers.json' with { type: 'json' };

const page = new ConsolePage(recorded);
const API = 'https://halyard.example';
const ACCOUNT = '00000000-0000-7000-8000-000000000601';
const APPLICATION = '00000000-0000-7000-8000-000000000602';
const AT = '2025-01-02T03:04:05.000Z';
const link = (to: string) => ({ href: API + to });
const list = (name: string, items: readonly object[], total = items.length) =>
  Response.json({ _links: {}, _embedded: { [name]: items }, total });
const always = (path: string, answer: () => Response): void => page.api.always(`GET ${path}`, answer);
const usd = (value: string) => ({ value, currency: 'USD' });
const textsOf = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent);
const services = ['funding-sources', 'transfers', 'webhooks'];

const account = {
  _links: { self: link(`/operations/accounts/${ACCOUNT}`) },
  id: ACCOUNT,
  name: 'Engines',
  status: 'active',
  created: AT,
};
const trialBalance = {
  ...{ _links: {}, balanced: true, unsettledPayments: 0, paymentsIn: usd('100.00'), paymentsOut: usd('20.00') },
  ...{ bankClearingIn: usd('100.00'), bankClearingOut: usd('20.00') },
  ...{ postedBalances: usd('75.00'), paymentsInTransit: usd('5.00') },
};

beforeEach(() => {
  page.api.session = { ...page.api.session, role: 'operator' };
  always(`/operations/accounts/${ACCOUNT}`, () => Response.json(account));
  always('/ledger/trial-balance', () => Response.json(trialBalance));
});

const check = (name: string, status: string, more: object = {}) => ({
  ...{ name, status, service: 'webhooks', message: `${name} is ${status}.`, help: `${API}/docs/runbooks/${name}/` },
  ...more,
});
const health = (status: string, ...checks: readonly object[]) =>
  always('/operations/health', () => Response.json({ _links: {}, status, checks }));

const countAll = (): void => {
  health('ok', check('database', 'ok'));
  for (const name of ['accounts', 'people', 'documents', 'legal-holds', 'erasures'])
    always(`/operations/${name}?limit=1`, () => list(name, [], 1));
  always('/operations/applications?limit=1&status=waiting', () => list('applications', [], 2));
  for (const service of services) {
    always(`/operations/${service}/parked-keys?limit=1`, () => list('parked-keys', [], 3));
    always(`/operations/${service}/read-models`, () => list('read-models', [{ lag: 0 }, { lag: 7 }]));
  }
};
const entry = (name: string): string | null | undefined =>
  screen
    .getByRole('main')
    .querySelector(`a[href="/console/operations/${name}"]`)
    ?.closest('li')
    ?.querySelector('.status')?.textContent;

it('the entry of each page of operators says how much there is to do, for all services together', async () => {
  countAll();
  await page.visit('/operations', 'Operations');
  await screen.findByText('9 parked');
  expect(
    ['accounts', 'people', 'applications', 'documents', 'read-models', 'legal-holds', 'ledger'].map(entry),
  ).toEqual([...['1 account', '1 person', '2 wait', '1 waits', '3 behind', '1 so far', 'balanced']]);
});

it('a number is not known while one of the services that have it does not answer, and the others are', async () => {
  countAll();
  always('/operations/webhooks/parked-keys?limit=1', () => Response.json({ code: 'NotFound' }, { status: 404 }));
  always('/ledger/trial-balance', () => Response.json({ ...trialBalance, balanced: false }));
  await page.visit('/operations', 'Operations');
  await screen.findByText('not known now');
  expect(['parked-messages', 'applications', 'ledger'].map(entry)).toEqual([
    ...['not known now', '2 wait', 'does not add up'],
  ]);
});

it('the page begins with one line while all is well', async () => {
  countAll();
  await page.visit('/operations', 'Operations');
  await screen.findByText('All is well.');
  expect(screen.queryByRole('heading', { name: 'Wrong now' })).toBeNull();
});

it('the page begins with what is wrong now, and each line leads to its page or its runbook', async () => {
  countAll();
  health(
    'failing',
    check('money-conserved', 'failing', { service: 'transfers' }),
    check('service-answers', 'failing', { service: 'auth' }),
    check('keys-parked', 'warning', { since: AT }),
    check('database', 'ok'),
  );
  await page.visit('/operations', 'Operations');
  const region = within(await screen.findByRole('region', { name: 'Wrong now' }));
  const lines = region.getAllByRole('listitem');
  const linksOf = (line: HTMLElement) =>
    within(line)
      .getAllByRole('link')
      .map((one) => `${one.textContent ?? ''} ${one.getAttribute('href') ?? ''}`);
  expect(lines.map(linksOf)).toEqual([
    ['money-conserved is failing. /console/operations/ledger', `What to do ${API}/docs/runbooks/money-conserved/`],
    [`service-answers is failing. ${API}/docs/runbooks/service-answers/`],
    [
      'keys-parked is warning. /console/operations/parked-messages?service=webhooks',
      `What to do ${API}/docs/runbooks/keys-parked/`,
    ],
  ]);
  expect(lines.map((line) => line.querySelector('.status')?.className)).toEqual([
    ...['status bad', 'status bad', 'status waiting'],
  ]);
  expect(textsOf(lines)[2]).toContain('webhooks since Jan 2');
});

it('the page says so if nobody knows what is wrong now, and has the rest', async () => {
  countAll();
  always('/operations/health', () => Response.json({ code: 'NotFound', message: 'Gone.' }, { status: 404 }));
  await page.visit('/operations', 'Operations');
  await screen.findByText('What is wrong now is not known.');
  expect(screen.queryByText('All is well.')).toBeNull();
  await screen.findByText('9 parked');
});

it('the ledger has a debit, a credit and their sum for each of its accounts, and together nothing is left', async () => {
  const sums = { ...{ _links: {}, balanced: true, unsettledPayments: 0, events: 1, now: AT, inTransit: usd('5.00') } };
  const own = { ...sums, postedBalances: usd('75.00'), fromBanks: usd('100.00'), toBanks: usd('20.00') };
  always('/operations/accounts', () => list('accounts', [account]));
  always(`/operations/accounts/${ACCOUNT}/conservation`, () => Response.json(own));
  await page.visit('/operations/ledger', 'Ledger');
  const cellsOf = (name: string) => textsOf(within(screen.getByRole('table', { name })).getAllByRole('cell'));
  await within(screen.getByRole('table', { name: 'Ledger' })).findByText('balanced');
  expect(cellsOf('Ledger')).toEqual([
    ...['Engines', '100.00 USD', '20.00 USD', '80.00 USD', '75.00 USD', '5.00 USD', 'balanced'],
  ]);
  const together = cellsOf('Trial balance').slice(-4);
  expect(together).toEqual(['Together', '100.00 USD', '100.00 USD', '0.00 USD']);
});

const template = (properties: readonly object[]) => ({
  title: '',
  method: 'POST',
  target: API,
  contentType: 'application/json',
  properties,
});
const permissions = {
  name: 'permissions',
  prompt: 'Permissions',
  required: true,
  options: { inline: ['read', 'write', 'read-write-transact'] },
};
const application = {
  _links: {
    ...{ self: link(`/operations/applications/${APPLICATION}`), account: link(`/accounts/${ACCOUNT}`) },
    ...{ approve: link('/approvals'), suspend: link('/suspensions') },
  },
  ...{
    id: APPLICATION,
    name: 'Ledger Sync',
    kind: 'integration',
    key: '',
    status: 'waiting',
    created: AT,
    origins: [],
  },
  ...{ scopes: ['transactions'], permissions: 'read', redirectUrls: ['https://ledger.example/callback'] },
  pending: { permissions: 'write' },
};

it('an approval shows what the application asks for, with the permissions that it asks for chosen', async () => {
  const _templates = { approve: template([permissions]) };
  always('/operations/applications', () => list('applications', [application]));
  always(`/operations/applications/${APPLICATION}`, () => Response.json({ ...application, _templates }));
  await page.visit('/operations/applications', 'Applications');
  await screen.findByRole('link', { name: 'Engines' });
  await page.press('Approve');
  const dialog = await page.findDialog('Approve');
  expect(textsOf(dialog.getAllByRole('definition'))).toEqual([
    ...['Write', 'Transactions', 'https://ledger.example/callback'],
  ]);
  expect(dialog.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked)).toEqual([false, true, false]);
});

it('the dialog of a suspension says what follows', async () => {
  const _templates = { suspend: template([{ name: 'reason', prompt: 'Reason' }]) };
  const suspendable = { ...account, _links: { ...account._links, suspend: link('/suspensions') } };
  always('/operations/accounts', () => list('accounts', [suspendable]));
  always(`/operations/accounts/${ACCOUNT}`, () => Response.json({ ...suspendable, _templates }));
  await page.visit('/operations/accounts', 'Accounts');
  await page.press('Suspend');
  (await page.findDialog('Suspend')).getByText(/^Nobody can log in to this account/);
});

it('a document that waits for a review names its customer and the account', async () => {
  const customer = page.api.place('ada');
  const id = customer.split('/').at(-1) ?? '';
  const standing = { _links: { account: link(`/accounts/${ACCOUNT}`) }, id, type: 'personal', status: 'document' };
  const document = {
    _links: { self: link('/operations/documents/D'), customer: link(customer) },
    type: 'license',
    created: AT,
  };
  always('/operations/documents', () => list('document-reviews', [document]));
  always(`/customers?limit=50&id=${id}`, () =>
    list('customers', [{ _links: {}, id, firstName: 'Ada', lastName: 'Byron' }]),
  );
  always(`/operations/customers/${id}`, () => Response.json(standing));
  await page.visit('/operations/documents', 'Documents');
  await screen.findByRole('link', { name: 'Customer Ada Byron' });
  await screen.findByRole('link', { name: 'Engines' });
});
