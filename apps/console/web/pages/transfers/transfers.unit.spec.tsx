import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ConsolePage } from '../../test-support/console-page.js';
import recorded from '../../test-support/recorded/payments.json' with { type: 'json' };

const page = new ConsolePage(recorded);
const CHOSEN = '/transfers?correlationId=chosen';

const idOf = (place: string) => page.api.place(place).split('/').at(-1) ?? '';
const boxOf = (place: string) => screen.getByRole('checkbox', { name: `Select ${idOf(place)}` });
const status = () => screen.getByRole('status');

describe('a list of transfers', () => {
  it('keeps each filter in its address', async () => {
    await page.visit(CHOSEN, 'Transfers');
    expect(screen.getAllByRole('checkbox', { name: /^Select / })).toHaveLength(3);
    expect(screen.getByRole('textbox', { name: 'Correlation ID' })).toHaveProperty('value', 'chosen');
    const table = within(screen.getByRole('table', { name: 'Transfers' }));
    const headers = table.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(headers).toEqual(expect.arrayContaining(['Created', 'Amount', 'Status', 'From', 'To', 'Correlation ID']));
    await page.fill(screen.getByRole('textbox', { name: 'Amount from' }), '4');
    await page.press('Filter');
    await screen.findByText(/^No transfer matches/);
    expect(location.search).toBe('?correlationId=chosen&startAmount=4');
  });

  it('is exported as the filters have it, whatever page is shown', async () => {
    const { api } = page;
    const files: string[] = [];
    const saved = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      files.push(this.download);
    });
    api.always(`GET ${CHOSEN}`, (sent) =>
      sent.headers.get('accept') === 'text/csv' ? new Response('id\r\n') : api.recordedAt('usual', `GET ${CHOSEN}`),
    );
    api.always(`GET ${CHOSEN}&limit=2`, () => api.recordedAt('usual', `GET ${CHOSEN}`));
    await page.visit(`${CHOSEN}&limit=2`, 'Transfers');
    await page.press('Export CSV');
    await waitFor(() => expect(files).toEqual(['transfers.csv']));
    expect(api.sentTo(`GET ${CHOSEN}`).map(({ headers }) => headers.get('accept'))).toEqual(['text/csv']);
    saved.mockRestore();
  });

  it('leads to its other pages, at the addresses that the API names', async () => {
    await page.visit('/transfers?limit=2', 'Transfers');
    await page.user.click(screen.getByRole('link', { name: 'Next page' }));
    await screen.findByRole('link', { name: 'Previous page' });
    const { _links: links } = page.api.bodyAt('usual', 'GET /transfers?limit=2') as {
      readonly _links: { readonly next: { readonly href: string } };
    };
    expect(location.search).toBe(new URL(links.next.href).search);
  });

  it('has the names of its parties, which are asked for together, and ids that one key copies whole', async () => {
    const { api, user } = page;
    await page.visit(CHOSEN, 'Transfers');
    const named = await screen.findAllByRole('link', { name: /^Engines · Superhero Savings Bank ••\d{4}$/ });
    expect([named.length, screen.getAllByRole('link', { name: 'Engines' }).length]).toEqual([3, 3]);
    expect(api.sent.filter(({ path }) => path.startsWith('/funding-sources'))).toHaveLength(1);
    const [link] = named as HTMLAnchorElement[];
    link?.focus();
    await user.keyboard('c');
    await screen.findByText('Id copied');
    expect(link?.pathname).toBe(`/console/funding-sources/${await navigator.clipboard.readText()}`);
  });

  it('shows one of them without being left', async () => {
    await page.visit(CHOSEN, 'Transfers');
    await page.press(`Peek at ${idOf('chosen 1')}`);
    const dialog = page.dialog(`Transfer …${idOf('chosen 1').slice(-8)}`);
    dialog.getByText(idOf('chosen 1'));
    await page.escape(`Transfer …${idOf('chosen 1').slice(-8)}`);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(location.search).toBe('?correlationId=chosen');
  });

  it('cancels and simulates those that are chosen, and says which of them refuse', async () => {
    const { api, user } = page;
    for (const place of ['chosen 1', 'chosen 2']) {
      const key = `POST ${api.place(place)}`;
      api.always(key, () => api.recordedAt('cancelled', key));
    }
    await page.visit(CHOSEN, 'Transfers');
    expect(page.button('Cancel selected')).toHaveProperty('disabled', true);
    for (const place of ['chosen 1', 'chosen 2']) await user.click(boxOf(place));
    await page.press('Cancel selected');
    const ask = page.dialog('Cancel transfers');
    ask.getByText(/^Cancel 2 transfers\?/);
    api.goTo('cancelled');
    await user.click(ask.getByRole('button', { name: 'Cancel 2 transfers' }));
    await waitFor(() => expect(status().textContent).toBe('2 of 2 transfers cancelled'));
    expect(api.sentTo(`POST ${api.place('chosen 1')}`)[0]?.body).toEqual({ status: 'cancelled' });
    await waitFor(() => expect(within(rowOf('chosen 1')).getByText('cancelled')).toBeDefined());
    await user.click(boxOf('chosen 3'));
    api.goTo('simulated');
    await page.press('Simulate selected');
    await waitFor(() => expect(status().textContent).toBe('1 of 3 transfers simulated'));
    expect(within(screen.getByRole('alert')).getAllByRole('listitem')).toHaveLength(2);
    await waitFor(() => expect(within(rowOf('chosen 3')).getByText('processed')).toBeDefined());
  });

  it('says why the API refuses one of them', async () => {
    const { api } = page;
    const key = `POST ${api.place('chosen 3')}`;
    api.always(key, () => api.recordedAt('refused', key));
    await page.visit(CHOSEN, 'Transfers');
    await page.user.click(boxOf('chosen 3'));
    await page.press('Cancel selected');
    await page.user.click(page.dialog('Cancel transfers').getByRole('button', { name: 'Cancel 1 transfer' }));
    const refusal = await screen.findByRole('alert');
    expect(refusal.textContent).toContain(api.bodyAt('refused', key)['message']);
  });
});

const rowOf = (place: string) => {
  const row = boxOf(place).closest('tr');
  if (!row) throw new Error(`${place} is in no row`);
  return row;
};
