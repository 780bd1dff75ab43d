import { expect, it } from '@jest/globals';
import { ConsolePage } from '../../test-support/console-page.js';
import recorded from '../../test-support/recorded/people.json' with { type: 'json' };

const page = new ConsolePage(recorded);

const roles = ['viewer', 'member', 'treasurer', 'owner'] as const;
const pages = [
  ...['', '/parked-messages', '/parked-messages?service=transfers&key=1'],
  ...['/read-models', '/legal-holds', '/erasures', '/ledger'],
];
const read = ['/accounts', '/people', '/applications', '/documents'];

it.each([...pages, ...read])('nobody but operators has the page /operations%s', async (path) => {
  const { api } = page;
  const forbidden = { code: 'Forbidden', message: 'Only operators may do this.' };
  if (read.includes(path)) api.always(`GET /operations${path}`, () => Response.json(forbidden, { status: 403 }));
  for (const role of roles) {
    api.session = { ...api.session, role };
    await page.visit(`/operations${path}`, 'Not found');
  }
  const asked = api.sent.filter((sent) => sent.path.startsWith('/operations'));
  expect(asked).toHaveLength(read.includes(path) ? roles.length : 0);
});
