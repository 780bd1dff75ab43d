import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ConsolePage } from '../../test-support/console-page.js';
import recorded from '../../test-support/recorded/payments.json' with { type: 'json' };

const page = new ConsolePage(recorded);
const ACCOUNT = recorded.account;
const DAY_MS = 86_400_000;
const API = 'https://halyard.example';

const region = (name: string) => within(screen.getByRole('region', { name }));
const texts = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent);
const usd = (value: string) => ({ value, currency: 'USD' });
const link = (path: string) => ({ href: API + path });
const idAt = (place: number) => `00000000-0000-7000-8000-00000000000${String(place)}`;
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const list = (name: string, items: readonly object[]) => ({
  _links: { self: link(`/${name}`), first: link(`/${name}`) },
  _embedded: { [name]: items },
  total: items.length,
});

const source = (place: number, type: string, more: object = {}) => ({
  _links: { self: link(`/funding-sources/${idAt(place)}`) },
  id: idAt(place),
  type,
  name: type === 'bank' ? 'Checking' : 'Balance',
  ...more,
});
const [BALANCE, BANK, RECEIVER] = [1, 2, 3];

const transfer = (id: number, ends: readonly [source: string, destination: string], more: object = {}) => ({
  _links: {
    self: link(`/transfers/${idAt(id)}`),
    source: link(ends[0]),
    destination: link(ends[1]),
    payment: link(`/payments/${idAt(id)}`),
  },
  id: idAt(id),
  status: 'pending',
  amount: usd('25.00'),
  created: `${dayBefore(0)}T10:00:00.000Z`,
  ...more,
});
const own = `/accounts/${ACCOUNT}`;
const at = (place: number) => `/funding-sources/${idAt(place)}`;

/** Two legs of one payment that failed, and the event of each. */
const failedLegs = [4, 5].map((id) => {
  const made = transfer(id, [at(BANK), id === 4 ? own : at(RECEIVER)], { status: 'failed' });
  const links = {
    ...made._links,
    payment: link(`/payments/${idAt(5)}`),
    failure: link(`/transfers/${idAt(id)}/failure`),
    ...(id === 5 && { 'funding-transfer': link(`/transfers/${idAt(4)}`) }),
  };
  return { ...made, _links: links };
});
const failure = { _links: {}, code: 'R03', description: 'No Account', explanation: 'There is no such account.' };
const TOPICS = ['transfer', 'customer_transfer', 'bank_transfer', 'customer_bank_transfer'];

/** The address of the events that tell of failures from a day on. */
const failuresSince = (day: string) =>
  `/events?${TOPICS.map((topic) => `topic=${topic}_failed`).join('&')}&startDate=${day}&limit=200`;
const failuresAt = (created: string) =>
  list(
    'events',
    [5, 4].map((id) => ({ _links: {}, resourceId: idAt(id), created })),
  );

const health = (lastFailure?: string) => ({
  _links: {},
  sequence: 3,
  backlog: lastFailure ? 3 : 0,
  ...(lastFailure && { lastFailure, oldestWaiting: '2025-01-02T03:04:05.000Z' }),
  day: { attempts: 3, failed: 3 },
});

const statistics = () => ({
  _links: {},
  from: dayBefore(29),
  to: dayBefore(0),
  days: [
    { date: dayBefore(1), flow: 'bank-to-bank', status: 'failed', count: 1, amount: usd('10.00') },
    { date: dayBefore(1), flow: 'bank-to-bank', status: 'processed', count: 3, amount: usd('30.00') },
    { date: dayBefore(1), flow: 'bank-to-bank', status: 'cancelled', count: 9, amount: usd('90.00') },
    { date: dayBefore(1), flow: 'fee', status: 'processed', count: 1, amount: usd('1.00') },
  ],
  totals: [],
});

/** The API's answers to the overview of an account, by path and query. */
const answers = (): Readonly<Record<string, object>> => ({
  [`${own}/conservation`]: {
    ...{ _links: {}, balanced: true, now: `${dayBefore(0)}T10:00:00.000Z` },
    ...{ fromBanks: usd('1.00'), toBanks: usd('0.00'), postedBalances: usd('1.00'), inTransit: usd('0.00') },
  },
  [`${own}/funding-sources?removed=false`]: list('funding-sources', [source(BANK, 'bank'), source(BALANCE, 'balance')]),
  [`${own}/funding-sources`]: list('funding-sources', []),
  [`/funding-sources?limit=50&id=${idAt(BANK)}&id=${idAt(RECEIVER)}`]: list('funding-sources', [
    source(BANK, 'bank'),
    source(RECEIVER, 'bank'),
  ]),
  [`${at(BALANCE)}/balance`]: { _links: {}, balance: usd('512.50'), total: usd('512.50') },
  [`/transfers?fundingSourceId=${idAt(BALANCE)}&status=pending&limit=200`]: list('transfers', [
    transfer(6, [at(BANK), own], { amount: usd('100.00') }),
    transfer(7, [at(BALANCE), at(RECEIVER)]),
    transfer(8, [at(BALANCE), at(RECEIVER)]),
  ]),
  [failuresSince(dayBefore(6))]: failuresAt(`${dayBefore(0)}T10:00:00.000Z`),
  ...Object.fromEntries(failedLegs.map((leg) => [`/transfers/${leg.id}`, leg])),
  ...Object.fromEntries(failedLegs.map(({ id }) => [`/transfers/${id}/failure`, failure])),
  '/webhook-subscriptions': list(
    'webhook-subscriptions',
    [1, 2, 3].map((id) => ({
      _links: { self: link(`/webhook-subscriptions/${idAt(id)}`) },
      id: idAt(id),
      url: `https://receiver.example/${String(id)}`,
      paused: id === 3,
    })),
  ),
  [`/webhook-subscriptions/${idAt(1)}/health`]: health(`${dayBefore(0)}T09:00:00.000Z`),
  [`/webhook-subscriptions/${idAt(2)}/health`]: health(),
  '/payments?status=pending&limit=5': list('payments', []),
  '/transfers?limit=25': list('transfers', []),
  '/customers?status=document&status=retry&limit=1': list('customers', []),
  '/customers?limit=1': list('customers', []),
  '/applications': list('applications', []),
  [`${own}/statistics`]: statistics(),
});

beforeEach(() => {
  for (const [path, body] of Object.entries(answers())) page.api.always(`GET ${path}`, () => Response.json(body));
});

describe('the overview', () => {
  it('says what the account has, and what is on its way to and from it, by balance or by account', async () => {
    await page.visit('/', 'Overview');
    await waitFor(() =>
      expect(texts(region('Balance').getAllByRole('definition'))).toEqual(['512.50 USD', '100.00 USD', '50.00 USD']),
    );
  });

  it('lists a payment that failed once, by the leg that was asked for, with what to do about it', async () => {
    await page.visit('/', 'Overview');
    const table = within(await region('Failed today').findByRole('table', { name: 'Failed payments' }));
    await table.findByText('Link a bank with the right numbers, and transfer again.');
    expect(table.getAllByRole('row')).toHaveLength(2);
    expect(table.getByRole<HTMLAnchorElement>('link', { name: '25.00 USD' }).pathname).toContain(idAt(5));
    region('Failed today').getByText('1 today');
  });

  it('names the receivers of webhooks that refuse them, and no others', async () => {
    await page.visit('/', 'Overview');
    await screen.findByRole('region', { name: 'Webhooks that fail' });
    expect(texts(region('Webhooks that fail').getAllByRole('listitem'))).toEqual([
      'https://receiver.example/1 Refuses everything since Jan 2, 2025, 03:04:05 UTC: 3 events wait',
    ]);
  });

  it('counts payments by day without cancelled ones and fees, and the share that failed', async () => {
    await page.visit('/', 'Overview');
    await page.user.click(await screen.findByText('As a table'));
    const [, row] = within(screen.getByRole('table', { name: 'Payments by day' })).getAllByRole('row');
    expect(texts(within(row ?? document.body).getAllByRole('cell')).slice(0, 3)).toEqual(['40.00 USD', '4', '25.0 %']);
    const chart = screen.getByRole('figure', { name: /^Amount by day/ });
    expect(chart.querySelectorAll('.day')).toHaveLength(30);
  });

  it('shows how to begin until somebody puts that away', async () => {
    await page.visit('/', 'Overview');
    await screen.findByRole('region', { name: 'Get started' });
    await page.press('Put away');
    expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull();
    await page.load('Overview');
    expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull();
  });

  it('takes the day of the account’s clock for today, and says what is due next by it', async () => {
    const clock = {
      ...{ _links: { self: link('/sandbox-clock') }, now: '2031-03-10T00:30:00.000Z' },
      ...{ mode: 'frozen', banks: 'on-time', status: 'ready', aheadSeconds: 0 },
      nextDue: { at: '2031-03-10T21:00:00.000Z', what: 'standard-cut-off' },
    };
    page.api.always('GET /sandbox-clock', () => Response.json(clock));
    page.api.always(`GET ${failuresSince(dayBefore(6))}`, () => Response.json(list('events', [])));
    page.api.always(`GET ${failuresSince('2031-03-04')}`, () => Response.json(failuresAt('2031-03-10T00:10:00.000Z')));
    await page.visit('/', 'Overview');
    await region('Failed today').findByText('1 today');
    const due = region('Waiting').getByRole<HTMLAnchorElement>('link', { name: /^Due next: / });
    expect([due.textContent, due.pathname]).toEqual([
      'Due next: Standard cut-off, Mar 10, 21:00 UTC',
      '/console/sandbox-clock',
    ]);
  });

  it('says nothing of what is due where time is real', async () => {
    await page.visit('/', 'Overview');
    expect(region('Waiting').queryByText(/due/)).toBeNull();
  });
});
