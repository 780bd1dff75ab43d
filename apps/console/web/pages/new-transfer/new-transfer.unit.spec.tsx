import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ConsolePage } from '../../test-support/console-page.js';
import recorded from '../../test-support/recorded/new-transfer.json' with { type: 'json' };

const page = new ConsolePage(recorded);
const HEADING = 'Create transfer';
const SEND = /^Send /;
const MADE = /^[\d,]+\.\d\d USD from .+ to .+/;

const combobox = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name });
const amount = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
/** Once the choices are those of what stands in the field. */
const choices = async () => {
  await waitFor(() => expect(screen.getByRole('listbox').getAttribute('aria-busy')).toBe('false'));
  return within(screen.getByRole('listbox'))
    .getAllByRole('option')
    .map((option) => option.textContent);
};
const choose = async (name: string, typed: string, choice: RegExp) => {
  await page.fill(combobox(name), typed);
  await choices();
  await page.user.click(screen.getByRole('option', { name: choice }));
};
const fill = async (value: string) => {
  await choose('From', 'Superhero', /Superhero/);
  await choose('To', 'Balance', /Engines · Balance$/);
  await page.fill(amount(), value);
};
/** Fills nothing in: presses the button below the form, and the one that the review shows. */
const send = async () => {
  await page.press(HEADING);
  await page.press(SEND);
};
const idOf = (path: string) => path.split('/').at(-1) ?? '';
const keys = () => page.api.sentTo('POST /transfers').map(({ headers }) => headers.get('idempotency-key'));
const made = () => {
  page.api.goTo('made');
  return page.api.recordedAt('made', 'POST /transfers');
};

describe('a party that is found by typing', () => {
  it('is marked as required', async () => {
    await page.visit('/transfers/new', HEADING);
    for (const name of ['From', 'To']) expect(combobox(name).labels?.[0]?.textContent).toBe(`${name} *`);
  });

  it('is found by the name of its owner or by its own, and says what may be sent', async () => {
    await page.visit('/transfers/new', HEADING);
    await choose('From', 'Quill', /^Ada Quill · Checking/);
    expect(combobox('From').value).toBe('Ada Quill · Checking ••7788');
    await screen.findByText(/^At once: [\d,]+\.00 USD at most\.$/);
    await choose('To', 'Savings of', /^Ada Limited · Savings of Z ••7766$/);
    await page.fill(amount(), '10.00');
    page.api.always('POST /transfers', made);
    await send();
    await page.shows(MADE);
    expect(page.api.sentTo('POST /transfers')[0]?.body).toMatchObject({
      _links: {
        source: { href: expect.stringContaining(page.api.place('quill')) },
        destination: { href: expect.stringContaining(page.api.place('savings')) },
      },
      amount: { value: '10.00', currency: 'USD' },
    });
  });

  it('is found beside newer namesakes who have no source', async () => {
    const { api } = page;
    const found = 'GET /customers?limit=8&search=Quill';
    const { _links, ...body } = api.bodyAt('usual', found);
    const id = (n: number) => `00000000-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`;
    const path = (n: number) => `/customers/${id(n)}`;
    const link = (to: string) => ({ href: `https://halyard.example${to}` });
    const namesakes = Array.from({ length: 8 }, (_, n) => ({
      _links: { self: link(path(n)) },
      id: id(n),
      firstName: 'Quill',
    }));
    for (const [n] of namesakes.entries())
      api.always(`GET ${path(n)}/funding-sources?removed=false`, () =>
        Response.json({ _links: {}, _embedded: { 'funding-sources': [] }, total: 0 }),
      );
    const next = '/customers?limit=8&search=Quill&offset=8';
    api.always(found, () =>
      Response.json({
        _links: { ...(_links as object), next: link(next) },
        _embedded: { customers: namesakes },
        total: 9,
      }),
    );
    api.always(`GET ${next}`, () => Response.json({ ...body, _links }));
    await page.visit('/transfers/new', HEADING);
    await choose('From', 'Quill', /^Ada Quill · Checking/);
    expect(combobox('From').value).toBe('Ada Quill · Checking ••7788');
  });

  it('is not offered where it can’t send, and can be sent to', async () => {
    await page.visit('/transfers/new', HEADING);
    await page.fill(combobox('From'), 'Ada Limited');
    expect(await choices()).toEqual(['Nothing of that name']);
    await page.fill(combobox('To'), 'Ada Limited');
    expect(await choices()).toEqual(['Ada Limited · Savings of Z ••7766']);
  });

  it('is looked for again where a service did not answer in time, and never said to have no such name', async () => {
    const late = () => Response.json({ _links: {}, _embedded: { results: [] }, missing: ['funding-sources'] });
    const search = `GET /search?q=${encodeURIComponent('Savings of')}`;
    for (let times = 0; times < 10; times++) page.api.once(search, late);
    await page.visit('/transfers/new', HEADING);
    await page.fill(combobox('To'), 'Savings of');
    expect(await choices()).toEqual(['It can’t be looked for now.']);
    await page.fill(combobox('To'), '');
    expect(await choices()).not.toEqual([]);
    for (let times = 0; times < 2; times++) page.api.once(search, late);
    await choose('To', 'Savings of', /Savings of Z/);
    expect(page.api.sentTo(search)).toHaveLength(13);
  });

  it('is found by its owner although the search by other names fails', async () => {
    page.api.always('GET /search?q=Quill', () => Response.json({ code: 'Invalid', message: '' }, { status: 400 }));
    await page.visit('/transfers/new', HEADING);
    await page.fill(combobox('From'), 'Quill');
    expect(await choices()).toContainEqual(expect.stringMatching(/^Ada Quill · Checking/));
  });

  it('is chosen by the keyboard, and never by what was found for something else', async () => {
    const { user } = page;
    await page.visit('/transfers/new', HEADING);
    combobox('From').focus();
    await user.keyboard('{ArrowDown}');
    expect(combobox('From').getAttribute('aria-expanded')).toBe('true');
    await choices();
    await page.fill(combobox('From'), 'Superhero');
    // The choices of the empty field are still there.
    await user.keyboard('{Enter}');
    expect(combobox('From').value).toBe('Superhero');
    await choices();
    const active = combobox('From').getAttribute('aria-activedescendant');
    expect(document.getElementById(active ?? '')?.textContent).toMatch(/Superhero/);
    await user.keyboard('{Enter}');
    expect(combobox('From').value).toMatch(/^Engines · Superhero Savings Bank ••\d{4}$/);
    expect(combobox('From').getAttribute('aria-expanded')).toBe('false');
    await page.fill(combobox('From'), 'Nobody at all');
    expect(await choices()).toEqual(['Nothing of that name']);
    await user.keyboard('{Enter}{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    page.api.always('POST /transfers', () => page.api.recordedAt('without a source', 'POST /transfers'));
    await page.press(HEADING);
    await waitFor(() => expect(combobox('From').getAttribute('aria-invalid')).toBe('true'));
    expect(location.pathname).toBe('/console/transfers/new');
  });
});

describe('what the API refuses', () => {
  it('stands at its field, which has the focus', async () => {
    page.api.always('POST /transfers', () => page.api.recordedAt('of nothing', 'POST /transfers'));
    await page.visit('/transfers/new', HEADING);
    await fill('0');
    await page.press(HEADING);
    await waitFor(() => expect(amount().getAttribute('aria-invalid')).toBe('true'));
    const { _embedded } = page.api.bodyAt('of nothing', 'POST /transfers');
    const { errors } = _embedded as { readonly errors: readonly { readonly message: string }[] };
    const why = document.getElementById(amount().getAttribute('aria-describedby')?.split(' ').at(-1) ?? '');
    expect(why?.textContent).toBe(errors[0]?.message.replace('Value ', 'Amount '));
    expect(document.activeElement).toBe(amount());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('stands at the field of its item, where an item before it was left empty, and items can be removed', async () => {
    const { api, user } = page;
    const [source, destination] = [idOf(api.place('quill')), idOf(api.place('savings'))];
    await page.visit(`/transfers/new?source=${source}&destination=${destination}`, HEADING);
    await page.fill(amount(), '10.00');
    const fees = () => within(screen.getByRole('group', { name: 'Fees' }));
    const fee = async (place: '' | ' 2' | ' 3', value: string) => {
      await choose(`Fee charged to${place}`, 'Quill', /^Ada Quill/);
      await page.fill(fees().getByRole('textbox', { name: `Fee${place}` }), value);
    };
    await fee('', '1.00');
    for (const _ of [2, 3]) await user.click(fees().getByRole('button', { name: 'Add to Fees' }));
    await fee(' 3', '0');
    api.always('POST /transfers', () => api.recordedAt('with a fee of nothing', 'POST /transfers'));
    await page.press(HEADING);
    const third = () => fees().getByRole<HTMLInputElement>('textbox', { name: 'Fee 3' });
    await waitFor(() => expect(third().getAttribute('aria-invalid')).toBe('true'));
    expect(third().name).toBe('fees.2.amount.value');
    await fee(' 2', '9.99');
    await page.fill(third(), '3.00');
    await user.click(fees().getByRole('button', { name: 'Remove 2 from Fees' }));
    expect(fees().queryByRole('textbox', { name: 'Fee 3' })).toBeNull();
    expect(fees().getByRole('textbox', { name: 'Fee 2' })).toHaveProperty('value', '3.00');
    api.always('POST /transfers', made);
    await send();
    await page.shows(MADE);
    expect(api.sentTo('POST /transfers').at(-1)?.body).toMatchObject({
      fees: [
        { _links: { 'charge-to': { href: expect.stringContaining(api.place('payer')) } }, amount: { value: '1.00' } },
        { amount: { value: '3.00' } },
      ],
    });
  });
});

describe('the review before money moves', () => {
  it('says from, to, how much, the fees and when it arrives, and sends nothing until then', async () => {
    const { api, user } = page;
    const [source, destination] = [idOf(api.place('quill')), idOf(api.place('savings'))];
    api.always('POST /transfers', made);
    await page.visit(`/transfers/new?source=${source}&destination=${destination}`, HEADING);
    await page.fill(amount(), '10.00');
    await choose('Fee charged to', 'Quill', /^Ada Quill/);
    await page.fill(screen.getByRole('textbox', { name: 'Fee' }), '1.00');
    await page.press(HEADING);
    const review = await page.findDialog('Review transfer');
    await waitFor(() => {
      const facts = review.getAllByRole('definition').map(({ textContent }) => textContent);
      expect(facts).toEqual([
        '10.00 USD',
        'Ada Quill · Checking ••7788',
        'Ada Limited · Savings of Z ••7766',
        expect.stringMatching(/^1\.00 USD from Ada Quill/),
        expect.stringMatching(/^In 4 to 6 banking days.*Process bank transfers$/),
      ]);
    });
    await page.escape('Review transfer');
    expect(keys()).toEqual([]);
    await page.press(HEADING);
    await user.click(await screen.findByRole('button', { name: 'Send 10.00 USD' }));
    await page.shows(MADE);
    expect(keys()).toHaveLength(1);
  });
});

describe('a form that is sent', () => {
  it('is sent once, however often its button is pressed', async () => {
    page.api.always('POST /transfers', made);
    await page.visit('/transfers/new', HEADING);
    await fill('2.00');
    await page.press(HEADING);
    await page.user.dblClick(page.button(SEND));
    await page.shows(MADE);
    expect(keys()).toHaveLength(1);
  });

  it('has the key of before when its answer is lost', async () => {
    page.api.once('POST /transfers', () => Promise.reject(new TypeError()));
    page.api.always('POST /transfers', made);
    await page.visit('/transfers/new', HEADING);
    await fill('2.00');
    await send();
    await page.shows(MADE);
    expect([keys().length, new Set(keys()).size]).toEqual([2, 1]);
  });

  it('has the key of before for who loads the page again while it is sent', async () => {
    page.api.once('POST /transfers', () => new Promise(() => undefined));
    page.api.always('POST /transfers', made);
    await page.visit('/transfers/new', HEADING);
    await fill('2.00');
    await send();
    await waitFor(() => expect(keys()).toHaveLength(1));
    await page.load(HEADING);
    expect(amount().value).toBe('2.00');
    await send();
    await page.shows(MADE);
    expect([keys().length, new Set(keys()).size]).toEqual([2, 1]);
  });

  it('has its key for who goes back to it, and another one once it is changed', async () => {
    page.api.always('POST /transfers', made);
    await page.visit('/transfers/new', HEADING);
    await fill('2.00');
    await send();
    await page.shows(MADE);
    history.back();
    await page.shows(HEADING);
    await send();
    await page.shows(MADE);
    expect([keys().length, new Set(keys()).size]).toEqual([2, 1]);
    history.back();
    await page.shows(HEADING);
    await page.fill(amount(), '2.03');
    await send();
    await page.shows(MADE);
    expect(new Set(keys()).size).toBe(2);
  });

  it('has a key of its own, though another was filled in alike', async () => {
    page.api.always('POST /transfers', made);
    for (const _ of [1, 2]) {
      await page.visit('/transfers/new', HEADING);
      expect(amount().value).toBe('');
      await fill('2.00');
      await send();
      await page.shows(MADE);
    }
    expect(new Set(keys()).size).toBe(2);
  });
});

describe('somebody new', () => {
  const field = (name: string, more: object = {}) => ({ name, required: true, ...more });
  const forms = {
    'GET /customers?limit=1': {
      'receive-only': [
        field('firstName'),
        field('email'),
        field('phone', { required: false }),
        field('type', { type: 'hidden', value: 'receive-only' }),
      ],
    },
    'GET /funding-sources?limit=1': {
      default: [
        field('routingNumber'),
        field('accountNumber'),
        field('type', { options: { inline: ['checking', 'savings'] } }),
        field('name'),
      ],
    },
  };
  const customer = '/customers/00000000-0000-7000-8000-000000000777';
  const madeAt = (path: string) => () =>
    new Response(null, { status: 201, headers: { location: `https://halyard.example${path}` } });
  const add = async () => {
    for (const [key, shapes] of Object.entries(forms)) {
      const templates = Object.entries(shapes).map(([name, properties]) => [
        name,
        {
          method: 'POST',
          contentType: 'application/json',
          target: `https://halyard.example/${/customers|funding-sources/.exec(key)?.[0] ?? ''}`,
          properties,
        },
      ]);
      const body = { _links: {}, _embedded: {}, total: 0, _templates: Object.fromEntries(templates) as object };
      page.api.always(key, () => Response.json(body));
    }
    await page.visit('/transfers/new', HEADING);
    await page.press('Somebody new…');
    const dialog = await page.findDialog('Somebody new');
    for (const [name, value] of [
      ['First name', 'Grace'],
      ['Email', 'grace@example.com'],
      ['Routing number', '222222226'],
      ['Account number', '123456789'],
    ] as const)
      await page.fill(await dialog.findByLabelText(new RegExp(`^${name}`)), value);
    return dialog;
  };

  it('is made with a bank by what the API requires, and is the one to whom the money goes', async () => {
    const { api, user } = page;
    api.always('POST /customers', madeAt(customer));
    api.always(`POST ${customer}/funding-sources`, madeAt(api.place('savings')));
    const dialog = await add();
    expect(dialog.queryByLabelText(/^Phone/)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(combobox('To').value).toBe('Ada Limited · Savings of Z ••7766'));
    expect(api.sentTo('POST /customers')[0]?.body).toEqual({
      firstName: 'Grace',
      email: 'grace@example.com',
      type: 'receive-only',
    });
    expect(api.sentTo(`POST ${customer}/funding-sources`)[0]?.body).toEqual({
      routingNumber: '222222226',
      accountNumber: '123456789',
      type: 'checking',
      name: 'Checking',
    });
    expect(api.sentTo('POST /transfers')).toEqual([]);
  });

  it('is made once, though the bank has to be mended', async () => {
    const { api, user } = page;
    const fault = { code: 'Invalid', message: 'Routing number invalid.', path: '/routingNumber' };
    const refusal = {
      code: 'ValidationError',
      message: 'Validation error(s) present.',
      _embedded: { errors: [fault] },
    };
    api.always('POST /customers', madeAt(customer));
    api.once(`POST ${customer}/funding-sources`, () => Response.json(refusal, { status: 400 }));
    api.always(`POST ${customer}/funding-sources`, madeAt(api.place('savings')));
    const dialog = await add();
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    await dialog.findByText(/is a customer now/);
    await dialog.findByText('Routing number invalid.');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(combobox('To').value).not.toBe(''));
    expect([api.sentTo('POST /customers').length, api.sentTo(`POST ${customer}/funding-sources`).length]).toEqual([
      1, 2,
    ]);
  });
});
