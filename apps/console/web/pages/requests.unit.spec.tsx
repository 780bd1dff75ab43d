import { beforeEach, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { ConsolePage } from '../test-support/console-page.js';
import recorded from '../test-support/recorded/integrations.json' with { type: 'json' };

const page = new ConsolePage(recorded);
const API = 'https://halyard.example';
const ID = '00000000-0000-7000-8000-000000000201';
const TRACE = '00000000000070008000000000000201';
const application = { id: '00000000-0000-7000-8000-000000000301', name: 'Books' };
const person = { id: '00000000-0000-7000-8000-000000000302' };
const link = (to: string) => ({ href: API + to });

const request = {
  ...{ _links: { self: link(`/requests/${ID}`) }, id: ID, created: '2026-01-02T03:04:05.000Z' },
  ...{ method: 'POST', path: '/transfers', route: '/transfers', status: 400, code: 'ValidationError' },
  ...{ durationMs: 4.2, who: { application }, address: '127.0.0.1', trace: TRACE },
};
const listOf = (...requests: readonly object[]) => Response.json({ _links: {}, _embedded: { requests } });
const refusal = { code: 'ValidationError', message: 'See the faults.', _embedded: { errors: [] } };
const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search requests' });
const rowsOf = (name: string) => within(screen.getByRole('table', { name })).getAllByRole('row');
const look = async (text: string): Promise<void> => {
  await page.fill(box(), text);
  await page.user.keyboard('{Enter}');
};

beforeEach(() => {
  page.api.always('GET /requests?by=application', () => listOf(request));
  page.api.always('GET /people', () =>
    Response.json({ _links: {}, _embedded: { people: [{ ...person, name: 'Grace Hopper' }] }, total: 1 }),
  );
});

it('a list of requests names who sent them: applications, and people with the application that they used', async () => {
  page.api.always('GET /requests?by=all', () =>
    listOf(request, { ...request, who: { application: { ...application, name: 'Halyard console' }, person } }),
  );
  await page.visit('/requests?by=all', 'Requests');
  await screen.findByText('Grace Hopper');
  const [, one, other] = rowsOf('Requests').map((row) => within(row).queryAllByRole('cell').at(-1)?.textContent);
  expect([one, other]).toEqual(['Books', 'Grace Hopper by Halyard console']);
});

it('people who may not read the team see that a person sent a request', async () => {
  page.api.session = { ...page.api.session, role: 'viewer' };
  page.api.always('GET /requests?by=person', () => listOf({ ...request, who: { application, person } }));
  await page.visit('/requests?by=person', 'Requests');
  screen.getByText('A person');
  expect(page.api.sentTo('GET /people')).toEqual([]);
});

it('a text in the searchbox becomes filters of the API, and stands there when the address is opened again', async () => {
  page.api.always('GET /requests?method=POST&status=4xx&by=application', () => listOf(request));
  await page.visit('/requests', 'Requests');
  await look('post 4xx');
  await page.shows('Requests');
  expect([location.search, box().value]).toEqual(['?method=POST&status=4xx', 'POST 4xx']);
});

it('a text that fits nothing is told beside the box, which keeps it, and the list stays', async () => {
  await page.visit('/requests', 'Requests');
  await look('coffee');
  const told = screen.getByRole('alert');
  expect(told.textContent).toContain('“coffee” is none of these');
  expect([box().value, box().getAttribute('aria-describedby')]).toEqual(['coffee', told.id]);
  expect(rowsOf('Requests')).toHaveLength(2);
});

it('a filter that the API refuses leaves the box and the last list in view', async () => {
  page.api.always('GET /requests?code=Coffee&by=application', () => Response.json(refusal, { status: 400 }));
  await page.visit('/requests', 'Requests');
  await look('Coffee');
  await within(await screen.findByRole('alert')).findByText('See the faults.');
  expect([box().value, rowsOf('Requests').length]).toEqual(['Coffee', 2]);
});

it('a refused request says first why it was refused, where, and what to do', async () => {
  const errors = [{ code: 'Invalid', message: 'Amount invalid.', path: '/amount/value' }];
  const response = { headers: {}, bytes: 99, body: { ...refusal, _embedded: { errors } } };
  page.api.always(`GET /requests/${ID}`, () => Response.json({ ...request, response, caused: { events: [] } }));
  await page.visit(`/requests/${ID}`, 'POST /transfers');
  const why = screen.getByRole('link', { name: 'What ValidationError means, and what to do' });
  expect(why.getAttribute('href')).toBe(`${API}/docs/errors/ValidationError/`);
  expect(why.closest('.note')?.textContent).toMatch(
    /^ValidationError See the faults\.\/amount\/value Amount invalid\./,
  );
  within(screen.getByRole('region', { name: 'Caused' })).getByText('It changed nothing that the log knows of.');
});

it('a request leads to the postings, events and webhooks that it caused, and to nothing that others caused', async () => {
  const [event, webhook] = ['/events/E', '/webhooks/W'].map(link);
  const timeline = link(`/transfers/${ID}/timeline`);
  const entry = (kind: string, more: object, trace = TRACE) => ({
    ...{ id: crypto.randomUUID(), kind, trace, at: request.created, recorded: request.created },
    ...more,
  });
  const posting = { amount: { value: '25.00', currency: 'USD' }, from: 'banks', to: `transit:${ID}` };
  const told = entry('event', { topic: 'transfer_created', event });
  const attempts = [{ timestamp: request.created, status: 503, durationMs: 1, webhook }];
  const delivery = { cause: told.id, attempts, subscription: link('/webhook-subscriptions/S') };
  page.api.always(`GET /transfers/${ID}/timeline?limit=200`, () =>
    Response.json({
      _links: {},
      _embedded: {
        entries: [
          entry('posting', posting),
          ...[told, entry('delivery', delivery)],
          entry('posting', { ...posting, from: `balance:${ID}` }),
          entry('posting', { ...posting, amount: { value: '1.00', currency: 'USD' } }, 'another'),
        ],
      },
    }),
  );
  page.api.always(`GET /requests/${ID}`, () =>
    Response.json({
      ...{ ...request, status: 201, code: undefined },
      caused: { timeline, events: [{ topic: 'transfer_created', event }] },
    }),
  );
  await page.visit(`/requests/${ID}`, 'POST /transfers');
  const region = within(screen.getByRole('region', { name: 'Caused' }));
  await region.findByText(/^from banks to money in transit$/, { exact: false });
  expect(region.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Posting 25.00 USD from banks to money in transit',
    'Posting 25.00 USD from balance …00000201 to money in transit',
    'Event transfer_created',
    'Webhook transfer_created 503',
    'Payment Its whole timeline',
  ]);
  expect(region.getAllByRole('link').map((one) => one.getAttribute('href'))).toEqual(
    [`/funding-sources/${ID}`, '/events/E', '/webhooks/W', `/transfers/${ID}`].map((path) => `/console${path}`),
  );
});
