import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { ConsolePage } from '../test-support/console-page.js';
import recorded from '../test-support/recorded/integrations.json' with { type: 'json' };

const page = new ConsolePage(recorded);
const copied = () => navigator.clipboard.readText();

it('a new secret is shown once, after a fresh log-in under the key of the press before', async () => {
  const { api } = page;
  const application = api.place('application');
  const key = `POST ${application}/secrets`;
  api.once(key, () => Response.json({ code: 'FreshLogInRequired', message: 'Log in again.' }, { status: 401 }));
  api.always(key, () => api.recordedAt('rotated', key));
  let kept: unknown;
  api.always('POST /console/forms', ({ body }) => {
    kept = body;
    return Response.json({});
  });
  api.always('POST /console/forms/taken', () => Response.json(kept));
  await page.visit(application, 'Books');
  await page.press('Rotate secret');
  await waitFor(() => expect(page.left).toHaveLength(1));
  await page.load('Books');
  expect(screen.queryByRole('dialog')).toBeNull();
  await page.press('Rotate secret');
  const dialog = await page.findDialog('New secret');
  dialog.getByText(String(api.bodyAt('rotated', key)['secret']));
  const keys = api.sentTo(key).map(({ headers }) => headers.get('idempotency-key'));
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  await page.escape('New secret');
  expect(document.body.textContent).not.toContain(api.bodyAt('rotated', key)['secret']);
  expect(document.activeElement).toBe(page.button('Rotate secret'));
});

it('a form is copied as a command without the secret that the page has made', async () => {
  await page.visit('/webhook-subscriptions', 'Webhooks');
  await page.user.click(screen.getByRole('link', { name: 'Create subscription' }));
  const dialog = page.dialog('Create subscription');
  await page.fill(dialog.getByRole('textbox', { name: 'URL' }), 'https://hooks.example/halyard');
  await page.user.click(dialog.getByRole('button', { name: 'Copy as curl' }));
  await screen.findByText('Command copied');
  expect(await copied()).toContain('"secret":"[secret]"');
});

it('a subscription belongs to one of the account’s own applications, which is asked for where it can’t be left out', async () => {
  const { api } = page;
  const key = 'GET /applications';
  const { _embedded, ...list } = api.bodyAt('usual', key);
  const [server] = (_embedded as { readonly applications: readonly object[] }).applications;
  const others = [
    { ...server, id: '00000000-0000-7000-8000-0000000000b1', name: 'Second', kind: 'server' },
    { ...server, id: '00000000-0000-7000-8000-0000000000b2', name: 'The console', kind: 'first-party' },
  ];
  api.always(key, () => Response.json({ ...list, _embedded: { applications: [server, ...others] } }));
  await page.visit('/webhook-subscriptions', 'Webhooks');
  await page.user.click(screen.getByRole('link', { name: 'Create subscription' }));
  const field = await page.dialog('Create subscription').findByRole<HTMLSelectElement>('combobox', {
    name: /^Application/,
  });
  expect([...field.options].map(({ text }) => text)).toEqual(['Choose…', 'Books', 'Second']);
  expect(field.getAttribute('aria-required')).toBe('true');
});
