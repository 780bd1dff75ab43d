import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { ConsolePage } from '../../test-support/console-page.js';
import { holdIntervals } from '../../test-support/intervals.js';
import recorded from '../../test-support/recorded/new-transfer.json' with { type: 'json' };

const page = new ConsolePage(recorded);
const pass = holdIntervals();
const HEADING = 'Create transfer';
const BEHIND_MS = 2_000;
const NONE = 'Nothing of that name';
const ADA = ['Ada Quill · Checking ••7788', 'Ada Quill · Balance'];
const FAILED = 'It can’t be looked for now.';
const CUSTOMERS = 'GET /customers?limit=8&search=Quill';
const SEARCH = 'GET /search?q=Quill';

const from = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'From' });
const list = () => screen.getByRole('listbox');
const options = () =>
  within(list())
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
const shows = (...texts: readonly string[]) => waitFor(() => expect(options()).toEqual(texts));
/** Lets what is on its way arrive. */
const arrive = async () => {
  for (let turn = 0; turn < 10; turn += 1) await act(() => new Promise((resolve) => setTimeout(resolve)));
};
const wait = async () => {
  pass(BEHIND_MS);
  await arrive();
};
const customers = (...found: readonly object[]) =>
  Response.json({ _links: {}, _embedded: { customers: found }, total: found.length });
const refusal = () => Response.json({ code: 'Invalid', message: '' }, { status: 400 });

/** Collects what a list shows, and whether it is busy, at each change. */
const watched = (): (() => readonly string[]) => {
  const seen = new Set<string>();
  const observer = new MutationObserver(() =>
    seen.add(`${String(list().getAttribute('aria-busy'))} ${options().join()}`),
  );
  observer.observe(list(), { subtree: true, childList: true, characterData: true, attributes: true });
  return () => {
    observer.disconnect();
    return [...seen];
  };
};

const type = async (text: string) => {
  await page.visit('/transfers/new', HEADING);
  await page.fill(from(), text);
};

describe('a party for which the list is open', () => {
  afterEach(() => void jest.restoreAllMocks());

  it.each([
    ['found nothing, because what was just made is not in the list yet', NONE, () => customers()],
    ['failed, because a service is busy', FAILED, refusal],
  ])('is looked for again where a search %s', async (_, text, first) => {
    page.api.once(CUSTOMERS, first);
    page.api.once(CUSTOMERS, first);
    await type('Quill');
    await shows(text);
    const seen = watched();
    await wait();
    expect([options(), page.api.sentTo(CUSTOMERS).length]).toEqual([[text], 2]);
    await wait();
    expect(options()).toEqual(ADA);
    // The list stays as it is while the search is only repeated.
    expect(seen()).toEqual([`false ${ADA.join()}`]);
    await wait();
    expect(page.api.sentTo(CUSTOMERS)).toHaveLength(3);
  });

  it('is not looked for without end', async () => {
    page.api.always(CUSTOMERS, () => customers());
    await type('Quill');
    await shows(NONE);
    for (let times = 0; times < 40; times += 1) await wait();
    expect(page.api.sentTo(CUSTOMERS)).toHaveLength(30);
  });

  it('is not looked for once the list is closed', async () => {
    page.api.always(CUSTOMERS, () => customers());
    await type('Quill');
    await shows(NONE);
    await page.user.keyboard('{Escape}');
    await wait();
    expect(page.api.sentTo(CUSTOMERS)).toHaveLength(1);
  });

  it('is found by its owner although nobody says in time whose the banks are that the search found', async () => {
    const late = new AbortController();
    jest.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
    const id = '00000000-0000-7000-8000-0000000009ff';
    const self = { href: `https://halyard.example/funding-sources/${id}` };
    const results = [{ _links: { self }, id, kind: 'funding-source', text: 'Quill', matched: 'name' }];
    page.api.always(SEARCH, () => Response.json({ _links: {}, _embedded: { results } }));
    const silent = `GET /funding-sources?limit=50&id=${id}`;
    page.api.always(silent, () => new Promise<Response>(() => undefined));
    await type('Quill');
    while (page.api.sentTo(silent).length === 0) await arrive();
    act(() => late.abort(new Error('too late')));
    await shows(...ADA);
  });
});

it('a name that arrives in the field while somebody is about to type is replaced by what they type', async () => {
  const { api } = page;
  const path = api.place('quill');
  const found = `GET /funding-sources?limit=50&id=${path.split('/').at(-1) ?? ''}`;
  let tell: (answer: Response) => void = () => undefined;
  api.once(found, () => new Promise((resolve) => (tell = resolve)));
  await page.visit(`/transfers/new?source=${path.split('/').at(-1) ?? ''}`, HEADING);
  while (api.sentTo(found).length === 0) await arrive();
  from().focus();
  from().select();
  act(() => tell(api.recordedAt('usual', found)));
  await waitFor(() => expect(from().value).toBe('Ada Quill · Checking ••7788'));
  await page.user.paste('Quill');
  expect(from().value).toBe('Quill');
});
