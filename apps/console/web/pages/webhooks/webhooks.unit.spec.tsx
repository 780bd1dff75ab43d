import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ConsolePage } from '../../test-support/console-page.js';
import recorded from '../../test-support/recorded/integrations.json' with { type: 'json' };
import { verdictOf } from '../../columns/delivery-health.js';
import { shareOf } from './health.js';
import { topicsByKind } from './topics-field.js';

const page = new ConsolePage(recorded);
const API = 'https://halyard.example';
const ID = '00000000-0000-7000-8000-000000000401';
const path = `/webhook-subscriptions/${ID}`;
const link = (to: string) => ({ href: API + to });
const [EARLY, LATE] = ['2025-01-02T03:04:05.000Z', '2025-01-02T04:00:00.000Z'];

const active = { paused: false } as const;

it.each([
  ['new', 'Nothing was sent to it yet', active, { backlog: 0 }, undefined],
  ['works', 'Works: nothing waits', active, { backlog: 0, lastSuccess: LATE, lastFailure: EARLY }, undefined],
  ['waiting', 'Works, and 1 event waits for a first success', active, { backlog: 1, oldestWaiting: EARLY }, undefined],
  [
    ...['refuses', 'Refuses everything since …: 57 events wait'],
    ...[active, { backlog: 57, oldestWaiting: EARLY, lastFailure: LATE }, EARLY],
  ],
  [
    ...['refuses', 'Refuses since …: 2 events wait'],
    ...[active, { backlog: 2, oldestWaiting: EARLY, lastSuccess: EARLY, lastFailure: LATE }, EARLY],
  ],
  [
    ...['refuses', 'Refused the last try, at …'],
    ...[active, { backlog: 0, lastSuccess: EARLY, lastFailure: LATE }, LATE],
  ],
  [
    ...['paused', 'Paused: too many deliveries in a row failed, and 3 events wait'],
    ...[{ paused: true, pauseReason: 'failures' }, { backlog: 3, lastFailure: LATE }, undefined],
  ],
] as const)('a subscription is %s: %s', (status, sentence, subscription, health, since) => {
  expect(verdictOf(subscription, health)).toEqual({ status, sentence, ...(since !== undefined && { since }) });
});

it.each([
  [0, 0, 'No tries'],
  [40, 3, '3 of 40 (8 %)'],
  [1_000, 1, '1 of 1000 (under 1 %)'],
])('of %d tries %d failed: %s', (attempts, failed, text) => {
  expect(shareOf({ attempts, failed })).toBe(text);
});

it('topics stand by what they are about, and are found by words of their names', () => {
  const topics = [
    'customer_created',
    'customer_transfer_failed',
    'transfer_failed',
    'customer_beneficial_owner_created',
  ];
  expect([...topicsByKind(topics, '')]).toEqual([
    ['Beneficial owners', ['customer_beneficial_owner_created']],
    ['Transfers', ['customer_transfer_failed', 'transfer_failed']],
    ['Customers', ['customer_created']],
  ]);
  expect([...topicsByKind(topics, 'Failed customer')]).toEqual([['Transfers', ['customer_transfer_failed']]]);
});

const attempt = (number: number, more: object) => ({
  ...{ id: `try-${number}`, durationMs: 7, ...more },
  request: { timestamp: EARLY, url: 'https://hooks.example/in', headers: [], body: '{"topic":"customer_created"}' },
});
const answer = (statusCode: number) => ({ response: { timestamp: EARLY, headers: [], statusCode, body: 'busy' } });
const delivery = {
  _links: { self: link('/webhooks/W'), subscription: link(path), event: link('/events/E') },
  ...{ id: 'W', topic: 'customer_created', sequence: 3, state: 'waiting', nextRetry: LATE },
  attempts: [attempt(1, { error: 'connection-refused' }), attempt(2, answer(503))],
};
const subscription = {
  _links: {
    ...{ self: link(path), webhooks: link(`${path}/webhooks`), health: link(`${path}/health`) },
    replay: link(`${path}/replays`),
  },
  ...{ id: ID, url: 'https://hooks.example/in', created: EARLY, strictOrder: false, paused: false },
};
const list = (name: string, ...items: readonly object[]) =>
  Response.json({ _links: {}, _embedded: { [name]: items }, total: items.length });
const health = { _links: {}, sequence: 3, backlog: 2, lastFailure: LATE, oldestWaiting: EARLY };

beforeEach(() => {
  const { api } = page;
  const application = api.place('application');
  const own = { ...subscription, application: application.split('/').at(-1) };
  api.always('GET /webhook-subscriptions', () => {
    const { _templates } = api.bodyAt('usual', 'GET /webhook-subscriptions');
    return Response.json({ _links: {}, _embedded: { 'webhook-subscriptions': [own] }, _templates, total: 1 });
  });
  api.always(`GET ${path}`, () => Response.json(own));
  api.always(`GET ${path}/health`, () => Response.json({ ...health, day: { attempts: 4, failed: 4 } }));
  api.always(`GET ${path}/webhooks`, () => list('webhooks', delivery));
  api.always(`GET ${path}/replays`, () => list('replays'));
});

it('a list of subscriptions says in words whether each works, and whose it is by name', async () => {
  await page.visit('/webhook-subscriptions', 'Webhooks');
  const table = within(screen.getByRole('table', { name: 'Subscriptions' }));
  await table.findByText('refuses');
  await table.findByRole('link', { name: 'Books' });
  expect(table.getAllByRole('row').at(-1)?.textContent).toContain('Refuses everything since Jan 2, 2025, 03:04:05 UTC');
});

it('all failed deliveries of a subscription are sent again from the list of subscriptions', async () => {
  const { api } = page;
  api.always(`GET ${path}/webhooks?state=waiting&state=failed&limit=200`, () => list('webhooks', delivery));
  api.always('POST /webhooks/W/retries', () => Response.json({}, { status: 201 }));
  await page.visit('/webhook-subscriptions', 'Webhooks');
  await page.press('Resend failed…');
  const dialog = await page.findDialog('Resend failed');
  await page.user.click(dialog.getByRole('button', { name: 'Resend 1 delivery' }));
  await waitFor(() => expect(api.sentTo('POST /webhooks/W/retries')).toHaveLength(1));
});

it('a subscription says first how it is, and of each delivery what the last try brought', async () => {
  await page.visit(path, 'https://hooks.example/in');
  const [first] = screen.getAllByRole('region');
  expect(first?.getAttribute('aria-labelledby')).toBe('region-health');
  await within(screen.getByRole('region', { name: 'Health' })).findByText('4 of 4 (100 %)');
  const table = within(await screen.findByRole('table', { name: 'Deliveries' }));
  const cells = table.getAllByRole('cell').map(({ textContent }) => textContent);
  expect(cells).toEqual([
    ...['customer_created', 'Jan 2, 2025, 03:04:05 UTC', 'waiting', '503', '2', '7 ms'],
    'Jan 2, 2025, 04:00:00 UTC',
  ]);
});

it('a subscription whose data was restored says which sequence comes after the gap', async () => {
  const restarted = { from: 3, to: 1_000_001, at: EARLY };
  page.api.always(`GET ${path}/health`, () => Response.json({ ...health, restarted, day: { attempts: 0, failed: 0 } }));
  await page.visit(path, 'https://hooks.example/in');
  const region = within(screen.getByRole('region', { name: 'Health' }));
  const { parentElement: fact } = await region.findByText('Restored');
  expect(fact?.textContent).toBe('RestoredJan 2, 2025, 03:04:05 UTC: after sequence 3 comes 1000001');
});

it('failed deliveries are those that wait for their next try and those that had their last', async () => {
  page.api.always(`GET ${path}/webhooks?state=waiting&state=failed`, () => list('webhooks'));
  await page.visit(path, 'https://hooks.example/in');
  const filter = await screen.findByRole('combobox', { name: 'Status' });
  await page.user.selectOptions(filter, 'Failed so far');
  await screen.findByText('No delivery matches.');
  expect([
    location.search,
    screen.getByRole<HTMLSelectElement>('combobox', { name: 'Status' }).selectedOptions[0]?.text,
  ]).toEqual([...['?state=waiting&state=failed', 'Failed so far']]);
});

it('a delivery shows its last try, and the earlier ones when somebody asks', async () => {
  page.api.always('GET /webhooks/W', () => Response.json(delivery));
  await page.visit('/webhooks/W', 'customer_created');
  screen.getByText(/^Answered 503 after 7 ms/);
  const regions = screen.getAllByRole('region').map((region) => region.querySelector('h2')?.textContent);
  expect(regions.slice(0, 2)).toEqual(['Request of try 2', 'Response of try 2']);
  expect(screen.getByText('Connection refused').closest('details')?.open).toBe(false);
});

it('a subscription gets all topics, or those that somebody finds and chooses', async () => {
  await page.visit('/webhook-subscriptions', 'Webhooks');
  await page.user.click(screen.getByRole('link', { name: 'Create subscription' }));
  const dialog = page.dialog('Create subscription');
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'All topics' }).checked).toBe(true);
  await page.fill(dialog.getByRole('textbox', { name: 'URL' }), 'https://hooks.example/in');
  await page.user.click(dialog.getByRole('radio', { name: 'Some topics' }));
  await page.user.type(dialog.getByRole('searchbox', { name: 'Search topics' }), 'customer created');
  await page.user.click(
    within(dialog.getByRole('group', { name: 'Customers' })).getByRole('checkbox', { name: 'customer_created' }),
  );
  await page.user.click(dialog.getByRole('button', { name: 'Copy as curl' }));
  await screen.findByText('Command copied');
  expect(await navigator.clipboard.readText()).toContain('"topics":["customer_created"]');
});
