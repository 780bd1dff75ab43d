import { expect, it } from '@jest/globals';
import { type Api, linkTo } from '@halyard/client';
import { ownPages } from '../src/page/own-pages.js';
import { columnsOf } from './columns/columns.js';
import { listPage } from './generic/list-page.js';
import { pages } from './pages.js';
import { headingAt, helpOn, parentOf, placeOf, rowsIn, rowsOfOperators } from './parts/page-rows.js';

const id = '0192f4c1-7f0a-7000-8000-000000000001';

it('every page of the console’s own has a row that shows it', () => {
  const shown = new Set(pages.filter(({ Show }) => Show).map(({ path }) => path));
  expect(ownPages.filter((path) => !shown.has(path))).toEqual([]);
});

it('no two rows are for one path', () => {
  const paths = pages.map(({ path }) => path);
  expect(paths).toEqual([...new Set(paths)]);
});

it.each([
  ['/', undefined, '/', 'how-to/use-the-console/'],
  ['/transfers', undefined, '/transfers', 'money/'],
  ['/transfers/new', '/transfers', '/transfers', 'money/'],
  [`/transfers/${id}`, '/transfers', '/transfers', 'money/'],
  [`/transfers/${id}/fees`, `/transfers/${id}`, '/transfers', 'money/'],
  [`/payments/${id}`, '/transfers', '/transfers', 'how-to/read-a-timeline/'],
  [`/sandbox-simulations/${id}/transfers`, '/transfers', '/transfers', 'money/'],
  [`/customers/${id}`, '/customers', '/customers', 'customers/'],
  [`/customers/${id}/beneficial-owners`, `/customers/${id}`, '/customers', 'customers/'],
  [`/beneficial-owners/${id}`, '/customers', '/customers', 'business-verification/'],
  [`/documents/${id}`, '/customers', '/customers', 'documents/'],
  [`/funding-sources/${id}`, '/funding-sources', '/funding-sources', 'concepts/banks/'],
  [`/webhook-subscriptions/${id}`, '/webhook-subscriptions', '/webhook-subscriptions', 'how-to/receive-webhooks/'],
  [`/webhooks/${id}`, '/webhook-subscriptions', '/webhook-subscriptions', 'how-to/receive-webhooks/'],
  [`/replays/${id}`, '/webhook-subscriptions', '/webhook-subscriptions', 'how-to/receive-webhooks/'],
  [`/events/${id}`, '/events', '/events', 'how-to/follow-events/'],
  [`/requests/${id}`, '/requests', '/requests', 'how-to/read-the-log-of-requests/'],
  ['/idempotency-keys', '/requests', '/requests', 'concepts/idempotency/'],
  ['/idempotency-keys/key%201', '/requests', '/requests', 'concepts/idempotency/'],
  [`/people/${id}`, '/team', '/team', 'how-to/let-people-log-in/'],
  [`/invitations/${id}`, '/team', '/team', 'how-to/let-people-log-in/'],
  [`/accounts/${id}`, '/account', undefined, 'how-to/use-the-console/'],
  [`/accounts/${id}/settings`, `/accounts/${id}`, undefined, 'how-to/use-the-console/'],
  ['/statement', undefined, undefined, 'how-to/read-a-statement/'],
  ['/sandbox-clock', undefined, undefined, 'concepts/time/'],
  [`/sandbox-clock/advances/${id}`, '/sandbox-clock', undefined, 'concepts/time/'],
  ['/sandbox-bank-behavior', undefined, undefined, 'concepts/bank-behavior/'],
  [`/bank-files/${id}`, '/bank-files', undefined, 'concepts/bank-files/'],
  [`/bank-files/${id}/entries`, `/bank-files/${id}`, undefined, 'concepts/bank-files/'],
  ['/operations', undefined, '/operations', 'operate/'],
  ['/operations/accounts', '/operations', '/operations', 'operate/'],
  [`/operations/accounts/${id}`, '/operations/accounts', '/operations', 'operate/'],
  [`/operations/customers/${id}`, '/operations', '/operations', 'operate/'],
  [`/operations/documents/${id}`, '/operations/documents', '/operations', 'documents/'],
  [`/operations/erasures/${id}`, '/operations/erasures', '/operations', 'runbooks/erase-a-person/'],
  ['/operations/ledger', '/operations', '/operations', 'runbooks/money-does-not-add-up/'],
  ['/business-classifications', undefined, undefined, 'how-to/use-the-console/'],
])('%s belongs to %s, stands under %s in the navigation, and is explained by %s', (path, parent, place, help) => {
  expect(parentOf(pages, path)?.path).toBe(parent);
  expect(placeOf(pages, path)).toBe(place);
  expect(helpOn(pages, path)).toBe(help);
});

it('a document belongs to the operations for operators, and to the customers for others', () => {
  const path = `/documents/${id}`;
  expect([placeOf(pages, path), placeOf(rowsOfOperators(pages), path)]).toEqual(['/customers', '/operations']);
});

it('the pages of the sandbox have no row in production', () => {
  const there = new Set(rowsIn('production', pages));
  expect(pages.filter((row) => !there.has(row)).map(({ path }) => path)).toEqual([
    '/sandbox-clock',
    '/sandbox-clock/advances',
    '/sandbox-clock/advances/{id}',
    '/sandbox-bank-behavior',
    '/bank-files',
    '/bank-files/{id}',
    '/bank-files/{id}/entries',
    '/parts',
  ]);
  expect(rowsIn('sandbox', pages)).toEqual(pages);
});

it('a page without a row is headed by the words of its path', () => {
  expect(headingAt(pages, `/customers/${id}/beneficial-ownership`)).toBe('Beneficial ownership');
  expect(headingAt(pages, `/business-classifications/${id}`)).toBe('Business classification');
});

it('a row whose path, attribute or relation the API does not have does not compile', () => {
  const row = { heading: 'Customers', empty: 'None' };
  expect([
    // @ts-expect-error TS2345: the API has no such path
    () => linkTo('/custmers'),
    // @ts-expect-error TS2345: the API has no such list
    () => listPage('/customers/{id}', { ...row, columns: columnsOf({}) }),
    // @ts-expect-error TS2322: customers have no such attribute
    () => columnsOf<Api.Customer>({ Name: 'nam' }),
    // @ts-expect-error TS2322: customers have no such link
    () => columnsOf<Api.Customer>({ Name: '@account' }),
    // @ts-expect-error TS2339: customers have no such attribute
    () => columnsOf<Api.Customer>({ Name: ({ nam }) => String(nam) }),
  ]).toHaveLength(5);
});
