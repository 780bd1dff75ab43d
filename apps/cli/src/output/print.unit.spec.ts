import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SuiteDouble } from '../../test/suite-double.js';

let suite: SuiteDouble;
beforeAll(async () => {
  suite = await SuiteDouble.start();
});
afterAll(() => suite.stop());

const list = (name: string, items: readonly object[]) => ({
  body: { _links: {}, _embedded: { [name]: items }, total: items.length },
});

describe('a list without items', () => {
  it.each<[string, readonly string[], { columns?: number }, string]>([
    ['says so on a terminal', [], { columns: 80 }, 'No funding sources.'],
    ['says nothing elsewhere', [], {}, ''],
    ['says nothing as JSON', ['--json'], { columns: 80 }, ''],
  ])('%s', async (_, options, terminal, noted) => {
    suite.answers = {
      'GET /accounts/acc/funding-sources': list('funding-sources', []),
      'GET /funding-sources': list('funding-sources', []),
    };
    expect(await suite.halyard(['funding-sources', 'list', ...options], terminal)).toMatchObject({
      ...{ code: 0, printed: '', noted },
    });
  });
});

it('a list of funding sources shows which account at a bank each is', async () => {
  const bank = { id: 'b', status: 'verified', type: 'bank', bankAccountType: 'checking', name: 'Checking' };
  const more = {
    created: '2026-01-01T00:00:00Z',
    removed: false,
    channels: ['ach'],
    lastFour: '6789',
    fingerprint: 'f',
  };
  suite.answers = { 'GET /funding-sources': list('funding-sources', [{ ...bank, ...more }]) };
  const { printed } = await suite.halyard(['funding-sources', 'ls']);
  expect(printed.split('\n')[0]?.split(/\s+/)).toEqual([
    ...['id', 'status', 'type', 'lastFour', 'name', 'bankAccountType', 'created'],
  ]);
  expect(printed).toContain('6789');
});

it('a list of payments shows who pays whom', async () => {
  const parties = { source: { href: 'https://x/1', name: 'Ada' }, destination: { href: 'https://x/2', name: 'Bo' } };
  const payment = { id: 'p', status: 'pending', amount: { value: '1.00', currency: 'USD' }, parties };
  suite.answers = { 'GET /payments': list('payments', [payment]) };
  expect((await suite.halyard(['payments', 'ls'])).printed.split('\n')).toEqual([
    'id  status   amount    from  to',
    'p   pending  1.00 USD  Ada   Bo',
  ]);
});

it('a list fits the terminal, and is whole elsewhere', async () => {
  const name = 'A name that is longer than most';
  suite.answers = { 'GET /customers': list('customers', [{ id: '1', name, note: 'x'.repeat(60) }]) };
  const [, fitted = ''] = (await suite.halyard(['customers', 'list'], { columns: 40 })).printed.split('\n');
  expect([fitted.length <= 40, fitted.includes('…')]).toEqual([true, true]);
  expect((await suite.halyard(['customers', 'list'])).printed).toContain(`${name}  ${'x'.repeat(60)}`);
});

it('pages of a list have one heading', async () => {
  const first = {
    _links: { next: suite.link('/customers?page=2') },
    _embedded: { customers: [{ id: '1' }] },
    total: 2,
  };
  suite.answers = {
    'GET /customers?limit=200': { body: first },
    'GET /customers?page=2': list('customers', [{ id: '2' }]),
  };
  expect((await suite.halyard(['customers', 'list', '--all'])).printed.split('\n')).toEqual(['id', '1', '2']);
});

describe('a statement', () => {
  const statement = {
    ...{ from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' },
    opening: { balance: { value: '0.00', currency: 'USD' } },
    closing: { balance: { value: '5.00', currency: 'USD' } },
    postings: [
      { revision: 1, amount: { value: '5.00', currency: 'USD' }, transfer: { href: 'https://x/transfers/t1' } },
    ],
  };

  it('is a table for people, and the document with --json', async () => {
    suite.answers = { 'GET /funding-sources/b/statement?from=2026-01-01': { body: statement } };
    const get = ['statement', 'get', 'b', '--from', '2026-01-01'];
    expect((await suite.halyard(get)).printed.split('\n')).toEqual([
      '2026-01-01T00:00:00.000Z  opening balance 0.00 USD',
      'revision  amount    transfer',
      '1         5.00 USD  t1',
      '2026-02-01T00:00:00.000Z  closing balance 5.00 USD',
    ]);
    expect(JSON.parse((await suite.halyard([...get, '--json'])).printed)).toEqual(statement);
  });
});

describe('a suite that is too busy', () => {
  const busy = (status: number, seconds: string) => ({
    ...{ status, headers: { 'retry-after': seconds } },
    body: { code: status === 429 ? 'TooManyRequests' : 'ServiceUnavailable', message: 'Later.' },
  });

  it.each([
    [429, /^429 TooManyRequests: trying again in 0(?:\.\d)? s$/],
    [503, /^503 ServiceUnavailable: trying again in 0(?:\.\d)? s$/],
  ])('makes the command say at once that it waits: %i', async (status, said) => {
    suite.answers = { 'GET /customers/1': [busy(status, '0'), busy(status, '0'), { body: { id: '1', _links: {} } }] };
    const { code, noted } = await suite.halyard(['customers', 'get', '1']);
    expect([code, suite.asked.length]).toEqual([0, 3]);
    expect(noted).toMatch(said);
  });

  it('makes it say so as JSON with --json', async () => {
    suite.answers = { 'GET /customers/1': [busy(429, '0'), { body: { id: '1' } }] };
    const { noted } = await suite.halyard(['customers', 'get', '1', '--json']);
    expect(JSON.parse(noted)).toEqual({
      waiting: { status: 429, code: 'TooManyRequests', seconds: expect.any(Number) },
    });
  });

  it('ends it with a fault where the time is too short, and it claims no wait', async () => {
    suite.answers = { 'GET /customers/1': busy(429, '90') };
    const { code, printed, noted } = await suite.halyard(['customers', 'get', '1', '--timeout', '2s']);
    expect([code, printed, noted]).toEqual([5, '', 'halyard: 429 TooManyRequests: Later.\n  request r-1']);
  });
});
