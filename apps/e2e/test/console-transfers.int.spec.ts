// Runs: embedded
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { returnCodes } from '@halyard/core';
import type { Page } from 'playwright-core';
import { askForChromium, savedIn, titleIn } from './support/browser.js';
import { ConsoleStage } from './support/console-stage.js';
import type { ConsoleView } from './support/console-view.js';
import {
  balanceOf,
  embedded,
  fundedHolder,
  hrefOf,
  idOf,
  newHolder,
  personalCustomer,
  transferOf,
} from './support/journeys.js';
import type { SharedSuite } from './support/shared-suite.js';

const offer = await askForChromium();
/** More than a list has on one page. */
const CUSTOMERS = 201;

(offer.missing === undefined ? describe : describe.skip)(titleIn('transfers in the console', offer), () => {
  let stage: ConsoleStage;
  let shared: SharedSuite;
  let view: ConsoleView;
  let page: Page;
  /** Of the account. */
  let bank: string;
  let balance: string;

  const total = async (): Promise<number> => Number((await shared.client.get('/transfers')).body.total);
  const pending = (correlationId: string): Promise<string> =>
    shared.client.create('/transfers', { ...transferOf(bank, balance, '3.00'), correlationId });
  const rowOf = (id: string) => page.getByRole('checkbox', { name: `Select ${id}` });

  beforeAll(async () => {
    stage = await ConsoleStage.open('console-transfers', offer);
    ({ shared, view, page } = stage);
    const { client } = shared;
    const sources = embedded(
      (await client.get(`/accounts/${client.connection.accountId}/funding-sources`)).body,
      'funding-sources',
    );
    [bank, balance] = ['bank', 'balance'].map((type) => hrefOf(sources.find((source) => source['type'] === type))) as [
      string,
      string,
    ];
  });
  afterAll(() => stage.close());

  describe('a new one', () => {
    /** The fields of a transfer of the account to itself. */
    const fill = async (amount: string): Promise<void> => {
      await view.choose('From', 'Superhero');
      await view.choose('To', 'Balance', /Balance$/);
      await page.getByRole('textbox', { name: 'Amount', exact: true }).fill(amount);
    };
    const send = () => view.button('Create transfer').click();

    it('finds its parties by their names, however many there are, and says what may be sent', async () => {
      const { client } = shared;
      await newHolder(client, { firstName: 'Zenobia', lastName: 'Quill' });
      const unverified = { firstName: 'Zenobia', lastName: 'Limited', email: `${crypto.randomUUID()}@example.com` };
      const limited = await client.create('/customers', unverified);
      await client.create(`${limited}/funding-sources`, {
        ...{
          routingNumber: '222222226',
          accountNumber: '4499887766',
          bankAccountType: 'checking',
          name: 'Savings of Z',
        },
      });
      await Promise.all(Array.from({ length: CUSTOMERS }, () => client.create('/customers', personalCustomer())));
      await view.visit('/transfers/new', 'Create transfer');
      await view.choose('From', 'Zenob', /Zenobia Quill · Checking/);
      const from = page.getByRole('combobox', { name: 'From', exact: true });
      expect(await from.inputValue()).toMatch(/^Zenobia Quill · Checking ••\d{4}$/);
      // A bank that can't send is not offered, and can be sent to.
      await from.fill('Zenobia Limited');
      await page.getByRole('option', { name: 'Nothing of that name' }).waitFor();
      await view.choose('From', 'Zenob', /Quill · Checking/);
      await view.choose('To', 'Savings of', /Zenobia Limited · Savings of Z ••7766/);
      expect(await view.faults()).toEqual([]);
      await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('10.00');
      await send();
      await view.heading('Payment');
      const names = /^Flow: Zenobia Quill · Checking ••\d{4}, then .*Zenobia Limited · Savings of Z ••7766$/;
      await page.getByRole('figure', { name: names }).waitFor();
    });

    it('looks again for a bank where a service did not answer in time, and never says that nothing has its name', async () => {
      await view.visit('/transfers/new', 'Create transfer');
      const late = { json: { _links: {}, _embedded: { results: [] }, missing: ['funding-sources'] } };
      const searches = '**/console/api/search?*';
      await page.route(searches, (route) => route.fulfill(late));
      await page.getByRole('combobox', { name: 'To', exact: true }).fill('Savings of');
      await page.getByRole('option', { name: 'It can’t be looked for now.' }).waitFor();
      await page.unroute(searches);
      await page.route(searches, (route) => route.fulfill(late), { times: 2 });
      await view.choose('To', 'Savings of Z', /Zenobia Limited · Savings of Z ••7766/);
    });

    it('is chosen by the keyboard, and never by what was found for something else', async () => {
      await view.visit('/transfers/new', 'Create transfer');
      const from = page.getByRole('combobox', { name: 'From', exact: true });
      await from.press('ArrowDown');
      await page.getByRole('option').first().waitFor();
      await from.fill('Superhero');
      await page
        .locator('[role=listbox]:not([aria-busy=true])')
        .getByRole('option', { name: /Superhero/ })
        .waitFor();
      await from.press('Enter');
      expect(await from.inputValue()).toMatch(/Superhero Savings Bank/);
      expect(await from.getAttribute('aria-expanded')).toBe('false');
      await from.fill('Nobody at all');
      await from.press('Enter');
      await page.getByRole('option', { name: 'Nothing of that name' }).waitFor();
      await from.press('Escape');
      expect(await page.getByRole('listbox').count()).toBe(0);
      await send();
      await page.locator('[name="_links.source.href"][aria-invalid=true]').waitFor();
      expect(new URL(page.url()).pathname).toBe('/console/transfers/new');
    });

    it('stands at the fields with what the API refuses', async () => {
      await view.visit('/transfers/new', 'Create transfer');
      await fill('0');
      await send();
      const amount = page.getByRole('textbox', { name: 'Amount', exact: true });
      await page.locator('[aria-invalid=true]').waitFor();
      const why = await amount.getAttribute('aria-describedby');
      const answer = await shared.client.post('/transfers', transferOf(bank, balance, '0'));
      const [fault] = embedded(answer.body, 'errors');
      expect(await page.locator(`[id="${why ?? ''}"]`).innerText()).toBe(fault?.['message']);
      expect(await page.evaluate('document.activeElement.name')).toBe('amount.value');
      expect(await view.faults()).toEqual([]);
    });

    it('is one, however often the button is pressed', async () => {
      const before = await total();
      await view.visit('/transfers/new', 'Create transfer');
      await fill('2.00');
      await view.button('Create transfer').dblclick();
      await view.heading('Payment');
      await page.reload();
      await view.heading('Payment');
      expect(await total()).toBe(before + 1);
    });

    it('is one when its answer is lost, also for who loads the page again', async () => {
      const before = await total();
      await view.visit('/transfers/new', 'Create transfer');
      await fill('2.01');
      let isLost = true;
      const reached = page.waitForEvent('requestfailed');
      await page.route('**/console/api/transfers', async (route) => {
        if (route.request().method() !== 'POST' || !isLost) return route.continue();
        await route.fetch();
        return route.abort();
      });
      await send();
      await reached;
      await page.reload();
      isLost = false;
      await view.heading('Create transfer');
      expect(await page.getByRole('textbox', { name: 'Amount', exact: true }).inputValue()).toBe('2.01');
      await send();
      await view.heading('Payment');
      await page.unroute('**/console/api/transfers');
      expect(await total()).toBe(before + 1);
    });

    it('is one for who goes back to the form, and another one once the form is changed', async () => {
      const before = await total();
      await view.visit('/transfers/new', 'Create transfer');
      await fill('2.02');
      await send();
      await view.heading('Payment');
      const made = page.url();
      await page.goBack();
      await view.heading('Create transfer');
      await send();
      await view.heading('Payment');
      expect(page.url()).toBe(made);
      expect(await total()).toBe(before + 1);
      await page.goBack();
      await view.heading('Create transfer');
      await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('2.03');
      await send();
      await view.heading('Payment');
      expect(page.url()).not.toBe(made);
      expect(await total()).toBe(before + 2);
    });

    it('is two of two forms that are filled in alike', async () => {
      const before = await total();
      for (const _ of [1, 2]) {
        await view.visit('/transfers/new', 'Create transfer');
        expect(await page.getByRole('textbox', { name: 'Amount', exact: true }).inputValue()).toBe('');
        await fill('2.04');
        await send();
        await view.heading('Payment');
      }
      expect(await total()).toBe(before + 2);
    });
  });

  describe('a list of them', () => {
    it('keeps each filter of the API in its address, and exports what it matches', async () => {
      const id = idOf(await pending('-1.2'));
      const query = '?correlationId=-1.2&startAmount=3&endAmount=3.00&status=pending';
      await view.visit(`/transfers${query}`, 'Transfers');
      await rowOf(id).waitFor();
      expect(await page.getByRole('checkbox', { name: /^Select / }).count()).toBe(1);
      expect(new URL(page.url()).search).toBe(query);
      expect(await page.getByRole('textbox', { name: 'Correlation id' }).inputValue()).toBe('-1.2');
      const headers = await page.getByRole('table', { name: 'Transfers' }).getByRole('columnheader').allInnerTexts();
      expect(headers).toEqual(expect.arrayContaining(['Created', 'Amount', 'Status', 'From', 'To', 'Correlation id']));
      const saved = page.waitForEvent('download');
      await view.button('Export CSV').click();
      const lines = String(await savedIn(await saved))
        .trimEnd()
        .split('\r\n');
      expect(lines).toHaveLength(2);
      expect(lines[1]).toContain(`'-1.2`);
      await page.getByRole('textbox', { name: 'Amount from' }).fill('4');
      await view.button('Filter').click();
      await page.getByText('No transfer matches').waitFor();
      expect(await view.faults()).toEqual([]);
    });

    it('reads what its address says, also a parameter that is there twice', async () => {
      const query = '?status=4xx&status=2xx&limit=5';
      const asked = page.waitForRequest((request) => request.url().endsWith(`/console/api/requests${query}`));
      await view.visit(`/requests${query}`, 'Requests');
      await asked;
      expect(new URL(page.url()).search).toBe(query);
    });

    it('shows one of them without being left', async () => {
      const id = idOf(await pending('peeked'));
      await view.visit('/transfers?correlationId=peeked', 'Transfers');
      await page.getByRole('button', { name: `Peek at ${id}` }).click();
      await page.getByRole('dialog').getByText(id, { exact: true }).waitFor();
      expect(await view.faults()).toEqual([]);
      await page.keyboard.press('Escape');
      expect(new URL(page.url()).search).toBe('?correlationId=peeked');
    });

    it('cancels and simulates those that are chosen, and says which of them refuse', async () => {
      const ids = (await Promise.all([1, 2, 3].map(() => pending('chosen')))).map(idOf);
      await view.visit('/transfers?correlationId=chosen', 'Transfers');
      expect(await view.button('Cancel selected').isDisabled()).toBe(true);
      for (const id of ids.slice(0, 2)) await rowOf(id).check();
      await view.button('Cancel selected').click();
      await view.dialog('Cancel transfers').getByText('Cancel 2 transfers?').waitFor();
      expect(await view.faults()).toEqual([]);
      await view.dialog('Cancel transfers').getByRole('button', { name: 'Cancel 2 transfers' }).click();
      await page.getByRole('status').getByText('2 of 2 transfers cancelled').waitFor();
      await page
        .getByRole('row')
        .filter({ has: rowOf(ids[0] ?? '') })
        .getByText('cancelled')
        .waitFor();
      await rowOf(ids[2] ?? '').check();
      await view.button('Simulate selected').click();
      await page.getByRole('status').getByText('1 of 3 transfers simulated').waitFor();
      const refusals = page.getByRole('alert').getByRole('listitem');
      await refusals.nth(1).waitFor();
      expect(await refusals.count()).toBe(2);
      expect((await shared.client.get(`/transfers/${ids[2] ?? ''}`)).body.status).toBe('processed');
      expect(await view.faults()).toEqual([]);
    });
  });

  describe('a payment', () => {
    it('is the same page from its own id and from that of each of its legs', async () => {
      const { client } = shared;
      const [sender, receiver] = [await fundedHolder(client, '50.00'), await newHolder(client)];
      const made = await client.create('/transfers', {
        ...transferOf(sender.bank, receiver.bank, '40.00'),
        fees: [{ _links: { 'charge-to': { href: sender.customer } }, amount: { value: '1.00', currency: 'USD' } }],
      });
      for (const _ of [1, 2, 3]) await client.post('/sandbox-simulations');
      const { body } = await client.get(made);
      const payment = hrefOf(body, 'payment');
      const { body: story } = await client.get(payment);
      const ids = [...new Set((story['timeline'] as readonly { transfer: string }[]).map(({ transfer }) => transfer))];
      expect(ids.length).toBeGreaterThan(1);
      const seen = new Set<string>();
      for (const path of [`/payments/${idOf(payment)}`, ...ids.map((id) => `/transfers/${id}`)]) {
        await view.visit(path, 'Payment');
        const figure = page.getByRole('figure', {
          name: /^Flow: Ada Byron · Checking ••\d{4}, then [^…]*Checking ••\d{4}$/,
        });
        const rows = view.region('Legs').getByRole('row');
        await figure.waitFor();
        // The header, each leg, and the fee.
        await rows.nth(ids.length).waitFor();
        await rows.getByRole('link', { name: /^…/ }).first().waitFor({ state: 'detached' });
        seen.add(JSON.stringify([await figure.getAttribute('aria-label'), await rows.allInnerTexts()]));
      }
      expect([...seen]).toHaveLength(1);
      expect(await view.faults()).toEqual([]);
    });

    it('is returned with any code of the network, and says what to tell the customer', async () => {
      const holder = await newHolder(shared.client);
      const id = idOf(await shared.client.create('/transfers', transferOf(holder.bank, holder.balance, '3.00')));
      await view.visit(`/transfers/${id}`, 'Payment');
      await view.button('Return…').click();
      const dialog = view.dialog('Return transfer');
      const codes = dialog.getByRole('combobox', { name: 'Return code', exact: true });
      const names = await codes.getByRole('option').allInnerTexts();
      expect(names).toEqual(Object.entries(returnCodes).map(([code, { title }]) => `${code} ${title}`));
      await codes.selectOption({ label: 'R02 Account Closed' });
      await dialog.getByText(returnCodes.R02.description).waitFor();
      expect(await dialog.getByRole('checkbox', { name: 'Late', exact: true }).isChecked()).toBe(false);
      expect(await view.faults()).toEqual([]);
      await dialog.getByRole('button', { name: 'Return', exact: true }).click();
      await page.getByText('This transfer is failed.').waitFor();
      const advice = view.region('What to tell the customer');
      await advice.getByText('R02 Account Closed').waitFor();
      for (const heading of ['At the bank', 'At the customer', 'What may be tried next'])
        await advice.getByText(heading, { exact: true }).waitFor();
      for (const name of ['Cancel transfer', 'Simulate', 'Return…']) {
        const button = view.button(name);
        expect(await button.isDisabled()).toBe(true);
        const said = await button.getAttribute('aria-describedby');
        expect(await page.locator(`[id="${said ?? ''}"]`).innerText()).toBe('This transfer is failed.');
      }
      expect(await view.faults()).toEqual([]);
    });

    it('tells its story by kind, by leg and by failure, with several rows open at once', async () => {
      const { client } = shared;
      const holder = await fundedHolder(client, '20.00');
      const made = await client.create(
        '/transfers',
        transferOf(holder.bank, await balanceOf(client, holder.customer), '7.00'),
      );
      await client.post(`/transfers/${idOf(made)}/simulation`, { action: 'fail', code: 'R01' });
      await view.visit(`/transfers/${idOf(made)}`, 'Payment');
      const timeline = view.region('Timeline');
      const rows = timeline.getByRole('listitem');
      for (const kind of ['Request', 'State', 'Bank', 'Event'])
        await rows.getByText(kind, { exact: true }).first().waitFor();
      const all = await rows.count();
      expect(await timeline.locator('li time[datetime]').count()).toBe(all);
      for (const place of [0, 1]) await rows.nth(place).locator('summary').click();
      expect(await timeline.locator('details[open]').count()).toBe(2);
      await timeline.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'State' });
      await rows.nth(2).waitFor({ state: 'detached' });
      expect(await rows.getByText('State', { exact: true }).count()).toBe(await rows.count());
      await timeline.getByRole('checkbox', { name: 'Failures only' }).check();
      await rows.nth(1).waitFor({ state: 'detached' });
      expect(await rows.allTextContents()).toEqual([expect.stringContaining('failed')]);
      await timeline.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'all' });
      await rows.getByText('Bank', { exact: true }).waitFor();
      await timeline.getByRole('checkbox', { name: 'Failures only' }).uncheck();
      await timeline.getByRole('combobox', { name: 'Leg' }).selectOption({ index: 1 });
      expect(await rows.count()).toBeGreaterThan(1);
      await rows.getByRole('button', { name: 'Copy trace id' }).first().click();
      await page.getByText('Trace id copied').waitFor();
      expect(await view.faults()).toEqual([]);
    });

    it('shows what became of each transfer that banks handled, with its code', async () => {
      const { client } = shared;
      const holder = await newHolder(client);
      await client.post(holder.bank, { name: 'R01' });
      const failing = idOf(await client.create('/transfers', transferOf(holder.bank, holder.balance, '4.00')));
      const settling = idOf(await pending('settles'));
      await view.visit('/', 'Overview');
      const answered = page.waitForResponse((answer) => answer.url().endsWith('/console/api/sandbox-simulations'));
      await view.button('Process bank transfers').click();
      const { total: handled } = (await (await answered).json()) as { total: number };
      await page
        .getByRole('status')
        .getByText(new RegExp(`^${handled} transfers? handled by banks$`))
        .waitFor();
      const rows = page.getByRole('table', { name: 'Handled transfers' }).getByRole('row');
      const rowOfTransfer = (id: string) => rows.filter({ has: page.locator(`a[href$="/transfers/${id}"]`) });
      await rowOfTransfer(failing).getByRole('cell', { name: /^R01/ }).waitFor();
      await rowOfTransfer(failing).getByText('failed').waitFor();
      await rowOfTransfer(settling).getByText('processed').waitFor();
      // Micro-deposits are in the total, and in no list.
      expect(await rows.count()).toBeLessThanOrEqual(1 + handled);
      expect(await view.faults()).toEqual([]);
    });
  });
});
