// Runs: embedded
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { askForChromium, titleIn } from './support/browser.js';
import { embedded, hrefOf } from './support/journeys.js';
import { LinkingStage } from './support/linking-stage.js';

const offer = await askForChromium();

/** The specification, sandbox simulation rules, 4: each flag, and what a person reads. */
const refusals = [
  ['InvalidLogin', /not what your bank expects/],
  ['AccountNotFound', /found no account/],
  ['UnsupportedSite', /can’t be linked/],
  ['AlreadyLoggedIn', /logged in to your bank somewhere else/],
  ['VisitSite', /needs something from you first/],
  ['UnavailableSite', /technical difficulties/],
] as const;

/** How each step is looked at. */
const looks = [
  ['light', 1_200],
  ['dark', 320],
] as const;

(offer.missing === undefined ? describe : describe.skip)(titleIn('linking a bank', offer), () => {
  let stage: LinkingStage;

  beforeAll(async () => {
    stage = await LinkingStage.open('bank-linking', offer);
  });

  afterAll(() => stage.close());

  it('ends with a verified bank of the customer, and asks nobody but the API for anything', async () => {
    const customer = await stage.newCustomer();
    const walk = await stage.begin({ token: await stage.token('iav-token', customer) });
    await walk.choose();
    await walk.logIn();
    await walk.answer();
    await walk.select(/Checking/);
    await walk.reach('Your bank is linked');

    const bank = await stage.linkedBy(walk);
    expect(bank).toMatchObject({ type: 'bank', status: 'verified' });
    expect(hrefOf(bank, 'customer')).toBe(customer);
    const steps = ['institution', 'login', 'questions', 'accounts', 'done'];
    expect((await walk.seen()).map(({ currentPage }) => currentPage)).toEqual(steps);
    expect([...new Set(walk.urls.map((url) => new URL(url).origin))]).toEqual([stage.partner.origin, stage.api]);
    expect(walk.console).toEqual([]);
  });

  it('ends with what a provider’s client exchanges for a partner token, where the token is the provider’s', async () => {
    const { client } = stage.shared;
    const customer = await stage.newCustomer();
    const walk = await stage.begin({ token: await stage.providerToken() });
    await walk.choose();
    await walk.logIn();
    await walk.answer();
    await walk.select(/Savings/);
    await walk.reach('Your account is chosen');
    const [error, chosen] = await walk.told();
    expect([error, walk.console]).toEqual([null, []]);
    const { body } = await client.post('/sandbox-partner-tokens', chosen);
    const request = { partnerToken: body['partnerToken'], name: 'Savings' };
    const bank = await client.create(`${customer}/funding-sources`, request);
    expect((await client.get(bank)).body).toMatchObject({ status: 'verified', bankAccountType: 'savings' });
    expect(await walk.violations()).toEqual([]);
  });

  it('is done in a page of its own, whose address keeps no token', async () => {
    const customer = await stage.newCustomer();
    const token = await stage.token('iav-token', customer);
    const address = `${stage.api}/linking/applications/${token.split('.', 1)[0] ?? ''}`;
    const walk = await stage.visit(`${address}#${token}`);
    await walk.reach('Choose your bank');
    expect(walk.page.url()).toBe(address);
    await walk.frame.getByRole('button', { name: 'My bank is not listed' }).waitFor();
    await walk.choose();
    await walk.logIn();
    await walk.answer();
    await walk.select(/Checking/);
    await walk.reach('Your bank is linked');
    const { body } = await stage.shared.client.get(`${customer}/funding-sources`);
    expect(embedded(body, 'funding-sources').filter(({ type }) => type === 'bank')).toMatchObject([
      { status: 'verified' },
    ]);
    expect([walk.console, await walk.violations()]).toEqual([[], []]);
    const again = await stage.visit(`${address}#${token}`);
    await again.reach('Your bank is not linked');
    await (await stage.visit(address)).frame.getByText('opened by the application that asks for your bank').waitFor();
  });

  it('finds banks by their names, and more of them', async () => {
    const walk = await stage.begin();
    await walk.reach('Choose your bank');
    const items = walk.frame.locator('#institutions li');
    const [first, total] = [await items.count(), Number.parseInt(await walk.text('#found'), 10)];
    expect(total).toBeGreaterThan(first);
    await walk.frame.getByRole('button', { name: 'Show more banks' }).click();
    await items.nth(first).waitFor();
    expect(await walk.isFocused(items.nth(first).getByRole('button'))).toBe(true);

    await walk.frame.getByLabel('Name of your bank').fill('sandbox');
    await walk.frame.getByText('1 bank found').waitFor();
    expect(await items.count()).toBe(1);
    await walk.frame.getByLabel('Name of your bank').fill('<b>nowhere');
    await walk.frame.getByText('No bank of that name').waitFor();
  });

  it.each(refusals)('shows what it is about when a bank answers %s, to a login or to answers', async (flag, says) => {
    const walk = await stage.begin();
    await walk.choose();
    await walk.fill(`-e ${flag}`);
    expect(await walk.alerted()).toMatch(says);
    await walk.logIn();
    await walk.fill(`-e ${flag}`);
    expect(await walk.alerted()).toMatch(says);
    expect((await walk.seen()).filter(({ error }) => error)).toMatchObject([
      { currentPage: 'login', error: { code: flag } },
      { currentPage: 'questions', error: { code: flag } },
    ]);
    await walk.answer();
  });

  it('says why an account without a routing number can’t be chosen, and that one has to be', async () => {
    const walk = await stage.begin();
    await walk.choose();
    await walk.logIn();
    await walk.answer();
    const accounts = (isDisabled: boolean) => walk.frame.getByRole('radio', { disabled: isDisabled });
    expect([await accounts(false).count(), await accounts(true).count()]).toEqual([2, 1]);
    expect(await walk.frame.getByRole('radio', { name: /it has no routing number/ }).isDisabled()).toBe(true);
    await walk.frame.getByRole('button', { name: 'Link this account' }).click();
    expect(await walk.alerted()).toBe('Choose an account.');
  });

  it('leads back to the choice of a bank, unless it is not to', async () => {
    const walk = await stage.begin();
    await walk.choose();
    await walk.logIn();
    await walk.frame.getByRole('button', { name: 'Choose another bank' }).click();
    await walk.choose();

    const without = await stage.begin({ options: { backButton: false } });
    await without.choose();
    expect(await without.frame.getByRole('button', { name: 'Choose another bank' }).isVisible()).toBe(false);
  });

  it('ends with the numbers of an account after two refusals, where that is asked for', async () => {
    const walk = await stage.begin({ options: { fallbackToMicroDeposits: true } });
    await walk.choose();
    await walk.fill('-e InvalidLogin');
    await walk.alerted();
    await walk.fill('-e InvalidLogin');
    await walk.reach('Enter your account’s numbers');
    await walk.frame.getByLabel('Routing number').fill('222222227');
    await walk.frame.getByLabel('Account number').fill('000123456789');
    await walk.frame.getByLabel('What you call this account').fill('Mine');
    await walk.frame.getByRole('button', { name: 'Add this account' }).click();
    await walk.frame.getByRole('alert').filter({ hasText: 'Routing number' }).waitFor();
    expect(await walk.isFocused(walk.frame.getByLabel('Routing number'))).toBe(true);
    await walk.frame.getByLabel('Routing number').fill('222222226');
    await walk.frame.getByRole('button', { name: 'Add this account' }).click();
    await walk.reach('Your bank is linked');
    expect(await stage.linkedBy(walk)).toMatchObject({ status: 'unverified', name: 'Mine' });
  });

  it('is the form for numbers from the start, where that is asked for', async () => {
    const walk = await stage.begin({ options: { microDeposits: true } });
    await walk.reach('Enter your account’s numbers');
    expect(await walk.frame.getByRole('button', { name: 'Choose another bank' }).isVisible()).toBe(false);
  });

  it('takes nothing but a keyboard', async () => {
    const walk = await stage.begin();
    await walk.reach('Choose your bank');
    await walk.page.locator('h1').click();
    await walk.press('Tab', 'sandbox');
    await walk.frame.getByText('1 bank found').waitFor();
    await walk.press('Tab', 'Enter');
    await walk.reach('Log in to');
    // The heading is where a screen reader goes on; what follows it is one step away.
    await walk.press('Tab', 'ada', 'Tab', 'secret', 'Enter');
    await walk.reach('wants to know it is you');
    await walk.press('Tab', 'Rex', 'Tab', 'Elm', 'Enter');
    await walk.reach('Choose an account');
    await walk.press('Tab', 'ArrowDown', 'Enter');
    await walk.reach('Your bank is linked');
    expect(await stage.linkedBy(walk)).toMatchObject({ bankAccountType: 'savings' });
  });

  it('has nothing that WCAG 2.2 AA forbids, at each step, wide and light, and narrow and dark', async () => {
    const walk = await stage.begin({ options: { fallbackToMicroDeposits: true } });
    const found: Record<string, readonly string[]> = {};
    const look = async (step: string) => {
      found[step] = [];
      for (const [colorScheme, width] of looks) {
        await walk.page.setViewportSize({ width, height: 800 });
        await walk.page.emulateMedia({ colorScheme });
        found[step] = [...found[step], ...(await walk.violations())];
      }
    };
    await walk.reach('Choose your bank');
    await look('institution');
    await walk.frame.getByRole('button', { name: 'My bank is not listed' }).click();
    await look('numbers');
    await walk.frame.getByRole('button', { name: 'Choose another bank' }).click();
    await walk.choose();
    await look('login');
    await walk.fill('-e VisitSite');
    await walk.alerted();
    await look('refused');
    await walk.logIn();
    await look('questions');
    await walk.answer();
    await look('accounts');
    await walk.select(/Checking/);
    await walk.reach('Your bank is linked');
    await look('done');
    const steps = ['institution', 'numbers', 'login', 'refused', 'questions', 'accounts', 'done'];
    expect(found).toEqual(Object.fromEntries(steps.map((step) => [step, []])));
  });
});
