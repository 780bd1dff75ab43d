import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { ConsolePage } from '../../test-support/console-page.js';
import recorded from '../../test-support/recorded/bank-behavior.json' with { type: 'json' };

const page = new ConsolePage(recorded);

const CORRECTED = recorded.places.corrected;
const CORRECTIONS = `${CORRECTED}/corrections`;
const HEADING = /^3\.00 USD from /;

const region = (name: string) => within(screen.getByRole('region', { name }));
const cells = () =>
  region('Corrections')
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

/** Makes the API answer with these corrections instead of the recorded one. */
function answer(...corrections: readonly object[]): void {
  const list = page.api.bodyAt('ruled', `GET ${CORRECTIONS}`);
  const { corrections: found } = list['_embedded'] as { readonly corrections: readonly object[] };
  const embedded = { corrections: corrections.map((one) => ({ ...found[0], ...one })) };
  page.api.always(`GET ${CORRECTIONS}`, () => Response.json({ ...list, _embedded: embedded }));
}

beforeEach(() => page.api.goTo('ruled'));

describe('a payment whose bank corrected something', () => {
  it('says what the bank says, that the stored bank was changed, and shows no number', async () => {
    await page.visit(CORRECTED, HEADING);
    await screen.findByRole('region', { name: 'Corrections' });
    expect(cells().slice(0, 3)).toEqual(['C01 Incorrect DFI Account Number', 'Account number ••7755', 'Changed']);
    expect(document.body.textContent).not.toContain('4412907755');
    const told = region('What to tell the customer');
    told.getByText('The account number is wrong or has a form that the bank does not use.');
    told.getByText('The stored bank was changed. It stays verified.');
    expect(told.getByRole('link').getAttribute('href')).toBe('https://halyard.example/docs/correction-codes/C01/');
  });

  it.each([
    [
      { code: 'C02', corrected: { routingNumber: '222222226' } },
      'Routing number 222222226',
      /^The owner has that bank already/,
    ],
    [{ code: 'C05', corrected: { bankAccountType: 'savings' } }, 'Savings account', /^The owner has that bank already/],
    [{ code: 'C04', corrected: { name: true } }, 'The holder has another name', /^Ask the customer for the name/],
    [{ code: 'C09', corrected: {} }, /identification number/, /^Ask the customer for the identification number/],
    [{ code: 'C13', corrected: {} }, /addenda/, /^Tell whoever runs this installation/],
  ])('that changes nothing says what to do next: %j', async (correction, says, next) => {
    answer({ ...correction, applied: false });
    await page.visit(CORRECTED, HEADING);
    await screen.findByRole('region', { name: 'Corrections' });
    expect(cells()[1]).toMatch(says);
    expect(cells()[2]).toBe('Not changed');
    region('What to tell the customer').getByText(next);
  });

  it('says why its corrections can’t be read', async () => {
    page.api.always(`GET ${CORRECTIONS}`, () =>
      Response.json({ code: 'Forbidden', message: 'Not allowed.' }, { status: 403 }),
    );
    await page.visit(CORRECTED, HEADING);
    await region('Corrections').findByText('Not allowed.');
  });
});

it('a payment without a correction has no such region', async () => {
  const { corrections: _, ...links } = page.api.bodyAt('ruled', `GET ${CORRECTED}`)['_links'] as Record<string, object>;
  page.api.always(`GET ${CORRECTED}`, () =>
    Response.json({ ...page.api.bodyAt('ruled', `GET ${CORRECTED}`), _links: links }),
  );
  await page.visit(CORRECTED, HEADING);
  await screen.findByRole('region', { name: 'Timeline' });
  expect(screen.queryByRole('region', { name: 'Corrections' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'What to tell the customer' })).toBeNull();
});

describe('the timeline', () => {
  const TIMELINE = `${CORRECTED}/timeline?limit=200`;
  const FILE = '/bank-files/00000000-0000-7000-8000-00000000aaaa';
  const link = { href: `https://halyard.example${FILE}`, type: 'application/hal+json', 'resource-type': 'bank-file' };

  /** Gives the bank's entries of the story another cause. */
  function because(cause: object): void {
    const story = page.api.bodyAt('ruled', `GET ${TIMELINE}`);
    const { entries } = story['_embedded'] as { readonly entries: readonly { readonly kind: string }[] };
    const changed = entries.map((entry) => (entry.kind === 'bank' ? { ...entry, ...cause } : entry));
    page.api.always(`GET ${TIMELINE}`, () => Response.json({ ...story, _embedded: { entries: changed } }));
  }
  const bankRows = async () => {
    await page.visit(CORRECTED, HEADING);
    const items = await region('Timeline').findAllByRole('listitem');
    return items.filter(({ textContent }) => /Bank(?! f)/.test(textContent));
  };

  it('names the rule that struck, and leads to the rules', async () => {
    const rows = await bankRows();
    const corrected = rows.find(({ textContent }) => textContent.includes('corrected'));
    expect(corrected?.textContent).toContain('C01 · corrected · by rule moved');
    expect(corrected?.className).not.toContain('failure');
    expect(corrected && within(corrected).getByRole('link').getAttribute('href')).toBe(
      '/console/sandbox-bank-behavior',
    );
  });

  it('leads to the line of the file that said so', async () => {
    because({ because: 'file', rule: undefined, file: link, line: 12 });
    const [row] = await bankRows();
    expect(row?.textContent).toContain('by a file from the bank');
    expect(row && within(row).getByRole('link', { name: 'Line 12 of the file' }).getAttribute('href')).toBe(
      `/console${FILE}?line=12`,
    );
  });

  it('leads to the file, where the entry has no line', async () => {
    because({ because: 'file', rule: undefined, file: link, line: undefined });
    const [row] = await bankRows();
    expect(row && within(row).getByRole('link', { name: 'File' }).getAttribute('href')).toBe(`/console${FILE}`);
  });
});

it('the drawer of the sandbox says of a transfer that it was corrected', async () => {
  await page.visit(CORRECTED, HEADING);
  await page.press('Process bank transfers');
  const drawer = within(await screen.findByRole('complementary', { name: 'Sandbox' }));
  const table = await drawer.findByRole('table', { name: 'Handled transfers' });
  within(table).getByText('corrected');
  expect(drawer.getByRole('link', { name: 'bank files' }).getAttribute('href')).toBe('/console/bank-files');
});
