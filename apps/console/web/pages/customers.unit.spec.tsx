import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ConsolePage } from '../test-support/console-page.js';
import { translatePage } from '../test-support/translation.js';
import recorded from '../test-support/recorded/customers.json' with { type: 'json' };

const page = new ConsolePage(recorded);
const table = () => within(screen.getByRole('table', { name: 'Customers' }));
const names = () =>
  table()
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
const region = (name: string) => within(screen.getByRole('region', { name }));

describe('a list', () => {
  it('is searched and filtered by its address, and leads to its other pages', async () => {
    const { user } = page;
    await page.visit('/customers?limit=2', 'Customers');
    const first = names();
    expect(first).toHaveLength(2);
    await user.click(screen.getByRole('link', { name: 'Next page' }));
    await screen.findByRole('link', { name: 'Previous page' });
    expect(names()).not.toEqual(first);
    await page.visit('/customers', 'Customers');
    await user.type(screen.getByRole('searchbox', { name: 'Search customers' }), 'Away{Enter}');
    await waitFor(() => expect(names()).toEqual(['Ada Away']));
    expect(location.search).toBe('?search=Away');
    await page.visit('/customers', 'Customers');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'verified');
    await waitFor(() => expect(names()).not.toContain('Ada Away'));
    expect(location.search).toBe('?status=verified');
  });

  it('asks nothing of the page that comes after it, which is a form', async () => {
    const { user } = page;
    for (let times = 0; times < 3; times += 1) {
      await page.visit('/customers', 'Customers');
      await user.click(screen.getByRole('link', { name: 'Create customer' }));
      await page.shows('Create customer');
      history.back();
      await page.shows('Customers');
    }
  });

  it('reads what its address says, also a parameter that is there twice', async () => {
    const query = '?status=4xx&status=2xx&limit=5';
    const asked = `GET /requests${query}&by=application`;
    page.api.always(asked, () => page.api.recordedAt('usual', `GET /requests${query}`));
    await page.visit(`/requests${query}`, 'Requests');
    expect(page.api.sentTo(asked)).toHaveLength(1);
    expect(location.search).toBe(query);
  });
});

describe('a customer', () => {
  it.each([
    ['asked', 'document Asked', 'Once one is uploaded, an operator reviews it.'],
    ['deactivated', 'Ada Away', 'It can do nothing until somebody reactivates it.'],
    ['ada', 'Ada Byron', 'The identity was checked.'],
  ])('says what its status means, and what changes it: %s', async (place, heading, meaning) => {
    await page.visit(page.api.place(place), heading);
    screen.getByText(new RegExp(meaning.replaceAll('.', '\\.')));
  });

  it('that is a company says whether its owners are certified', async () => {
    const { api } = page;
    const company = api.place('company');
    await page.visit(company, String(api.bodyAt('usual', `GET ${company}`)['businessName']));
    region('Certification').getByText('uncertified');
  });
});

describe('the page of a customer', () => {
  it('names the customer in its heading alone, and says the status once', async () => {
    await page.visit(page.api.place('ada'), 'Ada Byron');
    const main = within(screen.getByRole('main'));
    expect(main.getAllByText('Ada Byron')).toHaveLength(1);
    expect(main.queryByText('First name')).toBeNull();
    const status = [...document.querySelectorAll('.status')].filter((one) => !one.closest('section'));
    expect(status.map(({ textContent }) => textContent)).toEqual(['verified']);
  });

  it.each([
    ['asked', 'document Asked', 'Upload document'],
    ['retry', 'retry Again', 'Retry verification'],
    ['company', undefined, 'Certify owners'],
    ['ada', 'Ada Byron', undefined],
  ])('has one button for what is missing: %s', async (place, heading, button) => {
    const path = page.api.place(place);
    await page.visit(path, heading ?? String(page.api.bodyAt('usual', `GET ${path}`)['businessName']));
    const note = document.querySelector<HTMLElement>('main .note');
    expect(
      note &&
        within(note)
          .getAllByRole('button')
          .map(({ textContent }) => textContent),
    ).toEqual(button === undefined ? null : [button]);
    // No other place of the page offers the same.
    if (button !== undefined) expect(screen.getAllByRole('button', { name: button })).toHaveLength(1);
  });

  it('shows what it has, what it may send and its banks by their last digits', async () => {
    await page.visit(page.api.place('ada'), 'Ada Byron');
    const figures = () => document.querySelector('.figures')?.textContent ?? '';
    await waitFor(() => expect(figures()).toContain('Balance0.00 USD'));
    expect(figures()).toContain('10,000.00 USD');
    await page.visit(page.api.place('unverified'), 'Vera Plain');
    await waitFor(() => expect(figures()).toMatch(/^Used this week0\.00 USDof 5,000\.00 USD, until /));
    expect(figures()).toContain('Checking ••7788');
  });

  it('leads to the form of a transfer, where every party is found', async () => {
    const { api } = page;
    await page.visit(api.place('ada'), 'Ada Byron');
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Receive money' });
    const balance = within(region('Funding sources').getByRole('row', { name: /Balance/ }));
    const id = balance.getByRole<HTMLAnchorElement>('link').pathname.split('/').at(-1) ?? '';
    expect(link.pathname + link.search).toBe(`/console/transfers/new?destination=${id}`);
  });

  it('asks before it takes something away, and says what follows', async () => {
    await page.visit(page.api.place('ada'), 'Ada Byron');
    expect(screen.getByRole('button', { name: 'Edit' }).closest('.apart')).toBeNull();
    for (const name of ['Deactivate', 'Suspend']) expect(page.button(name).closest('.apart')).not.toBeNull();
    await page.press('Deactivate');
    page.dialog('Deactivate').getByText(/can no longer send or receive money, until somebody reactivates it/);
    expect(page.dialog('Deactivate').getByRole('button', { name: 'Deactivate' }).className).toBe('danger');
    await page.escape('Deactivate');
    await page.press('Edit');
    expect(page.dialog('Edit').queryByText(/\?$/)).toBeNull();
  });

  it('asks nothing before something harmless', async () => {
    const { api } = page;
    const away = api.place('deactivated');
    api.always(`POST ${away}`, () => Response.json({}));
    await page.visit(away, 'Ada Away');
    await page.press('Reactivate');
    await screen.findByText('Reactivate: done');
    expect(api.sentTo(`POST ${away}`).map(({ body }) => body)).toEqual([{ status: 'reactivated' }]);
  });

  it('shows new values after a browser has translated the old ones', async () => {
    const { api } = page;
    const ada = api.place('ada');
    const key = `GET ${ada}`;
    await page.visit(ada, 'Ada Byron');
    await waitFor(() => expect(document.querySelector('.figures')?.textContent).toContain('0.00 USD'));
    translatePage();
    const changed = { ...api.bodyAt('usual', key), status: 'suspended', email: 'new@example.com', _templates: {} };
    api.always(key, () => Response.json(changed));
    api.always(`POST ${ada}`, () => Response.json({}));
    const [balance = ''] = api.sent.map(({ path }) => path).filter((path) => path.endsWith('/balance'));
    const seven = { value: '7.00', currency: 'USD' };
    api.always(`GET ${balance}`, () =>
      Response.json({ ...api.bodyAt('usual', `GET ${balance}`), balance: seven, total: seven }),
    );
    await page.user.click(screen.getByRole('button', { name: 'Suspend' }));
    await page.user.click(page.dialog('Suspend').getByRole('button', { name: 'Suspend' }));
    await screen.findByText('new@example.com');
    screen.getByText('suspended');
    await screen.findByText('7.00');
    screen.getByText('It can do nothing. Only an operator can reinstate it.');
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    expect(document.querySelector('main')?.textContent).not.toContain('The identity was checked.');
  });
});

const typeChoice = () => within(screen.getByRole('radiogroup', { name: 'Type' }));
/** The types of the page, by the words for the list's forms that belong to them. */
const typeWords: readonly (readonly [form: RegExp, words: string])[] = [
  [/^default$/, 'Unverified'],
  [/^personal$/, 'Verified person'],
  [/^business/, 'Verified company'],
  [/^receive-only$/, 'Receives only'],
];
const choose = async (form: string) => {
  const words = typeWords.find(([forms]) => forms.test(form))?.[1] ?? form;
  await page.user.click(typeChoice().getByRole('radio', { name: words }));
  if (!form.startsWith('business')) return;
  const companies = within(screen.getByRole('radiogroup', { name: 'Company' }));
  await page.user.click(companies.getByRole('radio', { name: COMPANIES[form] ?? form }));
};
const COMPANIES: Readonly<Record<string, string>> = {
  business: 'Its controller lives in the United States, has a social security number',
  'business-other-country': 'Its controller lives elsewhere, has a social security number',
  'business-passport': 'Its controller lives in the United States, has a passport',
  'business-passport-other-country': 'Its controller lives elsewhere, has a passport',
  'business-soleProprietorship': 'Sole proprietorship',
};

describe('a form', () => {
  it('asks for one of four types of customers in a person’s words', async () => {
    await page.visit('/customers/new', 'Create customer');
    const radios = typeChoice().getAllByRole<HTMLInputElement>('radio');
    expect(radios.map(({ labels }) => labels?.[0]?.textContent)).toEqual(typeWords.map(([, words]) => words));
    await choose('business');
    screen.getByRole('group', { name: 'Controller, the person who runs the company' });
    expect(screen.getByRole('combobox', { name: 'Business type' }).textContent).toContain('LLC');
  });

  it('folds away what few people need, unless that is refused', async () => {
    const errors = [{ code: 'Invalid', path: '/ipAddress', message: 'IpAddress invalid.' }];
    const refusal = { code: 'ValidationError', message: 'Validation error(s) present.', _embedded: { errors } };
    page.api.always('POST /customers', () => Response.json(refusal, { status: 400 }));
    await page.visit('/customers/new', 'Create customer');
    const more = screen.getByText<HTMLElement>('More').closest('details');
    expect([...(more?.querySelectorAll('input') ?? [])].map(({ name }) => name)).toEqual([
      'ipAddress',
      'correlationId',
    ]);
    expect(more?.open).toBe(false);
    await page.press('Create customer');
    await waitFor(() => expect(more?.open).toBe(true));
    expect(document.activeElement).toHaveProperty('name', 'ipAddress');
  });

  it('names countries in words', async () => {
    await page.visit('/customers/new', 'Create customer');
    await choose('business-other-country');
    const country = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Country' });
    expect([...country.options].map(({ text }) => text)).toContain('Zimbabwe');
  });

  it('marks what must be filled in, and nothing else', async () => {
    await page.visit('/customers/new', 'Create customer');
    const marked = [...document.querySelectorAll('form.stack .required')].map(
      (mark) => mark.closest('label')?.firstChild?.textContent,
    );
    expect(marked).toEqual(['First name', 'Last name', 'Email']);
  });

  it('has the fields of its shape, required where the API says so', async () => {
    const { api } = page;
    const { _templates: forms } = api.bodyAt('usual', 'GET /customers?limit=1') as {
      readonly _templates: Readonly<Record<string, { readonly properties: readonly Property[] }>>;
    };
    await page.visit('/customers/new', 'Create customer');
    for (const [name, { properties }] of Object.entries(forms)) {
      await choose(name);
      const shown = properties.filter((property) => property.type !== 'hidden' && !property.readOnly);
      // A browser must neither fill in a password there nor offer to keep a number as one.
      for (const hidden of document.querySelectorAll<HTMLInputElement>('input[type=password]'))
        expect([hidden.name, hidden.autocomplete]).toEqual([hidden.name, 'off']);
      for (const { name: field, required } of shown) {
        const [input] = document.getElementsByName(field);
        expect([name, field, input?.getAttribute('aria-required')]).toEqual([name, field, String(required === true)]);
      }
    }
  });

  it('offers what the API lists, also in groups', async () => {
    const { api } = page;
    await page.visit('/customers/new', 'Create customer');
    await choose('business');
    const industry = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Industry' });
    await waitFor(() => expect(industry.options.length).toBeGreaterThan(1));
    const listed = JSON.stringify(api.bodyAt('usual', 'GET /business-classifications'));
    const [nothing, ...choices] = [...industry.options].map(({ value, text }) => ({ id: value, name: text }));
    expect(nothing).toEqual({ id: '', name: 'Choose…' });
    expect(
      choices.filter(({ id, name }) => id === '' || !listed.includes(JSON.stringify({ id, name }).slice(1, -1))),
    ).toEqual([]);
  });

  it('shows what is refused at its fields, and sends nothing that is empty', async () => {
    const { api } = page;
    api.always('POST /customers', () => api.recordedAt('refused', 'POST /customers'));
    await page.visit('/customers/new', 'Create customer');
    await page.fill(screen.getByRole('textbox', { name: 'Last name' }), 'King');
    await page.press('Create customer');
    const first = screen.getByRole('textbox', { name: 'First name' });
    await waitFor(() => expect(first.getAttribute('aria-invalid')).toBe('true'));
    expect(document.activeElement).toBe(first);
    expect(api.sentTo('POST /customers')[0]?.body).toEqual({ lastName: 'King', type: 'unverified' });
  });

  it('names a field that is refused as its label does', async () => {
    const errors = ['/address1', '/ssn'].map((path) => ({ code: 'Required', path, message: MESSAGES[path] }));
    const refusal = { code: 'ValidationError', message: 'Validation error(s) present.', _embedded: { errors } };
    page.api.always('POST /customers', () => Response.json(refusal, { status: 400 }));
    await page.visit('/customers/new', 'Create customer');
    await choose('personal');
    await page.press('Create customer');
    await screen.findByText('Address required.');
    const ssn = document.querySelector('input[name=ssn]');
    screen.getByText(
      `${ssn?.closest('.field')?.querySelector('label')?.firstChild?.textContent ?? ''} required. Send four.`,
    );
    expect(document.body.textContent).not.toMatch(/Address1|Ssn/);
  });

  it('is copied as a command with its key', async () => {
    await page.visit('/customers/new', 'Create customer');
    await page.fill(screen.getByRole('textbox', { name: 'First name' }), "Grace's");
    await page.press('Copy as curl');
    await screen.findByText('Command copied');
    expect(await navigator.clipboard.readText()).toMatch(
      /^curl -sS '.*\/customers' .*\$HALYARD_TOKEN" -X POST -H 'Idempotency-Key: [\da-f-]{36}' .*"firstName":"Grace'\\''s"/,
    );
  });
});

/** The API's wording, by pointer (reference facts, section 12). */
const MESSAGES: Readonly<Record<string, string>> = {
  '/address1': 'Address1 required.',
  '/ssn': 'Ssn required. Send four.',
};

interface Property {
  readonly name: string;
  readonly type?: string;
  readonly required?: boolean;
  readonly readOnly?: boolean;
}
