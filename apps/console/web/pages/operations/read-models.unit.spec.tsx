import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ConsolePage } from '../../test-support/console-page.js';
import recorded from '../../test-support/recorded/customers.json' with { type: 'json' };

const page = new ConsolePage(recorded);
const API = 'https://halyard.example';
const PATH = '/operations/transfers/read-models/00000000-0000-7000-8000-000000000701';
const AT = '2025-01-02T03:04:05.000Z';
const link = (to: string) => ({ href: API + to });
const list = (items: readonly object[]) =>
  Response.json({ _links: {}, _embedded: { 'read-models': items }, total: items.length });
const template = (to: string, properties: readonly object[] = []) => ({
  ...{ title: '', method: 'POST', target: API + to, contentType: 'application/json', properties },
});
const perSecond = { name: 'perSecond', prompt: 'Per second', type: 'number', step: 1, min: 1, max: 1_000_000 };

const model = (rebuild?: object) => ({
  _links: {
    ...{ self: link(PATH), rebuild: link(`${PATH}/rebuilds`) },
    ...(rebuild && { stop: link(`${PATH}/rebuilds/stop`), swap: link(`${PATH}/rebuilds/swap`) }),
  },
  ...{ id: PATH.split('/').at(-1), name: 'ledger', sources: ['payment-'], state: 'current', lag: 0 },
  ...(rebuild && { rebuild }),
});
const _templates = {
  rebuild: template(`${PATH}/rebuilds`, [perSecond]),
  stop: template(`${PATH}/rebuilds/stop`),
  swap: template(`${PATH}/rebuilds/swap`),
};
const at = { begun: AT, of: 1_250_000, perSecond: 15_000 };
const filling = { ...at, state: 'filling', events: 250_000, secondsLeft: 67 };
const differing = (rows: number, first: readonly object[]) => ({
  ...at,
  ...{ state: 'differs', events: 1_250_000, differences: { rows, first } },
});

/** What transfers answers now. The other services have no read models. */
let current: object;
beforeEach(() => {
  page.api.session = { ...page.api.session, role: 'operator' };
  for (const service of ['funding-sources', 'webhooks'])
    page.api.always(`GET /operations/${service}/read-models`, () => list([]));
  page.api.always('GET /operations/transfers/read-models', () => list([current]));
  page.api.always(`GET ${PATH}`, () => Response.json({ ...current, _templates }));
});

const table = () => within(screen.getByRole('table', { name: 'Read models' }));
const cellOf = (column: string): string | null | undefined =>
  table()
    .getAllByRole('cell')
    .find((cell) => cell.dataset['label'] === column)?.textContent;
const textsOf = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent);
const show = async (one: object) => {
  current = one;
  await page.visit('/operations/read-models', 'Read models');
  await table().findByText('ledger');
};
const act = async (rel: string, button: string) => {
  page.api.always(`POST ${PATH}/${rel}`, () => new Response(null, { status: 202 }));
  await page.press(button);
  return page.findDialog(button);
};
const sentTo = (rel: string) => page.api.sent.filter(({ path }) => path === `${PATH}/${rel}`).map(({ body }) => body);

describe('the row of a model that is rebuilt', () => {
  it('has the state of the rebuild, how far it has come, and what is left', async () => {
    await show(model(filling));
    expect([cellOf('State'), cellOf('Rebuild')]).toEqual([
      'current',
      'filling 250,000 of 1,250,000 events, 15,000/s, 67 s leftbegun Jan 2, 2025, 03:04:05 UTC',
    ]);
    const bar = table().getByRole<HTMLProgressElement>('progressbar', { name: 'Rebuild of ledger' });
    expect([bar.value, bar.max]).toEqual([250_000, 1_250_000]);
  });

  it('is read again while there is a rebuild', async () => {
    await show(model(filling));
    current = model({ ...filling, events: 1_000_000, secondsLeft: 5_400 });
    await table().findByText('1,000,000 of 1,250,000 events, 15,000/s, 1 h 30 min left');
    current = model({ ...filling, events: 1_300_000, perSecond: 0, secondsLeft: undefined });
    await table().findByText('1,300,000 of 1,300,000 events');
    current = model();
    await waitFor(() => expect(table().queryByRole('progressbar')).toBeNull());
    expect(cellOf('Rebuild')).toBeUndefined();
  });

  it('says at which event it has stopped, and why', async () => {
    const stoppedAt = { stream: 'payment-7', revision: 3, id: 'x', type: 'PaymentMade', cause: 'Error: no such bank' };
    await show(model({ ...filling, state: 'stopped', stoppedAt }));
    expect(cellOf('Rebuild')).toMatch(/^stopped .*PaymentMade payment-7 3: Error: no such bankbegun/);
    expect(cellOf('Stopped at')).toBeUndefined();
  });

  it('has no such column, and only the button that begins one, while there is none', async () => {
    await show(model());
    expect([cellOf('Rebuild'), textsOf(table().getAllByRole('button'))]).toEqual([...[undefined, ['Rebuild']]]);
  });
});

describe('an operator', () => {
  it('begins a rebuild at a pace, or as fast as it can', async () => {
    await show(model());
    let dialog = await act('rebuilds', 'Rebuild');
    dialog.getByText(/takes its place when the two are equal/);
    await page.user.click(dialog.getByRole('button', { name: 'Rebuild' }));
    await screen.findByText('The model is being rebuilt');
    dialog = await act('rebuilds', 'Rebuild');
    await page.fill(dialog.getByRole('textbox', { name: /^Events per second, at most/ }), '5000');
    await page.user.click(dialog.getByRole('button', { name: 'Rebuild' }));
    await screen.findByText('The model is being rebuilt');
    expect(sentTo('rebuilds')).toEqual([{}, { perSecond: 5_000 }]);
  });

  it('changes the pace of the rebuild that there is', async () => {
    await show(model(filling));
    (await act('rebuilds', 'Rebuild')).getByText(/^There is a rebuild already. This changes its pace./);
  });

  it.each([
    ['rebuilds/stop', 'Stop', /its rows are dropped/, 'The rebuild has ended'],
    ['rebuilds/swap', 'Swap', /although they differ/, 'The rebuild takes the place of the model that served'],
  ])('is asked before %s', async (rel, button, question, told) => {
    await show(model(differing(1, [{ key: 'ledger_totals 1', rebuilt: {} }])));
    const dialog = await act(rel, button);
    dialog.getByText(question);
    dialog.getByText(`${button}: ledger?`);
    expect(sentTo(rel)).toEqual([]);
    await page.user.click(dialog.getByRole('button', { name: button }));
    await screen.findByText(told);
    expect(sentTo(rel)).toHaveLength(1);
  });
});

describe('differences of a rebuild', () => {
  const differences = async () => within(await screen.findByRole('region', { name: 'What differs: ledger' }));
  /** The cells of each table, by what it is of. */
  const cells = async (rows: number, first: readonly object[]) => {
    await show(model(differing(rows, first)));
    const tables = (await differences()).getAllByRole('table');
    const cellsOf = (part: HTMLElement) => textsOf(within(part).getAllByRole('cell'));
    return Object.fromEntries(tables.map((part) => [part.getAttribute('aria-label') ?? '', cellsOf(part)]));
  };

  it('are the members in which the rows differ', async () => {
    const serves = { posted_minor: '500', account: 'a', closed: null, at: { day: 1 } };
    const rebuilt = { posted_minor: '700', account: 'a', closed: true, at: { day: 2 } };
    expect(await cells(1, [{ key: 'ledger_balances a', serves, rebuilt }])).toEqual({
      'ledger_balances a': [
        ...['posted_minor', '500', '700'],
        ...['closed', 'null', 'true'],
        ...['at', '{\n  "day": 1\n}', '{\n  "day": 2\n}'],
      ],
    });
  });

  it('show which of the two lacks a row', async () => {
    const first = [
      { key: 'transfers a', serves: { id: 'a' } },
      { key: 'transfers b', rebuilt: { id: 'b' } },
    ];
    expect(await cells(2, first)).toEqual({
      'transfers a': ['{\n  "id": "a"\n}', 'absent'],
      'transfers b': ['absent', '{\n  "id": "b"\n}'],
    });
  });

  it('name the members that are not shown, if no others differ', async () => {
    const row = { name: '[name]', type: 'checking', number: '[account-number]' };
    expect(await cells(1, [{ key: 'facts a', serves: row, rebuilt: row }])).toEqual({
      'facts a': [...['name', '[name]', '[name]'], ...['number', '[account-number]', '[account-number]']],
    });
  });

  it('show a long text whole, in a box that scrolls', async () => {
    const long = 'a word '.repeat(1_000);
    const found = await cells(1, [{ key: 'facts a', serves: { text: long }, rebuilt: { text: '' } }]);
    expect(found).toEqual({ 'facts a': ['text', JSON.stringify(long), '""'] });
    expect((await differences()).getByText(JSON.stringify(long)).closest('.json')).not.toBeNull();
  });

  it('are counted, and the first of them are shown', async () => {
    const first = Array.from({ length: 10 }, (_, n) => ({ key: `transfers ${n}`, rebuilt: n }));
    expect(Object.keys(await cells(12_345, first))).toEqual(first.map(({ key }) => key));
    (await differences()).getByText(/^12,345 rows differ from the model that serves; these are the first 10\./);
    expect(cellOf('Rebuild')).toContain('12,345 rows differ');
  });
});
