import { expect, it } from '@jest/globals';
import { ConsolePage } from '../test-support/console-page.js';
import recorded from '../test-support/recorded/banks.json' with { type: 'json' };
import { customers } from './gathered.js';

const page = new ConsolePage(recorded);
/** A list of the API takes at most this many ids. */
const IDS_MAX = 50;

it('names that are asked for one by one are read together, as many at once as the API takes, each once', async () => {
  const { api } = page;
  const known = api.place('customer');
  const pathOf = (ids: readonly string[]) => `/customers?limit=${IDS_MAX}&${ids.map((id) => `id=${id}`).join('&')}`;
  const ids = [known.split('/').at(-1) ?? '', ...Array.from({ length: 59 }, () => crypto.randomUUID())];
  const lists = [pathOf(ids.slice(0, IDS_MAX)), pathOf(ids.slice(IDS_MAX))];
  const [one = ''] = ids;
  for (const list of lists) api.always(`GET ${list}`, () => api.recordedAt('usual', `GET ${pathOf([one])}`));
  const found = await Promise.all([...ids, one].map((id) => customers.find(id)));
  expect(api.sent.map(({ path }) => path)).toEqual(lists);
  expect(found.map((customer) => customer?.firstName)).toEqual([
    'Ada',
    ...Array.from({ length: 59 }, () => undefined),
    'Ada',
  ]);
});
