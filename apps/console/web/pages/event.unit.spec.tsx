import { beforeEach, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { ConsolePage } from '../test-support/console-page.js';
import recorded from '../test-support/recorded/banks.json' with { type: 'json' };

const page = new ConsolePage(recorded);

const ID = '00000000-0000-7000-8000-000000000101';
const RESOURCE = '00000000-0000-7000-8000-000000000102';
const TRACE = '00000000000070008000000000000103';
const path = `/events/${ID}`;
const link = (to: string) => ({ href: `https://halyard.example${to}` });
const list = (name: string, ...items: readonly object[]) =>
  Response.json({ _links: {}, _embedded: { [name]: items }, total: items.length });
const event = {
  _links: { self: link(path), resource: link(`/documents/${RESOURCE}`) },
  ...{ id: ID, created: '2026-01-02T03:04:05.000Z', topic: 'customer_created', resourceId: RESOURCE },
};
const request = {
  _links: { self: link('/requests/R') },
  ...{ id: 'R', method: 'POST', path: '/customers', route: '/customers', status: 201, durationMs: 1, trace: TRACE },
  ...{ created: event.created, address: '', who: { application: { id: 'books', name: 'Books' } } },
};
const requestsOf = (id: string) => `GET /requests?by=all&resource=${id}&method=POST&method=DELETE&limit=5`;
const region = (name: string) => within(screen.getByRole('region', { name }));
const factOf = (name: string) => screen.getByText(name, { selector: 'dt' }).nextSibling;

beforeEach(() => {
  const { api } = page;
  api.always(`GET ${path}`, () => Response.json(event));
  api.always(`GET ${path}?embed=resource`, () => Response.json(event));
  api.always(requestsOf(RESOURCE), () => list('requests'));
  api.always('GET /webhook-subscriptions', () => list('webhook-subscriptions'));
});

it('an event shows its payload as JSON, whose links lead to pages', async () => {
  await page.visit(path, 'customer_created');
  expect(region('Payload').getByText(path, { exact: false, selector: 'a' }).getAttribute('href')).toBe(
    `/console${path}`,
  );
  expect(screen.getByRole('region', { name: 'Payload' }).textContent).toContain('"topic": "customer_created"');
});

it('an event shows its resource as it was then', async () => {
  const snapshot = { ...event, _embedded: { resource: { firstName: 'Grace' } } };
  page.api.always(`GET ${path}?embed=resource`, () => Response.json(snapshot));
  await page.visit(path, 'customer_created');
  await region('Resource then').findByText('"Grace"');
  expect(screen.getByRole('region', { name: 'Resource then' }).textContent).toContain('"firstName": "Grace"');
});

it.each([
  ['erased', /^The person it is about was erased/],
  ['unknown', /^No snapshot was kept/],
  ['damaged', /can’t be decrypted/],
])('an event without a snapshot says why: %s', async (resourceSnapshot, reason) => {
  page.api.always(`GET ${path}?embed=resource`, () => Response.json({ ...event, resourceSnapshot }));
  await page.visit(path, 'customer_created');
  await region('Resource then').findByText(reason);
  region('Resource then').getByRole('link', { name: 'As it is now' });
});

it('an event names who caused it, by the request that the log says it comes of', async () => {
  const { api } = page;
  const other = { ...request, id: 'Q', _links: { self: link('/requests/Q') } };
  api.always(requestsOf(RESOURCE), () => list('requests', other, request));
  api.always('GET /requests/Q', () => Response.json({ ...other, caused: { events: [] } }));
  api.always('GET /requests/R', () =>
    Response.json({ ...request, caused: { events: [{ topic: event.topic, event: link(path) }] } }),
  );
  await page.visit(path, 'customer_created');
  const cause = await screen.findByRole('link', { name: 'POST /customers' });
  expect([cause.getAttribute('href'), factOf('Caused by')?.textContent]).toEqual([
    ...['/console/requests/R', 'Books by POST /customers'],
  ]);
});

it('an event of a transfer has its amount and its cause, as the timeline of the transfer tells it', async () => {
  const { api } = page;
  const resource = { amount: { value: '25.00', currency: 'USD' }, _links: {} };
  const own = { ...event, _links: { self: link(path), resource: link(`/transfers/${RESOURCE}`) } };
  const entry = (kind: string, more: object) => ({ id: kind, kind, at: '', recorded: '', ...more });
  api.always(`GET ${path}`, () => Response.json(own));
  api.always(`GET ${path}?embed=resource`, () => Response.json({ ...own, _embedded: { resource } }));
  api.always(`GET /transfers/${RESOURCE}/timeline?limit=200`, () =>
    list(
      'entries',
      entry('request', { trace: 'another', requestId: 'Q' }),
      entry('request', { trace: TRACE, requestId: 'R' }),
      entry('event', { trace: TRACE, event: link(path) }),
    ),
  );
  api.always('GET /requests/R', () => Response.json(request));
  await page.visit(path, 'customer_created');
  await screen.findByRole('link', { name: 'POST /customers' });
  expect(factOf('Amount')?.textContent).toBe('25.00 USD');
});

it('events of a list say what they are about by name, with the amount, though the owner may answer later', async () => {
  const { api } = page;
  const source = link(api.place('customer'));
  const resource = { amount: { value: '25.00', currency: 'USD' }, _links: { source, destination: source } };
  const own = { ...event, _links: { self: link(path), resource: link(`/transfers/${RESOURCE}`) } };
  let answer: ((response: Response) => void) | undefined;
  api.always('GET /events', () => list('events', own));
  api.always('GET /events?embed=resource', () => new Promise((resolve) => (answer = resolve)));
  await page.visit('/events', 'Events');
  const table = within(screen.getByRole('table', { name: 'Events' }));
  table.getByRole('link', { name: /^Transfer …/ });
  answer?.(Response.json({ _links: {}, _embedded: { events: [{ ...own, _embedded: { resource } }] }, total: 1 }));
  await table.findByRole('link', { name: 'Transfer from Ada Byron to Ada Byron' });
  table.getByText('25.00');
});

it('events are found by topic and by id, and a text that is neither is told beside the box', async () => {
  const { api } = page;
  api.always('GET /events', () => list('events', event));
  api.always('GET /events?embed=resource', () => list('events', event));
  api.always(`GET /events?topic=transfer_created&resourceId=${RESOURCE}`, () => list('events'));
  await page.visit('/events', 'Events');
  const box = screen.getByRole('searchbox', { name: 'Search events' });
  await page.fill(box, 'coffee');
  await page.user.keyboard('{Enter}');
  expect(screen.getByRole('alert').textContent).toMatch(/^“coffee” is neither a topic/);
  await page.fill(box, `transfer_created ${RESOURCE}`);
  await page.user.keyboard('{Enter}');
  expect(location.search).toBe(`?topic=transfer_created&resourceId=${RESOURCE}`);
  await screen.findByText(/^No event/);
});
