import { expect, it } from '@jest/globals';
import { ConsolePage } from './test-support/console-page.js';
import recorded from './test-support/recorded/people.json' with { type: 'json' };

const page = new ConsolePage(recorded);

const roles = ['viewer', 'member', 'treasurer', 'owner'] as const;
const pages = [
  ...['', '/parked-messages', '/parked-messages?service=transfers&key=1', '/documents/1', '/accounts/1'],
  ...['/read-models', '/legal-holds', '/erasures', '/ledger', '/accounts', '/people', '/applications', '/documents'],
];

it.each(pages)('nobody but operators has the page /operations%s', async (path) => {
  const { api } = page;
  for (const role of roles) {
    api.session = { ...api.session, role };
    await page.visit(`/operations${path}`, 'Not found');
  }
  expect(api.sent.filter((sent) => sent.path.startsWith('/operations'))).toEqual([]);
});
