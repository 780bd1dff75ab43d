import { expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { ConsolePage } from '../test-support/console-page.js';
import { holdIntervals } from '../test-support/intervals.js';
import recorded from '../test-support/recorded/payments.json' with { type: 'json' };

const page = new ConsolePage(recorded);
const PAYMENT = /^[\d,]+\.\d\d USD from .+ to .+/;
const pass = holdIntervals();

const MINUTE_S = 60;
/** Ten consoles ask ten times a minute at most. */
const ASKED_MAX = 1;

const links = (path: string) => ({ self: { href: `https://halyard.example${path}` } });
const list = (path: string, name: string, items: readonly object[] = []): object => ({
  _links: { ...links(path), first: links(path).self },
  _embedded: { [name]: items },
});

/** Lets what is on its way arrive, and time pass, second by second. */
async function second(): Promise<void> {
  pass(1_000);
  for (let turn = 0; turn < 5; turn += 1) await act(() => new Promise((resolve) => setTimeout(resolve)));
}

/** How often a page asks in a minute in which nobody uses it. */
async function askedInAMinute(): Promise<number> {
  // The page reads a few times more after something has ended.
  for (let n = 0; n < 15; n += 1) await second();
  const before = page.api.sent.length;
  for (let n = 0; n < MINUTE_S; n += 1) await second();
  return page.api.sent.length - before;
}

it('the page of a payment that has ended does not ask for it again and again', async () => {
  page.api.goTo('begun');
  await page.visit(page.api.place('main leg'), PAYMENT);
  expect(await askedInAMinute()).toBeGreaterThan(MINUTE_S);
  page.api.goTo('settled');
  expect(await askedInAMinute()).toBeLessThanOrEqual(ASKED_MAX);
  await waitFor(() => expect(screen.getByRole('region', { name: 'Timeline' }).textContent).toContain('processed'));
});

it('the page of a webhook that was delivered does not ask for it again and again', async () => {
  const path = '/webhooks/00000000-0000-7000-8000-0000000000a1';
  const webhook = (state: string) => ({ _links: links(path), topic: 'customer_created', state, attempts: [] });
  page.api.always(`GET ${path}`, () => Response.json(webhook('waiting')));
  await page.visit(path, 'customer_created');
  expect(await askedInAMinute()).toBeGreaterThan(MINUTE_S / 2);
  page.api.always(`GET ${path}`, () => Response.json(webhook('delivered')));
  expect(await askedInAMinute()).toBeLessThanOrEqual(ASKED_MAX);
});

it('Team asks again while somebody is invited, and not when nobody is', async () => {
  const invitation = { _links: links('/invitations/1'), email: 'ada@example.com', role: 'member' };
  page.api.always('GET /people', () => Response.json(list('/people', 'people')));
  page.api.always('GET /invitations', () => Response.json(list('/invitations', 'invitations', [invitation])));
  await page.visit('/team', 'Team');
  expect(await askedInAMinute()).toBeGreaterThan(ASKED_MAX);
  page.api.always('GET /invitations', () => Response.json(list('/invitations', 'invitations')));
  // The page reads a few times more after something has ended.
  await askedInAMinute();
  await askedInAMinute();
  expect(await askedInAMinute()).toBeLessThanOrEqual(ASKED_MAX);
});

it('what was refused is not asked for again', async () => {
  const refusal = { code: 'Forbidden', message: 'Not authorized for this resource.' };
  for (const path of ['/people', '/invitations'])
    page.api.always(`GET ${path}`, () => Response.json(refusal, { status: 403 }));
  await page.visit('/team', 'Team');
  expect(await askedInAMinute()).toBeLessThanOrEqual(ASKED_MAX);
});

it('the log of requests shows those of applications, unless the address says otherwise', async () => {
  const { api } = page;
  const request = (path: string): object => ({
    _links: links(`/requests/${path.length}`),
    id: path,
    path,
    who: { application: { id: 'books', name: 'Books' } },
  });
  for (const by of ['application', 'person', 'all'])
    api.always(`GET /requests?by=${by}`, () => Response.json(list('/requests', 'requests', [request(`/of-${by}`)])));
  await page.visit('/requests', 'Requests');
  await screen.findByText('/of-application');
  const choice = screen.getByRole('combobox', { name: 'By' });
  await page.user.selectOptions(choice, 'People');
  await screen.findByText('/of-person');
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'By' }), 'All');
  await screen.findByText('/of-all');
  expect(location.search).toBe('?by=all');
});

it('every request asks that what it would ignore is refused', async () => {
  page.api.goTo('settled');
  await page.visit(page.api.place('main leg'), PAYMENT);
  for (const { headers } of page.api.sent) expect(headers.get('prefer')).toBe('handling=strict');
});
