import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ConsolePage } from '../../test-support/console-page.js';
import recorded from '../../test-support/recorded/payments.json' with { type: 'json' };

const page = new ConsolePage(recorded);
const QUERY = '?correlationId=chosen';
const CHOSEN = `/transfers${QUERY}`;
const LIST = `/payments${QUERY}`;

const idOf = (place: string) => page.api.place(place).split('/').at(-1) ?? '';
const boxOf = (place: string) => screen.getByRole('checkbox', { name: `Select ${idOf(place)}` });
const status = () => screen.getByRole('status');

describe('a list of transfers', () => {
  it('keeps each filter in its address', async () => {
    await page.visit(CHOSEN, 'Transfers');
    expect(screen.getAllByRole('checkbox', { name: /^Select / })).toHaveLength(3);
    expect(screen.getByRole('textbox', { name: 'Correlation id' })).toHaveProperty('value', 'chosen');
    const table = within(screen.getByRole('table', { name: 'Transfers' }));
    const headers = table.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(headers).toEqual(['Select', 'Amount', 'Status', 'From', 'To', 'Correlation id', 'Created', 'More']);
    await page.fill(screen.getByRole('searchbox', { name: 'Search transfers' }), '4');
    await page.press('Filter');
    await screen.findByText(/^No transfer matches/);
    expect(location.search).toBe('?startAmount=4&endAmount=4&correlationId=chosen');
  });

  it('is one row for each payment, with what it sums up to, and opens its legs', async () => {
    await page.visit(CHOSEN, 'Transfers');
    const { sums } = page.api.bodyAt('usual', `GET ${LIST}`) as {
      readonly sums: readonly { readonly status: string }[];
    };
    const shown = within(screen.getByRole('region', { name: 'Sums' })).getAllByRole('listitem');
    expect(shown.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^pending 6\.00 USD3 payments/),
    ]);
    expect(sums.map(({ status: of }) => of)).toEqual(['pending']);
    const button = within(rowOf('chosen 1')).getByRole('button', { name: /^Legs/ });
    await page.user.click(button);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    const table = within(await screen.findByRole('table', { name: `Legs of ${idOf('chosen 1')}` }));
    expect(table.getAllByRole('row')).toHaveLength(2);
    await page.user.click(button);
    expect(screen.queryByRole('table', { name: /^Legs of/ })).toBeNull();
  });

  it('is exported as the filters have it, whatever page is shown', async () => {
    const { api } = page;
    const files: string[] = [];
    const saved = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      files.push(this.download);
    });
    api.always(`GET ${LIST}`, (sent) =>
      sent.headers.get('accept') === 'text/csv' ? new Response('id\r\n') : api.recordedAt('usual', `GET ${LIST}`),
    );
    api.always(`GET ${LIST}&limit=2`, () => api.recordedAt('usual', `GET ${LIST}`));
    await page.visit(`${CHOSEN}&limit=2`, 'Transfers');
    await page.press('Export CSV');
    await waitFor(() => expect(files).toEqual(['transfers.csv']));
    expect(api.sentTo(`GET ${LIST}`).map(({ headers }) => headers.get('accept'))).toEqual(['text/csv']);
    saved.mockRestore();
  });

  it('leads to its other pages, at the addresses that the API names', async () => {
    await page.visit('/transfers?limit=2', 'Transfers');
    await page.user.click(screen.getByRole('link', { name: 'Next page' }));
    await screen.findByRole('link', { name: 'Previous page' });
    const { _links: links } = page.api.bodyAt('usual', 'GET /payments?limit=2') as {
      readonly _links: { readonly next: { readonly href: string } };
    };
    expect(location.search).toBe(new URL(links.next.href).search);
  });

  it('has the names of its parties, which are asked for together, and ids that one key copies whole', async () => {
    const { api, user } = page;
    await page.visit(CHOSEN, 'Transfers');
    const named = await screen.findAllByRole('link', { name: /^Engines · Superhero Savings Bank ••\d{4}$/ });
    expect([named.length, screen.getAllByRole('link', { name: 'Engines · Balance' }).length]).toEqual([3, 3]);
    expect(api.sent.filter(({ path }) => path.startsWith('/funding-sources'))).toHaveLength(1);
    const [link] = named as HTMLAnchorElement[];
    link?.focus();
    await user.keyboard('c');
    await screen.findByText('Id copied');
    expect(link?.pathname).toBe(`/console/funding-sources/${await navigator.clipboard.readText()}`);
  });

  it('cancels and processes those that are chosen, and says which of them refuse', async () => {
    const { api, user } = page;
    const [first, second, third] = [1, 2, 3].map((place) => `POST ${api.place(`leg of chosen ${String(place)}`)}`);
    const answers = (moment: string, key = '', next = 'usual'): void =>
      api.always(key, () => {
        api.goTo(next);
        return api.recordedAt(moment, key);
      });
    // The newest row comes first.
    answers('cancelled', second);
    answers('cancelled', first, 'cancelled');
    answers('simulated', `${third ?? ''}/simulation`, 'simulated');
    const legs = `GET /transfers?payment=${idOf('chosen 3')}`;
    api.always(`GET ${api.place('leg of chosen 3')}`, () => {
      const { _embedded } = api.bodyAt('simulated', legs) as {
        readonly _embedded: { readonly transfers: readonly object[] };
      };
      return Response.json(_embedded.transfers[0]);
    });
    await page.visit(CHOSEN, 'Transfers');
    expect(page.button('Cancel selected')).toHaveProperty('disabled', true);
    for (const place of ['chosen 1', 'chosen 2']) await user.click(boxOf(place));
    await page.press('Cancel selected');
    const ask = page.dialog('Cancel payments');
    ask.getByText(/^The money of 2 payments goes back/);
    await user.click(ask.getByRole('button', { name: 'Cancel 2 payments' }));
    await waitFor(() => expect(status().textContent).toBe('2 of 2 payments cancelled'));
    expect(api.sentTo(`POST ${api.place('leg of chosen 1')}`)[0]?.body).toEqual({ status: 'cancelled' });
    await waitFor(() => expect(within(rowOf('chosen 1')).getByText('cancelled')).toBeDefined());
    await user.click(boxOf('chosen 3'));
    await page.press('Process selected');
    await screen.findByText('1 of 3 payments processed');
    const drawer = within(screen.getByRole('complementary', { name: 'Sandbox' }));
    drawer.getByText('1 transfer handled by banks');
    expect(drawer.getAllByRole('row')).toHaveLength(2);
    expect(within(screen.getByRole('alert')).getAllByRole('listitem')).toHaveLength(2);
    await waitFor(() => expect(within(rowOf('chosen 3')).getByText('processed')).toBeDefined());
  });

  it('says why the API refuses one of them', async () => {
    const { api } = page;
    const key = `POST ${api.place('leg of chosen 3')}`;
    api.always(key, () => api.recordedAt('refused', key));
    await page.visit(CHOSEN, 'Transfers');
    await page.user.click(boxOf('chosen 3'));
    await page.press('Cancel selected');
    await page.user.click(page.dialog('Cancel payments').getByRole('button', { name: 'Cancel 1 payment' }));
    const refusal = await screen.findByRole('alert');
    expect(refusal.textContent).toContain(api.bodyAt('refused', key)['message']);
  });
});

const rowOf = (place: string) => {
  const row = boxOf(place).closest('tr');
  if (!row) throw new Error(`${place} is in no row`);
  return row;
};
