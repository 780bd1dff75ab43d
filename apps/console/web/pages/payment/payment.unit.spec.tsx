import { returnCodes } from '@halyard/core/return-codes';
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ConsolePage } from '../../test-support/console-page.js';
import recorded from '../../test-support/recorded/payments.json' with { type: 'json' };

const page = new ConsolePage(recorded);
const PAYMENT = /^[\d,]+\.\d\d USD from .+ to .+/;

const region = (name: string) => within(screen.getByRole('region', { name }));
const texts = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent);
const rows = () => region('Timeline').queryAllByRole('listitem');
const headings = () => texts(region('Timeline').queryAllByRole('heading', { level: 3 }));
const choose = (name: string, choice: string) =>
  page.user.selectOptions(region('Timeline').getByRole('combobox', { name }), choice);
const open = (place: number) => {
  const summary = rows()[place]?.querySelector('summary');
  if (!summary) throw new Error(`there is no row ${place}`);
  return page.user.click(summary);
};
const legs = ['Payment', 'Leg 1: 40.00 USD', 'Leg 2: 40.00 USD', 'Leg 3: 40.00 USD', 'Fee 1: 1.00 USD'];

describe('a payment', () => {
  it('is the same page from its own id and from that of each of its legs', async () => {
    const { api } = page;
    api.goTo('settled');
    const seen = new Set<string>();
    for (const place of ['payment', 'main leg', 'leg 1 beside it', 'leg 2 beside it']) {
      await page.visit(api.place(place), PAYMENT);
      const flow = await screen.findByRole('figure', {
        name: /^Flow: Ada Sender · Checking ••7701, then [^…]*Ada Receiver · Checking ••7702$/,
      });
      const table = within(screen.getByRole('table', { name: 'Legs' }));
      // The header, three legs, and the fee.
      await waitFor(() => expect(table.getAllByRole('row')).toHaveLength(5));
      await waitFor(() => expect(table.queryByRole('link', { name: /^…/ })).toBeNull());
      seen.add(JSON.stringify([flow.getAttribute('aria-label'), texts(table.getAllByRole('row'))]));
    }
    expect([...seen]).toHaveLength(1);
  });

  it('tells its story leg by leg, and goes on while rows are open', async () => {
    const { api } = page;
    api.goTo('begun');
    await page.visit(api.place('main leg'), PAYMENT);
    for (const place of [0, 1]) await open(place);
    api.goTo('settled');
    const { _embedded } = api.bodyAt('settled', `GET ${api.place('main leg')}/timeline?limit=200`);
    const { entries } = _embedded as { readonly entries: readonly unknown[] };
    await waitFor(() => expect(rows()).toHaveLength(entries.length));
    await waitFor(() => expect(headings()).toEqual(legs));
    expect(
      region('Timeline')
        .getAllByRole('listitem')
        .filter((row) => row.querySelector('details[open]')),
    ).toHaveLength(2);
    for (const [place, isAtBank, postings] of [
      [1, true, ['banks → transit']],
      [2, false, ['transit → balance']],
      [3, true, ['balance → transit', 'transit → banks']],
    ] as const) {
      await choose('Leg', legs[place] ?? '');
      expect(headings()).toEqual([legs[place]]);
      const told = texts(rows()).join(' ');
      expect([place, told.includes('Bank settled'), told.includes('State processed')]).toEqual([place, isAtBank, true]);
      const found = [...told.matchAll(/Posting (\w+)[^→]*→ (\w+)/g)].map(([, from, to]) => `${from} → ${to}`);
      expect(found).toEqual(postings);
    }
  });

  it('tells its story in the account’s time, with the system’s beside it where they differ', async () => {
    const { api } = page;
    api.goTo('settled');
    const told = { payment: { href: api.place('payment') }, missing: [] };
    const entry = (id: string, at: string, recorded: string) => ({
      ...{ id, at, recorded, kind: 'bank', did: 'settled', because: id === '1' ? 'simulation' : 'clock' },
    });
    const entries = [
      entry('1', '2031-01-02T12:00:00.000Z', '2026-11-29T10:00:00.000Z'),
      entry('2', '2031-01-02T12:00:00.000Z', '2031-01-02T12:00:00.040Z'),
      entry('3', '2031-01-05T06:00:00.000Z', '2026-11-29T10:00:01.000Z'),
    ];
    api.always(`GET ${api.place('main leg')}/timeline?limit=200`, () =>
      Response.json({ _links: {}, ...told, _embedded: { entries } }),
    );
    await page.visit(api.place('main leg'), PAYMENT);
    await waitFor(() => expect(rows()).toHaveLength(3));
    expect(rows().map((row) => [...row.querySelectorAll('time')].map(({ dateTime }) => dateTime))).toEqual([
      ['2031-01-02T12:00:00.000Z', '2026-11-29T10:00:00.000Z'],
      ['2031-01-02T12:00:00.000Z'],
      ['2031-01-05T06:00:00.000Z', '2026-11-29T10:00:01.000Z'],
    ]);
    expect(texts(rows().map((row) => row.querySelector<HTMLElement>('.gap') ?? row)).slice(1)).toEqual([
      '+0 ms',
      '+3 days',
    ]);
    expect(texts(rows()).map((text) => /settled · (.*?) ?(?:recorded|Copy|$)/.exec(text)?.[1])).toEqual([
      'simulated',
      'due by the clock',
      'due by the clock',
    ]);
  });

  it('tells its story by kind and by failure, with its traces', async () => {
    const { api, user } = page;
    api.goTo('returned');
    await page.visit(api.place('returned'), PAYMENT);
    const story = region('Timeline');
    for (const kind of ['Request', 'State', 'Bank', 'Event']) story.getAllByText(kind, { selector: 'strong' });
    const all = rows().length;
    expect(rows().filter((row) => row.querySelector('time[datetime]'))).toHaveLength(all);
    await choose('Kind', 'State');
    expect(rows().length).toBeLessThan(all);
    expect(story.getAllByText('State', { selector: 'strong' })).toHaveLength(rows().length);
    await user.click(story.getByRole('checkbox', { name: 'Failures only' }));
    expect(texts(rows())).toEqual([expect.stringContaining('failed')]);
    await choose('Kind', 'all');
    story.getByText('Bank', { selector: 'strong' });
    await user.click(story.getByRole('checkbox', { name: 'Failures only' }));
    await user.click(story.getAllByRole('button', { name: 'Copy trace id' })[0] ?? document.body);
    await screen.findByText('Trace id copied');
  });

  it('is returned with any code of the network, and says what to tell the customer', async () => {
    const { api, user } = page;
    const key = `POST ${api.place('returned')}/simulation`;
    api.goTo('pending');
    await page.visit(api.place('returned'), PAYMENT);
    await page.press('Process as returned…');
    const dialog = page.dialog('Process as returned');
    const codes = dialog.getByRole('combobox', { name: 'Return code' });
    expect(texts(within(codes).getAllByRole('option'))).toEqual(
      Object.entries(returnCodes).map(([code, { title }]) => `${code} ${title}`),
    );
    await user.selectOptions(codes, 'R02 Account Closed');
    dialog.getByText(returnCodes.R02.description);
    expect(dialog.getByRole('checkbox', { name: 'Late' })).toHaveProperty('checked', false);
    api.goTo('returned');
    await user.click(dialog.getByRole('button', { name: 'Process' }));
    await screen.findByText('This transfer is failed.');
    expect(api.sentTo(key)[0]?.body).toEqual({ action: 'fail', code: 'R02' });
    const advice = within(await screen.findByRole('region', { name: 'What to tell the customer' }));
    await advice.findByText('R02 Account Closed');
    for (const term of ['At the bank', 'At the customer', 'What may be tried next']) advice.getByText(term);
    for (const name of ['Cancel transfer', 'Process', 'Process as returned…']) {
      expect(page.button(name)).toHaveProperty('disabled', true);
      const why = document.getElementById(page.button(name).getAttribute('aria-describedby') ?? '');
      expect(why?.textContent).toBe('This transfer is failed.');
    }
  });
});

it('a payment says what it takes of the limit of its sender', async () => {
  await page.visit(page.api.place('limited'), PAYMENT);
  const term = await screen.findByText(/^Of the limit of the week from \d{4}-\d\d-\d\d$/);
  expect(term.nextElementSibling?.textContent).toBe('6.00 USD');
});

describe('what the banks of the sandbox handled', () => {
  it('is shown for each transfer, with its code', async () => {
    const { api } = page;
    api.goTo('handled');
    await page.visit('/transfers?correlationId=chosen', 'Transfers');
    await page.press('Process bank transfers');
    const { total } = api.bodyAt('handled', 'POST /sandbox-simulations');
    await screen.findByText(new RegExp(`^${String(total)} transfers? handled by banks$`));
    const table = within(screen.getByRole('table', { name: 'Handled transfers' }));
    const returned = (await table.findByRole('cell', { name: /^R01/ })).closest('tr');
    expect(returned?.textContent).toMatch(/failed.*R01/);
    const settled = table.getByRole('link', { name: '5.00 USD' }).closest('tr');
    expect(settled?.textContent).toMatch(/processed/);
    expect(table.getAllByRole('row').length).toBeLessThanOrEqual(1 + Number(total));
  });
});
