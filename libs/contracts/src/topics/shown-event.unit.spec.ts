import { describe, expect, it } from '@jest/globals';
import { dataRule, type FieldRule } from '../redaction/field-rules.js';
import { catalogues } from './parse.js';
import { shownEventOf } from './shown-event.js';

const ID = '0195b3a0-0000-7000-8000-0000000000a1';
const OTHER = '0195b3a0-0000-7000-8000-0000000000c1';
const time = '2026-01-30T14:00:00.000Z';
const traceparent = `00-${'a1'.repeat(16)}-${'b2'.repeat(8)}-01`;
const fact = { partyId: OTHER, accountId: ID, kind: 'customer', type: 'personal', status: 'verified', version: 1 };
const event = {
  id: ID,
  type: 'customers.customer-created.v1',
  time,
  traceparent,
  accountid: ID,
  partitionkey: OTHER,
  data: { customerId: OTHER, fact },
};
const shown = (more: object, topic = 'customers.events.v1') => shownEventOf(topic, { ...event, ...more });

describe('an event as operators see it', () => {
  it('says whose it is and what it is about, with its data', () => {
    const { accountid: _, partitionkey: __, ...message } = event;
    expect(shown({})).toEqual({ accountId: ID, resource: { kind: 'customer', id: OTHER }, message });
  });

  it.each([
    ['a field that no schema declares', { customerId: OTHER, ssn: '123-45-6789' }, { ssn: '[unknown]' }],
    ['a value of another form', { customerId: '123-45-6789' }, { customerId: '[invalid]' }],
    ['a word that is none of the list', { fact: { ...fact, status: 'Ada Byron' } }, { fact: { status: '[invalid]' } }],
    ['a number in place of text', { fact: { ...fact, partyId: 123456789 } }, { fact: { partyId: '[invalid]' } }],
    ['an object in place of a value', { customerId: { name: 'Ada' } }, { customerId: '[invalid]' }],
  ])('shows of %s only its kind', (_, data, expected) => {
    expect(shown({ data }).message.data).toMatchObject(expected);
    expect(JSON.stringify(shown({ data }))).not.toMatch(/Ada|123/);
  });

  it('shows nothing of what an event of an unknown type, or of an unknown topic, has', () => {
    const unknown = { type: 'customers.customer-knighted.v1', data: { name: 'Ada' } };
    expect(shown(unknown).message).toMatchObject({ type: unknown.type, data: '[unknown]' });
    expect(shown({ data: { name: 'Ada' } }, 'knights.events.v1')).toEqual({
      accountId: ID,
      message: { id: ID, type: event.type, time, traceparent, data: '[unknown]' },
    });
    expect(shown({ type: 'constructor' }).message).toMatchObject({ type: '[invalid]', data: '[unknown]' });
  });

  it.each([undefined, null, 'Ada', 7, [], { id: 'Ada', accountid: 'Ada', partitionkey: ['Ada'], time: 'Ada' }])(
    'shows nothing of %j, and does not fail',
    (message) => {
      expect(JSON.stringify(shownEventOf('customers.events.v1', message))).not.toContain('Ada');
    },
  );

  it('replaces addresses, and shows amounts', () => {
    const origins = ['https://ada.example'];
    const changed = {
      type: 'auth.application-settings-changed.v1',
      data: { accountId: ID, applicationId: ID, origins },
    };
    expect(shown(changed, 'auth.events.v1').message.data).toMatchObject({ origins: ['[url]'] });
    const leg = { type: 'transfers.transfer-created.v1', data: { amountMinor: '1250', leg: 'bank' } };
    expect(shown(leg, 'transfers.events.v1').message.data).toEqual(leg.data);
    expect(shown({ ...leg, data: { amountMinor: '12.50' } }, 'transfers.events.v1').message.data).toEqual({
      amountMinor: '[invalid]',
    });
  });

  it('is bounded, however large the message is', () => {
    const data = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`field${n}`, 'x'.repeat(20)]));
    expect(JSON.stringify(shown({ data })).length).toBeLessThan(8_500);
  });
});

const leaves = (rule: FieldRule, path: string): readonly string[] => {
  if (typeof rule === 'string') return [`${path} ${rule}`];
  if ('fields' in rule) return Object.entries(rule.fields).flatMap(([name, inner]) => leaves(inner, `${path}.${name}`));
  return 'items' in rule ? leaves(rule.items, `${path}[]`) : [];
};

it('the only text of events that is shown as it is has a form of its own where it was made', () => {
  const all = Object.values(catalogues).flatMap(({ schemas }) =>
    Object.entries(schemas).flatMap(([type, schema]) => leaves(dataRule(schema, ''), '').map((leaf) => [type, leaf])),
  );
  const kinds = new Set(all.map(([, leaf = '']) => leaf));
  expect([...kinds].sort()).toEqual(['.correlationId kept', '.origins[] url']);
});
