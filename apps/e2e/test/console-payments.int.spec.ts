// Runs: embedded
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { askForChromium, titleIn } from './support/browser.js';
import { ConsoleStage } from './support/console-stage.js';
import type { ConsoleView } from './support/console-view.js';
import { bankAccount, embedded, fundedHolder, hrefOf, idOf, newHolder, transferOf, usd } from './support/journeys.js';
import type { SharedSuite } from './support/shared-suite.js';

const offer = await askForChromium();
/** More than are asked for at once. */
const RECEIVERS = 60;

(offer.missing === undefined ? describe : describe.skip)(titleIn('payments in the console', offer), () => {
  let stage: ConsoleStage;
  let shared: SharedSuite;
  let view: ConsoleView;
  let page: Page;

  beforeAll(async () => {
    stage = await ConsoleStage.open('console-payments', offer);
    ({ shared, view, page } = stage);
  });
  afterAll(() => stage.close());

  describe('in a list', () => {
    const ownBalance = async (): Promise<string> => {
      const { client } = shared;
      const { body } = await client.get(`/accounts/${client.connection.accountId}/funding-sources`);
      return hrefOf(embedded(body, 'funding-sources').find(({ type }) => type === 'balance'));
    };
    const receiver = async (place: number): Promise<string> => {
      const customer = await shared.client.create('/customers', {
        firstName: "O'Neill & Söhne",
        lastName: `No. ${place}`,
        email: `${crypto.randomUUID()}@example.com`,
      });
      return shared.client.create(`${customer}/funding-sources`, bankAccount());
    };

    it('have the names of their parties, which are asked for together, and ids that one key copies whole', async () => {
      const balance = await ownBalance();
      const banks = await Promise.all(Array.from({ length: RECEIVERS }, (_, place) => receiver(place)));
      for (const bank of banks)
        await shared.client.create('/transfers', { ...transferOf(balance, bank, '1.00'), correlationId: 'named' });
      const asked: string[] = [];
      page.on('request', (request) => {
        const { pathname, search } = new URL(request.url());
        if (/\/console\/api\/(?:customers|funding-sources)\b/.test(pathname)) asked.push(pathname + search);
      });
      await view.visit(`/transfers?correlationId=named&limit=${RECEIVERS}`, 'Transfers');
      const rows = page.getByRole('table', { name: 'Transfers' }).getByRole('row');
      const named = rows.getByRole('link', { name: /^O'Neill & Söhne No\. \d+ · Checking ••\d{4}$/ });
      await named.nth(RECEIVERS - 1).waitFor();
      expect(new Set(await named.allInnerTexts()).size).toBe(RECEIVERS);
      expect(await rows.getByRole('link', { name: 'console-payments · Balance', exact: true }).count()).toBe(RECEIVERS);
      expect(asked.length).toBeLessThanOrEqual(4);
      await named.first().focus();
      await page.keyboard.press('c');
      await page.getByText('Id copied').waitFor();
      const copied = await view.copied();
      expect(banks.map(idOf)).toContain(copied);
      expect(await named.first().getAttribute('href')).toContain(copied);
      expect(await view.faults()).toEqual([]);
    });
  });

  describe('by itself', () => {
    it('tells its story leg by leg, and goes on while rows are open', async () => {
      const { client } = shared;
      const [sender, receiver] = [await fundedHolder(client, '50.00'), await newHolder(client)];
      const made = await client.create('/transfers', {
        ...transferOf(sender.bank, receiver.bank, '40.00'),
        fees: [{ _links: { 'charge-to': { href: sender.customer } }, amount: usd('1.00') }],
      });
      await view.visit(`/transfers/${idOf(made)}`, 'Payment');
      const timeline = view.region('Timeline');
      const rows = timeline.getByRole('listitem');
      for (const place of [0, 1]) await rows.nth(place).locator('summary').click();
      for (const _ of [1, 2, 3]) await client.post('/sandbox-simulations');
      const headings = ['Payment', 'Leg 1: 40.00 USD', 'Leg 2: 40.00 USD', 'Leg 3: 40.00 USD', 'Fee 1: 1.00 USD'];
      const { body } = await client.get(`/transfers/${idOf(made)}/timeline?limit=200`);
      const entries = embedded(body, 'entries');
      await timeline.getByRole('heading', { level: 3, name: headings[3], exact: true }).waitFor();
      await rows.nth(entries.length - 1).waitFor();
      expect(await rows.count()).toBe(entries.length);
      // What is out of sight is not drawn, and has no inner text.
      expect(await timeline.getByRole('heading', { level: 3 }).allTextContents()).toEqual(headings);
      expect(await timeline.locator('details[open]').count()).toBe(2);
      for (const [place, isAtBank] of [
        [1, true],
        [2, false],
        [3, true],
      ] as const) {
        await timeline.getByRole('combobox', { name: 'Leg' }).selectOption({ label: headings[place] ?? '' });
        await timeline.getByRole('heading', { level: 3, name: 'Payment', exact: true }).waitFor({ state: 'detached' });
        expect(await timeline.getByRole('heading', { level: 3 }).allTextContents()).toEqual([headings[place]]);
        const told = (await rows.allTextContents()).join(' ');
        expect([place, told.includes('Bank settled'), told.includes('State processed')]).toEqual([
          place,
          isAtBank,
          true,
        ]);
      }
      expect(await view.faults()).toEqual([]);
    });
  });

  describe('that is new', () => {
    it('has as many fees as are asked for, each refused at its own field', async () => {
      const { client } = shared;
      const [sender, receiver] = [await fundedHolder(client, '50.00'), await newHolder(client)];
      await view.visit(
        `/transfers/new?source=${idOf(sender.balance)}&destination=${idOf(receiver.bank)}`,
        'Create transfer',
      );
      await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('10.00');
      const fees = page.getByRole('group', { name: 'Fees', exact: true });
      const { body: payer } = await client.get(sender.customer);
      const fee = async (number: number, value: string): Promise<void> => {
        const place = number === 1 ? '' : ` ${number}`;
        await view.choose(`Fee charged to${place}`, String(payer['email']));
        await fees.getByRole('textbox', { name: `Fee${place}`, exact: true }).fill(value);
      };
      await fee(1, '1.00');
      for (const _ of [2, 3]) await fees.getByRole('button', { name: 'Add to Fees' }).press('Enter');
      await fee(3, '0');
      await view.button('Create transfer').click();
      // The second one is empty: what the API calls the second is the third here.
      const faulty = fees.locator('input[aria-invalid=true]');
      await faulty.waitFor();
      expect(await faulty.getAttribute('name')).toBe('fees.2.amount.value');
      expect(await view.faults()).toEqual([]);
      await fee(2, '9.99');
      await fee(3, '3.00');
      await fees.getByRole('button', { name: 'Remove 2 from Fees' }).press('Enter');
      await fees.getByRole('textbox', { name: 'Fee 3', exact: true }).waitFor({ state: 'detached' });
      expect(await fees.getByRole('textbox', { name: 'Fee 2', exact: true }).inputValue()).toBe('3.00');
      await view.button('Create transfer').click();
      await view.heading('Payment');
      const { body } = await client.get(`${new URL(page.url()).pathname.replace('/console', '')}/fees`);
      const amounts = embedded(body, 'fees').map(({ amount }) => amount);
      expect(amounts).toMatchObject([{ value: '1.00' }, { value: '3.00' }]);
    });
  });
});
