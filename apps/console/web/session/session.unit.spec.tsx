import { expect, it } from '@jest/globals';
import { until } from '@halyard/testing/waiting';
import { screen, waitFor } from '@testing-library/react';
import { ConsolePage } from '../test-support/console-page.js';
import { holdIntervals } from '../test-support/intervals.js';
import recorded from '../test-support/recorded/customers.json' with { type: 'json' };

const page = new ConsolePage(recorded);
const pass = holdIntervals();
/** A page asks for its session at this interval. */
const EVERY_MS = 75_000;

it('an open page no longer offers what another role does not allow', async () => {
  const { api } = page;
  const ada = api.place('ada');
  const keys = [`GET ${ada}`, 'GET /'];
  const offer = (isAllowed: boolean): void => {
    for (const key of keys)
      api.always(key, () => Response.json({ ...api.bodyAt('usual', key), ...(!isAllowed && { _templates: {} }) }));
  };
  await page.visit(ada, 'Ada Byron');
  page.button('Edit');
  page.button('Process bank transfers');
  api.session = { ...api.session, role: 'viewer' };
  offer(false);
  pass(EVERY_MS);
  for (const name of ['Edit', 'Process bank transfers'])
    await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());
  api.session = { ...api.session, role: 'member' };
  offer(true);
  pass(EVERY_MS);
  await screen.findByRole('button', { name: 'Edit' });
});

it('an open page whose session has ended leads to the log-in, and back', async () => {
  const { api } = page;
  await page.visit('/customers', 'Customers');
  api.always('GET /console/session', () =>
    Response.json({ code: 'NoSession', message: 'Nobody is logged in.' }, { status: 401 }),
  );
  pass(EVERY_MS);
  await until('the page leads to the log-in', () => page.left.length > 0);
  expect(page.left).toEqual(['/console/login?return=%2Fconsole%2Fcustomers']);
});

it('whoever logs out goes on to do so, though the page is refused what it reads meanwhile', async () => {
  const { api, user } = page;
  await page.visit('/customers', 'Customers');
  const refused = (): Response =>
    Response.json({ code: 'NoSession', message: 'Nobody is logged in.' }, { status: 401 });
  api.always('GET /console/session/accounts', () => Response.json({ total: 1 }));
  api.always('POST /console/logout', () => {
    api.always('GET /console/session', refused);
    return Response.json({ location: 'https://halyard.example/session/end' });
  });
  await page.press('Account menu');
  await user.click(screen.getByRole('menuitem', { name: 'Log out' }));
  await until('the page leads to the end of the session', () => page.left.length > 0);
  pass(EVERY_MS);
  await waitFor(() => expect(api.sentTo('GET /console/session').length).toBeGreaterThan(1));
  expect(page.left).toEqual(['https://halyard.example/session/end']);
});
