import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { ConsolePage } from '../test-support/console-page.js';
import recorded from '../test-support/recorded/customers.json' with { type: 'json' };

const page = new ConsolePage(recorded);
const AT = '2025-01-02T03:04:05.000Z';

it('a key is found by the button beside its field, and names what was made under it', async () => {
  const { api } = page;
  const customer = api.place('ada');
  const id = customer.split('/').at(-1) ?? '';
  const use = {
    ...{ _links: { resource: { href: `https://halyard.example${customer}` } }, method: 'POST', path: '/customers' },
    ...{ firstUsed: AT, expires: AT, at: AT, state: 'done', status: 201, application: { id: 'books', name: 'Books' } },
  };
  api.always('GET /idempotency-keys/order%2F17', () => Response.json({ _links: {}, key: 'order/17', uses: [use] }));
  api.always('GET /requests?key=order/17', () => Response.json({ _links: {}, _embedded: { requests: [] } }));
  api.always(`GET /customers?limit=50&id=${id}`, () =>
    Response.json({ _links: {}, _embedded: { customers: [{ _links: {}, id, firstName: 'Ada', lastName: 'Byron' }] } }),
  );
  await page.visit('/idempotency-keys', 'Idempotency keys');
  await page.fill(screen.getByRole('searchbox', { name: 'Key' }), 'order/17');
  await page.press('Find key');
  expect((await screen.findByRole('link', { name: 'Customer Ada Byron' })).getAttribute('href')).toBe(
    `/console${customer}`,
  );
  screen.getByText('Done');
  screen.getByRole('link', { name: 'Books' });
});

it('a key that nobody used is told, and stays in the field', async () => {
  const { api } = page;
  api.always('GET /idempotency-keys/none', () => Response.json({ code: 'NotFound', message: '' }, { status: 404 }));
  api.always('GET /requests?key=none', () => Response.json({ code: 'NotFound', message: '' }, { status: 404 }));
  await page.visit('/idempotency-keys/none', 'Idempotency keys');
  screen.getByText('No such key');
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Key' }).value).toBe('none');
});
