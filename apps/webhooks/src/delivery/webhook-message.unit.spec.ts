import { describe, expect, it } from '@jest/globals';
import type { PublicEvent } from '../event/public-event.js';
import { signatureOf, webhookBody, webhookHeaders } from './webhook-message.js';

const event: PublicEvent = {
  id: 'e1',
  accountId: 'a1',
  customerId: 'c1',
  topic: 'customer_funding_source_added',
  resourceKind: 'funding-source',
  resourceId: 'f1',
  resourceVersion: 1,
  createdAt: new Date('2026-03-02T15:00:00.000Z'),
};
const face = { baseUrl: 'https://pay.example/api/', vendorWord: 'service' };
const type = 'application/vnd.service.v1.hal+json';

describe('the body of a webhook', () => {
  it('is the event with absolute links, and its number', () => {
    expect(JSON.parse(webhookBody({ event, sequence: 7 }, face))).toEqual({
      id: 'e1',
      resourceId: 'f1',
      topic: 'customer_funding_source_added',
      timestamp: '2026-03-02T15:00:00.000Z',
      created: '2026-03-02T15:00:00.000Z',
      sequence: 7,
      _links: {
        self: { href: 'https://pay.example/api/events/e1', type, 'resource-type': 'event' },
        account: { href: 'https://pay.example/api/accounts/a1', type, 'resource-type': 'account' },
        resource: { href: 'https://pay.example/api/funding-sources/f1', type, 'resource-type': 'funding-source' },
        customer: { href: 'https://pay.example/api/customers/c1', type, 'resource-type': 'customer' },
      },
    });
  });

  it('links no customer where the event is the account’s own', () => {
    expect(webhookBody({ event: { ...event, customerId: null }, sequence: 7 }, face)).not.toContain('customers/');
  });
});

it('signs with HMAC-SHA256 in lower-case hex', () => {
  // RFC 4231, test case 2.
  expect(signatureOf('what do ya want for nothing?', 'Jefe')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});

it('names headers and user agent after the vendor word', () => {
  expect(webhookHeaders({ event, sequence: 7 }, 'abc', { ...face, vendorWord: 'acme' })).toEqual({
    'Content-Type': 'application/json; charset=UTF-8',
    'User-Agent': 'acme-webhooks/1.0',
    'X-Request-Signature-Sha-256': 'abc',
    'X-Acme-Topic': 'customer_funding_source_added',
    'X-Acme-Sequence': '7',
  });
});
