import { expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { ConsolePage } from '../test-support/console-page.js';
import recorded from '../test-support/recorded/banks.json' with { type: 'json' };

const page = new ConsolePage(recorded);

const path = '/events/00000000-0000-7000-8000-000000000101';
const link = (to: string) => ({ href: `https://halyard.example${to}` });
const event = {
  _links: { self: link(path), resource: link('/customers/00000000-0000-7000-8000-000000000102') },
  id: '00000000-0000-7000-8000-000000000101',
  created: '2026-01-02T03:04:05.000Z',
  topic: 'customer_created',
  resourceId: '00000000-0000-7000-8000-000000000102',
};

it.each([
  ['as it was then', { ...event, _embedded: { resource: { firstName: 'Grace' } } }, /"firstName": "Grace"/],
  ['as it is now, if no snapshot was kept', event, /^No snapshot was kept\./],
])('an event shows what it is about %s', async (_, snapshot, shown) => {
  const { api } = page;
  api.always(`GET ${path}`, () => Response.json(event));
  api.always(`GET ${path}?embed=resource`, () => Response.json(snapshot));
  api.always('GET /webhook-subscriptions', () =>
    Response.json({ _links: {}, _embedded: { 'webhook-subscriptions': [] }, total: 0 }),
  );
  await page.visit(path, 'customer_created');
  const region = within(screen.getByRole('region', { name: 'Resource then' }));
  expect(await region.findByText(shown)).toBeTruthy();
});
