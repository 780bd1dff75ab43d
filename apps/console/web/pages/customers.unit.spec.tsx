import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ConsolePage } from '../test-support/console-page.js';
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

describe('a form', () => {
  it('has the fields of its shape, required where the API says so', async () => {
    const { api, user } = page;
    const { _templates: forms } = api.bodyAt('usual', 'GET /customers?limit=1') as {
      readonly _templates: Readonly<Record<string, { readonly properties: readonly Property[] }>>;
    };
    await page.visit('/customers/new', 'Create customer');
    const type = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Type' });
    expect([...type().options].map(({ value }) => value)).toEqual(Object.keys(forms));
    for (const [name, { properties }] of Object.entries(forms)) {
      await user.selectOptions(type(), name);
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
    const { api, user } = page;
    await page.visit('/customers/new', 'Create customer');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'business');
    const industry = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Industry' });
    await waitFor(() => expect(industry.options.length).toBeGreaterThan(1));
    const listed = JSON.stringify(api.bodyAt('usual', 'GET /business-classifications'));
    const [choose, ...choices] = [...industry.options].map(({ value, text }) => ({ id: value, name: text }));
    expect(choose).toEqual({ id: '', name: 'Choose…' });
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
    await page.user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'personal');
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
