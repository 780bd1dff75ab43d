import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SuiteDouble } from '../../test/suite-double.js';
import { valueAt, withOnly } from './fields.js';

const transfer = {
  id: '1',
  status: 'pending',
  amount: { value: '1.00', currency: 'USD' },
  fees: [{ id: 'f1', amount: { value: '0.10' } }, { id: 'f2' }],
};

describe('members', () => {
  it.each<[string, unknown]>([
    ['amount.value', '1.00'],
    ['amount', transfer.amount],
    ['fees.1.id', 'f2'],
    ['fees.id', ['f1', 'f2']],
    ['fees.amount.value', ['0.10']],
    ['nothing', undefined],
    ['status.nothing', undefined],
    ['constructor', undefined],
  ])('are found by their name: %s', (name, value) => {
    expect(valueAt(transfer, name)).toEqual(value);
  });

  it('stay where they are when the others go', () => {
    expect(withOnly(transfer, ['amount.value', 'id', 'nothing', 'amount.currency'])).toEqual({
      amount: { value: '1.00', currency: 'USD' },
      id: '1',
    });
    expect(withOnly(transfer, ['fees.id', 'fees.amount.value'])).toEqual({
      fees: [{ id: 'f1', amount: { value: '0.10' } }, { id: 'f2' }],
    });
    expect(JSON.stringify(withOnly(transfer, ['status', 'id']))).toBe('{"status":"pending","id":"1"}');
  });
});

describe('--fields', () => {
  let suite: SuiteDouble;
  beforeAll(async () => {
    suite = await SuiteDouble.start();
    const { link } = suite;
    const item = { ...transfer, _links: { self: link('/transfers/1'), payment: link('/payments/1') } };
    suite.answers = {
      'GET /transfers': {
        body: { _links: {}, _embedded: { transfers: [item, { id: '2', status: 'failed' }] }, total: 2 },
      },
      'GET /transfers/1': {
        body: {
          ...item,
          _templates: { cancel: { method: 'POST', target: `${suite.base}/transfers/1`, properties: [] } },
        },
      },
      'GET /funding-sources/1': { body: { id: '1', _links: { balance: link('/funding-sources/1/balance') } } },
      'POST /transfers/1': { body: { id: '1', status: 'cancelled' } },
      'GET /payments/1': { body: { id: 'p', status: 'pending', _links: {} } },
    };
  });
  afterAll(() => suite.stop());

  it.each([
    ['a list', 'transfers list', 'status  amount.value\npending  1.00\nfailed'],
    ['a resource', 'transfers get 1', 'status: pending\namount.value: 1.00'],
    ['a resource by its path', 'get /transfers/1', 'status: pending\namount.value: 1.00'],
    ['what a write answers', 'transfers cancel 1', 'status: cancelled\namount.value:'],
    ['what is waited for', 'wait /transfers/1 --until status=pending', 'status: pending\namount.value: 1.00'],
  ])('shows these members of %s', async (_, line, text) => {
    const { code, printed } = await suite.halyard([...line.split(' '), '--fields', 'status,amount.value']);
    expect([code, printed.replaceAll(/ {2,}/g, '  ')]).toEqual([0, text]);
  });

  it('shows them as JSON, a line for each item, without those that an item lacks', async () => {
    const { printed } = await suite.halyard(['transfers', 'ls', '--fields', 'id,amount.value', '--json']);
    expect(printed).toBe('{"id":"1","amount":{"value":"1.00"}}\n{"id":"2"}');
    const cancelled = await suite.halyard(['transfers', 'cancel', '1', '--fields', 'id', '--json']);
    expect(cancelled.printed).toBe('{"resource":{"id":"1"}}');
  });

  it.each([
    ['transfers list', 'colour', 'amount.currency'],
    ['transfers list', 'id.colour', 'status'],
    ['transfers get 1', 'amount.colour', 'metadata.*'],
    ['get /transfers/1', 'failure', '_links'],
    ['transfers payment 1', 'individualAchId', 'expected.earliest'],
    ['transfers cancel 1', 'colour', 'status'],
    ['funding-sources balance 1', 'lastFour', 'balance.value'],
    ['requests get 1', 'colour', 'durationMs'],
  ])('of %s refuses %s, and names what there is', async (line, field, known) => {
    const { code, printed, noted } = await suite.halyard([...line.split(' '), '--fields', `_links.self.href,${field}`]);
    expect([code, printed]).toEqual([2, '']);
    expect(noted).toMatch(new RegExp(`^halyard: --fields ${field}: there is no such member; there are `));
    expect(noted.slice(noted.indexOf('there are'))).toContain(known);
    expect(suite.sent()).toEqual([]);
  });

  it.each(['', 'id,', ','])('is names with commas between them, and not %j', async (names) => {
    expect(await suite.halyard(['transfers', 'list', '--fields', names])).toMatchObject({ code: 2 });
  });

  it('knows open names, links and whatever is no part of the document', async () => {
    const names = ['--fields', 'metadata.order,_links.self.href,amount,_embedded.resource.id'];
    expect(await suite.halyard(['transfers', 'get', '1', ...names])).toMatchObject({ code: 0 });
    expect((await suite.halyard(['get', '/boats/1', '--fields', 'hull'])).code).toBe(3);
  });

  it('is completed with the members that the noun has', async () => {
    const { printed } = await suite.halyard(['complete', '--', 'halyard transfers list --fields id,amount.']);
    expect(printed.split('\n')).toEqual(['id,amount.currency', 'id,amount.value']);
  });
});
