import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { typing } from '../parts/use-settled.js';
import { ConsolePage } from '../test-support/console-page.js';
import { holdIntervals } from '../test-support/intervals.js';
import recorded from '../test-support/recorded/customers.json' with { type: 'json' };
import { transfersOf } from './palette-options.js';

const page = new ConsolePage(recorded);
const pass = holdIntervals();
const { onEnd } = typing;
const API = 'https://halyard.example';

/** Ends the typing, when a test says so. */
let end: () => void;

beforeEach(async () => {
  typing.onEnd = (callBack) => {
    end = () => act(callBack);
    return () => (end = () => undefined);
  };
  await page.visit(page.api.place('ada'), 'Ada Byron');
  await page.user.keyboard('{Control>}k{/Control}');
});
afterEach(() => {
  typing.onEnd = onEnd;
});

const box = () => screen.getByRole('searchbox', { name: /^Page, action/ });
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const active = () => document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent;
const resultOf = (text: string, matched = 'name') => ({
  ...{ _links: { self: { href: `${API}/customers/${text}` } }, id: text, kind: 'customer', text, matched },
});
const answerOf = (...results: readonly object[]) => Response.json({ _links: {}, _embedded: { results } });
const answer = (text: string, ...results: readonly object[]): void =>
  page.api.always(`GET /search?q=${text}`, () => answerOf(...results));
const searches = () => page.api.sent.map(({ path }) => path).filter((path) => path.startsWith('/search'));
const type = (text: string) => page.user.type(box(), text);

it('a name is looked for once nobody types any more, with one request, and the palette says that it looks', async () => {
  answer('grace', resultOf('Grace Hopper'));
  await type('grace');
  expect(searches()).toEqual([]);
  screen.getByText('Looking…');
  end();
  await screen.findByRole('option', { name: 'Grace Hopper Customer' });
  expect([searches(), screen.queryByText('Looking…')]).toEqual([['/search?q=grace'], null]);
});

it('pages are offered at once, and the arrows go through them around both ends', async () => {
  await type('re');
  expect(options()).toContain('Requests Page');
  const [first, second] = options();
  expect(active()).toBe(first);
  await page.user.keyboard('{ArrowDown}');
  expect([active(), screen.getAllByRole('option', { selected: true }).length]).toEqual([second, 1]);
  await page.user.keyboard('{ArrowUp}{ArrowUp}');
  expect(active()).toBe(options().at(-1));
});

it('Enter opens what the arrows have reached', async () => {
  answer('gra', resultOf('Grace'), resultOf('Gracia'));
  page.api.always('GET /customers/Gracia', () => Response.json({ code: 'NotFound', message: '' }, { status: 404 }));
  await type('gra');
  end();
  await screen.findByRole('option', { name: 'Gracia Customer' });
  await page.user.keyboard('{ArrowDown}{Enter}');
  expect(location.pathname).toBe('/console/customers/Gracia');
});

it('Enter before the search has ended opens the one result when it comes', async () => {
  answer('42', resultOf('42', 'id'), resultOf('43'));
  page.api.always('GET /customers/42', () => Response.json({ code: 'NotFound', message: '' }, { status: 404 }));
  await type('42{Enter}');
  expect(location.pathname).not.toBe('/console/customers/42');
  end();
  await waitFor(() => expect(location.pathname).toBe('/console/customers/42'));
});

it('an answer for a text that was typed before is not shown for the text of now', async () => {
  const asked = new Promise<(answer: Response) => void>((resolve) => {
    page.api.always('GET /search?q=gr', () => new Promise(resolve));
  });
  answer('grace', resultOf('Grace Hopper'));
  await type('gr');
  end();
  const tell = await asked;
  await type('ace');
  end();
  await screen.findByRole('option', { name: 'Grace Hopper Customer' });
  await act(() => Promise.resolve(tell(answerOf(resultOf('Grover Old')))));
  expect(options()).toEqual(['Grace Hopper Customer']);
});

it('a text that is nowhere stays, and the palette says so', async () => {
  answer('nobody');
  page.api.always('GET /idempotency-keys/nobody', () => Response.json({ code: 'NotFound' }, { status: 404 }));
  await type('nobody');
  end();
  await screen.findByText('Nothing found for “nobody”.');
  expect(box()).toHaveProperty('value', 'nobody');
});

it('what was just made is looked for again, and the palette says that nothing was found until it is there', async () => {
  page.api.once('GET /search?q=grace', () => answerOf());
  answer('grace', resultOf('Grace Hopper'));
  page.api.always('GET /idempotency-keys/grace', () => Response.json({ code: 'NotFound' }, { status: 404 }));
  await type('grace');
  end();
  const said = await screen.findByText('Nothing found for “grace”.');
  act(() => pass(2_000));
  expect(said.textContent).toBe('Nothing found for “grace”.');
  for (let turn = 0; turn < 10; turn += 1) await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(options()).toEqual(['Grace Hopper Customer']);
});

it('an amount leads to the transfers of that amount, without waiting for a search', async () => {
  page.api.always('GET /transfers?startAmount=25.00&endAmount=25.00', () =>
    Response.json({ code: 'NotFound' }, { status: 404 }),
  );
  page.api.always('GET /payments?startAmount=25.00&endAmount=25.00', () =>
    Response.json({ code: 'NotFound' }, { status: 404 }),
  );
  await type('25.00');
  expect(options()).toEqual(['Transfers of 25.00 USD List']);
  await page.user.keyboard('{Enter}');
  expect(location.pathname + location.search).toBe('/console/transfers?startAmount=25.00&endAmount=25.00');
});

it.each([
  ['25', '25.00', false],
  ['$1,250.50', '1250.50', true],
  ['007', '7.00', false],
])('%s is the amount %s', (text, amount, hasCents) => {
  expect(transfersOf(text)).toMatchObject({ to: `/transfers?startAmount=${amount}&endAmount=${amount}`, hasCents });
});

it.each(['', '1,2', '25.0', '12345678901', 'R01', '1.000'])('“%s” is no amount', (text) => {
  expect(transfersOf(text)).toBeUndefined();
});

it('Escape closes the palette, and gives the focus back', async () => {
  await page.user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  const opener = page.button('Commands');
  opener.focus();
  await page.user.keyboard('{Meta>}k{/Meta}');
  expect(within(screen.getByRole('dialog', { name: 'Commands' })).getByRole('searchbox')).toBe(document.activeElement);
  await page.user.keyboard('{Escape}');
  expect(document.activeElement).toBe(opener);
});
