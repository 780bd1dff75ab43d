import {
  bankAccount,
  companyBody,
  embedded,
  hrefOf,
  newHolder,
  personalCustomer,
  sourceOf,
  transferOf,
  usd,
  verify,
} from '@halyard/e2e/journeys';
import { waitFor } from '@halyard/testing/waiting';
import type { HalClient } from '@halyard/suite/client';

/** Paths of the console's pages by a short name for the file of their picture. */
export type Places = Readonly<Record<string, string>>;

const pathOf = (url: string): string => new URL(url).pathname;

/**
 * Fills the demo account with what a small marketplace has after some days of work: money on its way, payments that
 * arrived and failed, a receiver of webhooks that refuses them, and customers who miss something.
 *
 * @returns the pages of what it made
 */
export async function fillShop(client: HalClient): Promise<Places> {
  const account = `/accounts/${client.connection.accountId}`;
  const subscription = await client.create('/webhook-subscriptions', {
    url: 'https://localhost:9/webhooks',
    secret: 'a-secret-for-the-pictures',
  });
  const ownBank = await client.create('/funding-sources', bankAccount());
  await verify(client, ownBank);
  const ownBalance = await sourceOf(client, account, 'balance');
  const ada = await newHolder(client, { firstName: 'Ada', lastName: 'Byron' });
  const mary = await newHolder(client, { firstName: 'Mary', lastName: 'Shelley' });
  const company = await client.create('/customers', companyBody({ businessName: 'Difference Engines' }));
  const toProve = await client.create(
    '/customers',
    personalCustomer({ firstName: 'document', lastName: 'Hopper', type: 'personal' }),
  );
  const pay = (source: string, destination: string, value: string, more = {}): Promise<string> =>
    client.create('/transfers', { ...transferOf(source, destination, value), ...more });
  await pay(ownBank, ownBalance, '5000.00');
  await client.post('/sandbox-simulations');
  const charged = { _links: { 'charge-to': { href: mary.customer } }, amount: usd('1.50') };
  await pay(ownBalance, ada.bank, '120.00', { correlationId: 'invoice-1001' });
  await pay(ada.bank, mary.balance, '75.25', { fees: [charged], correlationId: 'order-2207' });
  await client.post('/sandbox-simulations');
  const corrected = await correctedPayment(client, ownBalance, ada.bank);
  const failed = await pay(ada.bank, mary.bank, '310.40', { correlationId: 'order-2210' });
  await client.post(`${failed}/simulation`, { action: 'fail', code: 'R01' });
  const cancelled = await pay(ownBalance, mary.bank, '18.00');
  await client.post(cancelled, { status: 'cancelled' });
  const pending = await pay(ownBalance, mary.bank, '42.00', { correlationId: 'invoice-1002' });
  await pay(ownBank, ownBalance, '900.00');
  const application = await client.create('/applications', {
    name: 'Books',
    kind: 'server',
    scopes: ['transactions', 'funding'],
  });
  const delivery = await waitFor('a delivery', async () => {
    const [first] = embedded((await client.get(`${subscription}/webhooks?limit=1`)).body, 'webhooks');
    return first && hrefOf(first);
  });
  const event = await waitFor('an event', async () => {
    const [first] = embedded((await client.get('/events?limit=1')).body, 'events');
    return first && hrefOf(first);
  });
  const request = await waitFor('a request', async () => {
    const [first] = embedded((await client.get('/requests?limit=1&method=POST&route=/transfers')).body, 'requests');
    return first && hrefOf(first);
  });
  const [file] = embedded((await client.get('/bank-files?limit=1')).body, 'bank-files');
  if (!file) throw new Error('nothing went to the banks');
  const made = {
    'payment-pending': pending,
    'payment-failed': failed,
    'payment-corrected': corrected,
    'bank-file': hrefOf(file),
    customer: ada.customer,
    'customer-company': company,
    'customer-to-prove': toProve,
    bank: ada.bank,
    balance: ownBalance,
    subscription,
    delivery,
    event,
    request,
    application,
  };
  return Object.fromEntries(Object.entries(made).map(([name, url]) => [name, pathOf(url)]));
}

const DAY_MS = 86_400_000;

/** Lets the banks do wrong what a team tests, and sends a payment that its bank corrects. */
async function correctedPayment(client: HalClient, source: string, destination: string): Promise<string> {
  const now = Date.now();
  const dayAfter = (days: number): string => new Date(now + days * DAY_MS).toISOString();
  await client.post('/sandbox-bank-behavior', {
    seed: 'ci-42',
    rules: [
      { name: 'nsf', when: { direction: 'debit', owner: 'customer' }, share: '0.02', then: { return: 'R01' } },
      { name: 'disputed', when: { correlationId: 'order-*' }, every: 50, then: { return: 'R10', after: 'P30D' } },
      {
        name: 'savings',
        when: { direction: 'credit', amount: { from: '25.00', below: '30.00' } },
        first: 1,
        then: { correct: 'C05', corrected: { bankAccountType: 'savings' } },
      },
      { name: 'slow', when: { route: 'same-day' }, then: { delay: 'P1D' } },
    ],
    outages: [
      { routingNumber: '222222226', from: dayAfter(30), to: dayAfter(31) },
      { routingNumber: '121000358', from: dayAfter(-1), to: dayAfter(2) },
    ],
  });
  const corrected = await client.create('/transfers', transferOf(source, destination, '27.00'));
  await client.post('/sandbox-simulations');
  return corrected;
}

/**
 * Lets two months pass in the shop, in which what was sent settles, and sends one more payment.
 *
 * @param places the pages that `fillShop` returned
 * @returns the pages that show the account's own time
 */
export async function advanceShop(client: HalClient, places: Places): Promise<Places> {
  const { bank = '', balance = '' } = places;
  await client.post('/sandbox-clock', { mode: 'frozen' });
  const sent = await client.create('/transfers', transferOf(balance, bank, '64.00'));
  const advance = await client.create('/sandbox-clock/advances?wait=30', { by: 'P60D' });
  await client.create('/transfers', transferOf(balance, bank, '32.00'));
  return {
    ...{ 'ahead-overview': '/', 'ahead-clock': '/sandbox-clock' },
    ...{ 'ahead-advance': pathOf(advance), 'ahead-payment': pathOf(sent) },
  };
}
