import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ConsolePage } from '../test-support/console-page.js';
import recorded from '../test-support/recorded/banks.json' with { type: 'json' };

const page = new ConsolePage(recorded);

const texts = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent);
const region = (name: string) => within(screen.getByRole('region', { name }));
/** Confirms the dialog of a button, after which the API answers as it did then. */
const confirm = async (name: string, moment: string) => {
  page.api.goTo(moment);
  await page.user.click(page.dialog(name).getByRole('button', { name }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull());
};

describe('a bank', () => {
  it('is verified by micro-deposits, renamed and removed, and shows no number', async () => {
    const { api } = page;
    const bank = api.place('bank');
    api.goTo('new');
    await page.visit(bank, 'Checking');
    await page.press('Start micro-deposits');
    await confirm('Start micro-deposits', 'started');
    await page.press('Verify micro-deposits');
    const [first, second] = page.dialog('Verify micro-deposits').getAllByRole<HTMLInputElement>('textbox');
    expect([first?.name, second?.name]).toEqual(['amount1.value', 'amount2.value']);
    await page.fill(first ?? document.body, '0.03');
    await page.fill(second ?? document.body, '0.07');
    await confirm('Verify micro-deposits', 'verified');
    await screen.findByText('verified');
    const amount = (value: string) => ({ value, currency: 'USD' });
    expect(api.sentTo(`POST ${bank}/micro-deposits`).map(({ body }) => body)).toEqual([
      {},
      { amount1: amount('0.03'), amount2: amount('0.07') },
    ]);
    await page.press('Rename');
    await page.fill(page.dialog('Rename').getByRole('textbox', { name: 'Name' }), 'Rent');
    await confirm('Rename', 'renamed');
    await page.shows('Rent');
    // tools/console-answers/banks.ts has entered it.
    expect(document.documentElement.outerHTML).not.toContain('4455667788');
    await page.press('Remove');
    await confirm('Remove', 'removed');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull());
    // The button that opened the dialog is gone, so the heading has the focus.
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
    expect(api.sentTo(`POST ${bank}`).map(({ body }) => body)).toEqual([{ name: 'Rent' }, { removed: true }]);
  });

  it('says before it is removed what is cancelled then', async () => {
    await page.visit(page.api.place('on its way to'), 'Checking');
    await page.press('Remove');
    await page.dialog('Remove').findByText(/^What is on its way to this bank is cancelled: 1 transfer\./);
  });

  it('has a unit beside an amount, where there is no choice of currencies', async () => {
    const { api } = page;
    api.goTo('new');
    api.goTo('started');
    await page.visit(api.place('bank'), 'Checking');
    await page.press('Verify micro-deposits');
    const dialog = page.dialog('Verify micro-deposits');
    expect(dialog.queryAllByRole('combobox')).toEqual([]);
    const [first] = dialog.getAllByRole('textbox');
    expect(document.getElementById(first?.getAttribute('aria-describedby') ?? '')?.textContent).toBe('USD');
  });

  it('that was removed says so, and no longer whether it is verified', async () => {
    await page.visit(page.api.place('closed'), 'Closed');
    const [status] = document.querySelectorAll('main .lead .status');
    expect(status?.textContent).toBe('removed');
    expect(screen.getByRole('main').textContent).not.toContain('unverified');
  });

  it('leads to its owner, by name', async () => {
    await page.visit(page.api.place('closed'), 'Closed');
    const owner = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Ada Byron' });
    expect(owner.pathname).toBe(`/console${page.api.place('customer')}`);
  });

  it('is asked for what is in it when somebody wants to know', async () => {
    const { api } = page;
    const balance = `GET ${api.place('own bank')}/balance`;
    await page.visit(api.place('own bank'), 'Superhero Savings Bank');
    expect(api.sentTo(balance)).toEqual([]);
    await page.press('Check balance');
    await region('Balance').findByText('The bank is asked…');
    expect(api.sentTo(balance)).toHaveLength(1);
  });
});

describe('a balance', () => {
  it('says what is in it, and what was posted to it, with its total after each entry', async () => {
    const { api } = page;
    const [balance, month] = [api.place('balance'), api.place('its month')];
    const now = `${balance}/statement?from=${new Date().toISOString().slice(0, 7)}-01T00:00:00.000Z`;
    api.always(`GET ${now}`, () => api.recordedAt('usual', `GET ${month}`));
    await page.visit(balance, 'Balance');
    await region('Balance').findAllByText((_, shown) => shown?.textContent === '5,019.75 USD');
    const table = within(await screen.findByRole('table', { name: 'Entries' }));
    const rows = table.getAllByRole('row').slice(1);
    const entries = rows.map((row) => texts(within(row).getAllByRole('cell').slice(0, 2)));
    expect(entries[0]?.[1]).toBe('5,019.75 USD');
    expect(entries[2]).toEqual(['5,000.00 USD', '5,000.00 USD']);
    expect([entries[0]?.[0], entries[1]?.[0]].sort()).toEqual(['12.50 USD', '7.25 USD']);
  });

  it('lists what was posted in the month of the account’s clock', async () => {
    const { api } = page;
    const [balance, month] = [api.place('balance'), api.place('its month')];
    const clock = { _links: {}, now: '2031-03-10T00:30:00.000Z', mode: 'frozen', banks: 'on-time', status: 'ready' };
    api.always('GET /sandbox-clock', () => Response.json(clock));
    const now = `${balance}/statement?from=2031-03-01T00:00:00.000Z`;
    api.always(`GET ${now}`, () => api.recordedAt('usual', `GET ${month}`));
    await page.visit(balance, 'Balance');
    await screen.findByRole('table', { name: 'Entries' });
    expect(api.sent.map(({ path }) => path).filter((path) => path.includes('/statement'))).toEqual([now]);
  });
});

describe('funding sources', () => {
  it('are listed by their type, which is in the address, and say that they were removed', async () => {
    await page.visit('/funding-sources', 'Funding sources');
    const table = () => within(screen.getByRole('table', { name: 'Funding sources' }));
    within(table().getByRole('row', { name: /Closed/ })).getByText('removed');
    await page.user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'balance');
    await waitFor(() => expect(table().queryByRole('row', { name: /Closed/ })).toBeNull());
    expect(location.search).toBe('?type=balance');
    await page.load('Funding sources');
    expect(screen.getByRole('combobox', { name: 'Type' })).toHaveProperty('value', 'balance');
  });

  it('are added by one button, in whatever way the form offers', async () => {
    const { api, user } = page;
    const sources = `${api.place('customer')}/funding-sources`;
    await page.visit(api.place('customer'), 'Ada Byron');
    expect(texts(region('Funding sources').getAllByRole('button'))).toEqual([
      'Create funding source',
      'Link by log-in',
    ]);
    await page.press('Create funding source');
    const dialog = page.dialog('Create funding source');
    const how = within(dialog.getByRole('radiogroup', { name: 'How' }));
    expect(texts(how.getAllByRole('radio').map(({ parentElement }) => parentElement ?? document.body))).toEqual([
      ...['Account and routing number', 'Token of a partner', 'Plaid token'],
    ]);
    await user.click(how.getByRole('radio', { name: 'Plaid token' }));
    dialog.getByRole('textbox', { name: 'Plaid token' });
    await user.click(how.getByRole('radio', { name: 'Account and routing number' }));
    await page.fill(dialog.getByLabelText(/^Routing number/), '222222226');
    await page.fill(dialog.getByLabelText(/^Account number/), '4455667799');
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Type' }), 'savings');
    await page.fill(dialog.getByRole('textbox', { name: 'Name' }), 'Rainy days');
    await confirm('Create funding source', 'added');
    await region('Funding sources').findByRole('link', { name: 'Rainy days' });
    expect(api.sentTo(`POST ${sources}`)[0]?.body).toEqual({
      ...{ routingNumber: '222222226', accountNumber: '4455667799', type: 'savings', name: 'Rainy days' },
    });
  });

  it('are linked by a log-in on a page of its own, whose address keeps the token behind a #', async () => {
    const { api } = page;
    const key = `POST ${api.place('customer')}/iav-token`;
    api.always(key, () => api.recordedAt('linking', key));
    await page.visit(api.place('customer'), 'Ada Byron');
    await page.press('Link by log-in');
    const link = (await page.findDialog('Link by log-in')).getByRole<HTMLAnchorElement>('link');
    const token = String(api.bodyAt('linking', key)['token']);
    expect([link.target, link.rel]).toEqual(['_blank', 'noopener noreferrer']);
    expect(link.href).toBe(`https://halyard.example/linking/applications/${token.split('.', 1)[0] ?? ''}#${token}`);
    const before = api.sentTo(`GET ${api.place('customer')}/funding-sources`).length;
    await page.user.click(page.dialog('Link by log-in').getByRole('button', { name: 'Close' }));
    await waitFor(() => {
      expect(api.sentTo(`GET ${api.place('customer')}/funding-sources`).length).toBeGreaterThan(before);
    });
  });
});
