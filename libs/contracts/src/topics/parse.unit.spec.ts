import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { CloudEvent } from '../kernel/services/cloud-event.js';
import { MalformedEvent, parseEvent } from './parse.js';

const customer = {
  partyId: randomUUID(),
  accountId: randomUUID(),
  kind: 'customer',
  type: 'personal',
  status: 'verified',
  version: 1,
};

const event = (overrides: Partial<CloudEvent> = {}): CloudEvent => ({
  specversion: '1.0',
  id: randomUUID(),
  source: 'customers.events.v1',
  type: 'customers.customer-created.v1',
  subject: customer.partyId,
  time: '2026-03-02T12:00:00.000Z',
  datacontenttype: 'application/json',
  accountid: customer.accountId,
  partitionkey: customer.partyId,
  sequence: 1,
  data: { customerId: customer.partyId, fact: customer },
  ...overrides,
});

describe('a message on a topic', () => {
  it('is an event when envelope and data are those of its catalogue', () => {
    const message = event();
    expect(parseEvent('customers.events.v1', message)).toEqual(message);
  });

  it.each<[string, unknown, string]>([
    ['no object', 'customer-created', '/ invalid_type'],
    ['without an id', { ...event(), id: undefined }, '/id invalid_type'],
    ['with a sequence below 1', event({ sequence: 0 }), '/sequence too_small'],
    ['of another CloudEvents version', { ...event(), specversion: '0.3' }, '/specversion invalid_value'],
    [
      'whose data has a wrong status',
      event({ data: { customerId: customer.partyId, fact: { ...customer, status: 'fine' } } }),
      '/fact/status invalid_value',
    ],
    ['of another topic', event({ source: 'auth.events.v1' }), '/source is not the topic'],
    ['of a type that this build does not know', event({ type: 'customers.customer-renamed.v7' }), '/type is not known'],
    ['of a type that names a property of objects', event({ type: 'constructor' }), '/type is not known'],
    ['whose data is missing', event({ data: undefined }), 'customers.customer-created.v1'],
  ])('is malformed when it is %s, and says where', (_, message, where) => {
    const parse = () => parseEvent('customers.events.v1', message);
    expect(parse).toThrow(MalformedEvent);
    expect(parse).toThrow(where);
  });

  it('may state a fact with a field more: that is no new version of the event', () => {
    const message = event({ data: { customerId: customer.partyId, fact: { ...customer, risk: 'low' } } });
    expect(parseEvent('customers.events.v1', message)).toEqual(message);
  });

  it('is refused without a word of its content', () => {
    const secret = '518-29-4637';
    const message = event({ data: { customerId: customer.partyId, fact: { ...customer, type: secret } } });
    expect(() => parseEvent('customers.events.v1', message)).toThrow(/^(?!.*518-29).*\/fact\/type/);
  });
});
