import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ConsolePage } from '../../test-support/console-page.js';
import recorded from '../../test-support/recorded/bank-files.json' with { type: 'json' };

const page = new ConsolePage(recorded);

const FILES = '/bank-files';
const HEADING = 'Bank files';
const FILE = recorded.places.file;
const API = 'https://halyard.example';
const UPLOADED = `${FILES}/00000000-0000-7000-8000-00000000aaaa`;

const scrolled = jest.fn();
beforeEach(() => {
  scrolled.mockClear();
  HTMLElement.prototype.scrollIntoView = scrolled;
});
afterEach(() => void jest.restoreAllMocks());

const rows = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
const headers = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);

const entry = (line: number, more: object = {}) => ({
  _links: { self: { href: API + UPLOADED } },
  ...{ line, traceNumber: '222222220000001', batch: 'PPD', transactionCode: '26' },
  ...{ amount: { value: '25.00', currency: 'USD' }, status: 'returned', code: 'R01', outcome: 'applied' },
  ...more,
});

/** Makes the API answer with an uploaded file of these entries, in pages of 25. */
function answerUploaded(entries: readonly { readonly line: number }[]): void {
  const links = { entries: { href: `${API}${UPLOADED}/entries` }, content: { href: `${API}${UPLOADED}/content` } };
  const file = {
    ...page.api.bodyAt('sent', `GET ${FILE}`),
    direction: 'in',
    window: 'upload',
    entries: entries.length,
  };
  page.api.always(`GET ${UPLOADED}`, () =>
    Response.json({ ...file, _links: { self: { href: API + UPLOADED }, ...links } }),
  );
  const list = (offset: number) => ({
    _links: { self: { href: `${API}${UPLOADED}/entries` }, first: { href: `${API}${UPLOADED}/entries` } },
    _embedded: { entries: entries.slice(offset, offset + 25) },
    total: entries.length,
  });
  page.api.always(`GET ${UPLOADED}/entries`, () => Response.json(list(0)));
  for (let offset = 0; offset === 0 || offset < entries.length; offset += 25)
    page.api.always(`GET ${UPLOADED}/entries?limit=25${offset === 0 ? '' : `&offset=${String(offset)}`}`, () =>
      Response.json(list(offset)),
    );
}

describe('the list of files', () => {
  /** A list in which nothing is. */
  const none = () =>
    Response.json({ ...page.api.bodyAt('sent', `GET ${FILES}`), _embedded: { 'bank-files': [] }, total: 0 });

  it('says while it is empty how files come about', async () => {
    page.api.always(`GET ${FILES}`, none);
    await page.visit(FILES, HEADING);
    screen.getByText(/^No file yet\. What goes to the banks is in a file/);
  });

  it('shows each file with its totals, which leads to its page', async () => {
    page.api.goTo('sent');
    await page.visit(FILES, HEADING);
    expect(headers(HEADING)).toEqual(['Created', 'Direction', 'Made', 'Entries', 'Debits', 'Credits', 'Settles from']);
    expect(rows(HEADING)[0]?.slice(1, 6)).toEqual(['To the banks', 'Simulation', '3', '28.00 USD', '12.00 USD']);
    const [first] = within(screen.getByRole('table', { name: HEADING })).getAllByRole('link');
    expect(first?.getAttribute('href')).toBe(`/console${FILE}`);
  });

  it('is filtered by direction, and by days, which are moments to the API', async () => {
    page.api.goTo('sent');
    await page.visit(FILES, HEADING);
    await page.user.selectOptions(screen.getByRole('combobox', { name: 'Direction' }), 'To the banks');
    await waitFor(() => expect(location.search).toBe('?direction=out'));
    const asked = `?direction=out&from=2031-01-01T00:00:00.000Z&to=2032-01-01T00:00:00.000Z`;
    page.api.always(`GET ${FILES}${asked}`, none);
    await page.fill(screen.getByLabelText('From'), '2031-01-01');
    await page.fill(screen.getByLabelText('To'), '2031-12-31');
    await page.press('Filter');
    await screen.findByText(/^No file yet/);
    expect(decodeURIComponent(location.search)).toBe(asked);
    expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('2031-01-01');
    expect(screen.getByLabelText<HTMLInputElement>('To').value).toBe('2031-12-31');
  });

  it('is not in production', async () => {
    page.api.session = { ...page.api.session, environment: 'production' };
    await page.visit(FILES, 'Not found');
    await page.visit(FILE, 'Not found');
    expect(page.api.sent.filter(({ path }) => path.startsWith(FILES))).toEqual([]);
  });
});

describe('a file to the banks', () => {
  beforeEach(async () => {
    page.api.goTo('sent');
    await page.visit(FILE, HEADING);
    await screen.findByRole('table', { name: 'Entries' });
  });

  it('shows its totals, and each entry with what became of it, its transfer and its bank', async () => {
    const { sha256 } = page.api.bodyAt('sent', `GET ${FILE}`) as { readonly sha256: string };
    screen.getByTitle(sha256);
    await screen.findAllByText(/Byron/);
    expect(headers('Entries')).toEqual(['Amount', 'Status', 'Bank', 'Entry', 'Batch', 'Trace number', 'Line']);
    expect(rows('Entries').map(([amount, status, bank, text]) => [amount, status, bank, text])).toEqual([
      ['25.00 USD', 'settled', expect.stringContaining('Byron'), 'Debit, checking'],
      ['12.00 USD', 'corrected', expect.stringContaining('Byron'), 'Credit, checking'],
      ['3.00 USD', 'returned', expect.stringContaining('Byron'), 'Debit, checking'],
    ]);
    const links = within(screen.getByRole('table', { name: 'Entries' })).getAllByRole('link');
    expect(links[0]?.getAttribute('href')).toMatch(/^\/console\/transfers\//);
    expect(links[1]?.getAttribute('href')).toMatch(/^\/console\/funding-sources\//);
  });

  it('is saved as the API writes it', async () => {
    const saved: Blob[] = [];
    URL.createObjectURL = (blob) => {
      saved.push(blob as Blob);
      return 'blob:file';
    };
    URL.revokeObjectURL = () => undefined;
    const names: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      names.push(this.download);
    });
    const text = `${'9'.repeat(94)}\n`;
    page.api.always(
      `GET ${FILE}/content`,
      () => new Response(text, { headers: { 'content-type': 'text/plain; charset=us-ascii' } }),
    );
    await page.press('Download');
    await waitFor(() => expect(names).toEqual([`${FILE.split('/').at(-1) ?? ''}.ach`]));
    expect(await saved[0]?.text()).toBe(text);
    expect(page.api.sentTo(`GET ${FILE}/content`)[0]?.headers.get('accept')).toBe('text/plain');
  });

  it('says why it can’t be saved', async () => {
    page.api.always(`GET ${FILE}/content`, () =>
      Response.json({ code: 'InvalidScopes', message: 'This needs another scope.' }, { status: 403 }),
    );
    await page.press('Download');
    expect((await screen.findByRole('alert')).textContent).toContain('This needs another scope.');
  });
});

it('who may not read account numbers has no button for them', async () => {
  page.api.session = { ...page.api.session, role: 'viewer', scopes: ['transactions', 'funding'] };
  page.api.goTo('sent');
  const list = { ...page.api.bodyAt('sent', `GET ${FILES}?limit=1`), _templates: {} };
  page.api.always(`GET ${FILES}?limit=1`, () => Response.json(list));
  await page.visit(FILE, HEADING);
  await screen.findByRole('table', { name: 'Entries' });
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Upload file' })).toBeNull();
});

describe('a file from the banks', () => {
  beforeEach(() => page.api.goTo('sent'));

  it('says of each entry what it says, and of a refused one why', async () => {
    answerUploaded([
      entry(3),
      entry(5, { code: 'R10', outcome: 'refused', reason: 'R67' }),
      entry(7, { batch: 'COR', status: 'corrected', code: 'C02', outcome: 'refused', reason: 'R61' }),
    ]);
    await page.visit(UPLOADED, HEADING);
    await screen.findByText('2 of these entries were refused, and changed nothing.');
    expect(rows('Entries').map((cells) => cells.slice(1, 4))).toEqual([
      ['returned', 'R01 Insufficient Funds', 'Applied'],
      ['refused', expect.stringMatching(/^R10 /), 'Refused, R67: This entry was returned or corrected before.'],
      [
        'refused',
        'C02 Incorrect Routing Number',
        'Refused, R61: No entry of this account went to the banks under this trace number.',
      ],
    ]);
  });

  it.each([
    [3, 1],
    [53, 2],
    [403, 9],
    [2_001, 40],
  ])('shows line %i, which is on page %i, where a timeline leads to it', async (line, at) => {
    answerUploaded(Array.from({ length: 1_000 }, (_, place) => entry(3 + 2 * place)));
    await page.visit(`${UPLOADED}?line=${String(line)}`, HEADING);
    const table = await screen.findByRole('table', { name: 'Entries' });
    const [asked] = within(table).getAllByRole('row', { current: true });
    expect(asked && within(asked).getAllByRole('cell').at(-1)?.textContent).toBe(String(line));
    expect(scrolled).toHaveBeenCalledTimes(1);
    const reads = page.api.sent.filter(({ path }) => path.startsWith(`${UPLOADED}/entries`));
    expect(reads.length).toBeLessThanOrEqual(8);
    expect(reads.at(-1)?.path).toBe(
      `${UPLOADED}/entries?limit=25${at === 1 ? '' : `&offset=${String((at - 1) * 25)}`}`,
    );
  });
});

describe('an upload', () => {
  const TEXT = ['101 first', `6${'2'.repeat(93)}`, `7 03${'x'.repeat(90)}`].join('\n');
  const form = {
    ...{ method: 'POST', target: API + FILES, contentType: 'multipart/form-data' },
    properties: [{ name: 'file', prompt: 'File', type: 'file', required: true }],
  };
  const open = async (): Promise<void> => {
    page.api.goTo('sent');
    const list = { ...page.api.bodyAt('sent', `GET ${FILES}`), _templates: { default: form } };
    page.api.always(`GET ${FILES}`, () => Response.json(list));
    page.api.always(`GET ${FILES}?limit=1`, () => Response.json(list));
    await page.visit(FILES, HEADING);
    await page.press('Upload file');
  };
  const choose = async (): Promise<void> => {
    await open();
    const dialog = await page.findDialog('Upload file');
    const file = new File([TEXT], 'returns.ach', { type: 'text/plain' });
    await page.user.upload(dialog.getByLabelText(/^File/), file);
  };
  const press = () => page.user.click(page.dialog('Upload file').getByRole('button', { name: 'Upload file' }));

  it('is sent as a form, and leads to the file with what became of each entry', async () => {
    await choose();
    answerUploaded([entry(3)]);
    page.api.always(`POST ${FILES}`, () => Response.json({}, { status: 201, headers: { location: API + UPLOADED } }));
    await press();
    await screen.findByText('Applied');
    expect(location.pathname).toBe(`/console${UPLOADED}`);
    const [sent] = page.api.sentTo(`POST ${FILES}`);
    expect([...(sent?.body as FormData)].map(([name, value]) => [name, (value as File).name])).toEqual([
      ['file', 'returns.ach'],
    ]);
  });

  it('that has wrong lines shows them, with what is wrong marked', async () => {
    await choose();
    const errors = [
      { code: 'InvalidFormat', message: 'Columns 2-4: 03 is no type.', path: '/lines/3' },
      { code: 'Required', message: 'Column 1: a record of this type can not be here.', path: '/lines/1' },
      { code: 'InvalidFormat', message: 'Columns 1-94: a line has 94 characters.', path: '/lines/1' },
      { code: 'InvalidFormat', message: 'Columns 80-94: no trace number.', path: '/lines/2' },
    ];
    page.api.always(`POST ${FILES}`, () =>
      Response.json({ code: 'ValidationError', message: 'No.', _embedded: { errors } }, { status: 400 }),
    );
    await press();
    const alert = await page.dialog('Upload file').findByRole('alert');
    expect(alert.textContent).toContain('Some lines are wrong. Nothing was applied.');
    const told = () =>
      within(alert)
        .getAllByRole('listitem')
        .map((item) => [
          ...[...item.querySelectorAll('p')].map(({ textContent }) => textContent),
          ...[...item.querySelectorAll('mark')].map(({ textContent }) => textContent),
        ]);
    await waitFor(() =>
      expect(told()).toEqual([
        ['Line 3 Columns 2-4: 03 is no type.', ' 03'],
        [
          'Line 1 Column 1: a record of this type can not be here.',
          'Line 1 Columns 1-94: a line has 94 characters.',
          '1',
        ],
        ['Line 2 Columns 80-94: no trace number.', '2'.repeat(15)],
      ]),
    );
    page.api.always(`POST ${FILES}`, () =>
      Response.json({ code: 'PayloadTooLarge', message: 'The file is too large.' }, { status: 413 }),
    );
    await press();
    await page.dialog('Upload file').findByText('The file is too large.');
    const keys = page.api.sentTo(`POST ${FILES}`).map((sent) => sent.headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
  });

  it('without a file says that one is needed', async () => {
    await open();
    await page.findDialog('Upload file');
    const errors = [{ code: 'Required', message: 'File required.', path: '/file' }];
    page.api.always(`POST ${FILES}`, () =>
      Response.json({ code: 'ValidationError', message: 'No.', _embedded: { errors } }, { status: 400 }),
    );
    await press();
    await page.dialog('Upload file').findByText('File required.');
  });
});
