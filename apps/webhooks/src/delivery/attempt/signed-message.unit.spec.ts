import { describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import type { PublicEvent } from '../../event/public-event.js';
import { type Secrets, signatureOf, signaturesOf, webhookBody, webhookHeaders } from './signed-message.js';

const event: PublicEvent = {
  id: 'e1',
  accountId: 'a1',
  customerId: 'c1',
  topic: 'customer_funding_source_added',
  resourceKind: 'funding-source',
  resourceId: 'f1',
  resourceVersion: null,
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

  it.each([
    ['beneficial-owner', 'beneficial-owners/r1'],
    ['customer', 'customers/r1'],
    ['document', 'documents/r1'],
    ['funding-source', 'funding-sources/r1'],
    ['transfer', 'transfers/r1'],
  ] as const)('links the %s that the event is about', (resourceKind, path) => {
    const about = { ...event, resourceKind, resourceId: 'r1' };
    expect(JSON.parse(webhookBody({ event: about, sequence: 7 }, face))).toMatchObject({
      _links: { resource: { href: `https://pay.example/api/${path}`, 'resource-type': resourceKind } },
    });
  });

  it('bears the correlation id that the caller gave a transfer', () => {
    const correlated = { ...event, correlationId: 'order-1' };
    expect(JSON.parse(webhookBody({ event: correlated, sequence: 7 }, face))).toMatchObject({
      correlationId: 'order-1',
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

const at = new Date('2026-03-02T15:00:00.900Z');

describe('signatures', () => {
  it('are those of the specification and of the standard, over the secret’s bytes', () => {
    const signatures = signaturesOf(event, '{}', at, { current: 'sésame' });
    const standard = createHmac('sha256', Buffer.from('sésame', 'utf8')).update('e1.1772463600.{}').digest('base64');
    expect(signatures).toEqual({ current: signatureOf('{}', 'sésame'), standard: `v1,${standard}` });
  });

  describe('of a secret that begins with whsec_', () => {
    const standardOf = (secrets: Secrets) => signaturesOf(message, payload, sentAt, secrets).standard.split(' ');
    // The example of the reference libraries of standardwebhooks.com.
    const example = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const message = { ...event, id: 'msg_p5jXN8AQM9LWM0D4loKWxJek' };
    const payload = '{"test": 2432232314}';
    const sentAt = new Date(1_614_265_330_000);

    it('are verified by libraries of the standard as it stands, and by those that are given its bytes', () => {
      const bytes = createHmac('sha256', example).update(`${message.id}.1614265330.${payload}`).digest('base64');
      expect(standardOf({ current: example })).toEqual([
        `v1,${bytes}`,
        'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      ]);
    });

    it('are those of both secrets in a rotation', () => {
      const next = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
      expect(standardOf({ current: example, next })).toEqual([
        ...standardOf({ current: next }),
        ...standardOf({ current: example }),
      ]);
      expect(standardOf({ current: example, next: 'new' })).toHaveLength(3);
    });

    it.each(['whsec_', 'whsec_A', 'whsec_sésame ouvre-toi', 'whsec_a-b_', 'whsec_=', 'whsec_AAAA====', 'WHSEC_AAAA'])(
      'are of its own bytes alone where it encodes none: %s',
      (current) => expect(standardOf({ current })).toHaveLength(1),
    );

    it('leave the specified header as it is', () => {
      const { current } = signaturesOf(message, payload, sentAt, { current: example });
      expect(current).toBe(signatureOf(payload, example));
    });
  });

  it('keep the specified header to the old secret while a new one is to follow, and show both in the standard’s', () => {
    const signatures = signaturesOf(event, '{}', at, { current: 'old', next: 'new' });
    const [old] = [signaturesOf(event, '{}', at, { current: 'old' })];
    const [fresh] = [signaturesOf(event, '{}', at, { current: 'new' })];
    expect(signatures).toEqual({
      current: old.current,
      next: fresh.current,
      standard: `${fresh.standard} ${old.standard}`,
    });
  });
});

describe('headers', () => {
  const signatures = { current: 'abc', standard: 'v1,abc=' };

  it('are named after the vendor word, and those of the standard as it says', () => {
    expect(webhookHeaders({ event, sequence: 7 }, at, signatures, { ...face, vendorWord: 'acme' })).toEqual({
      'Content-Type': 'application/json; charset=UTF-8',
      'User-Agent': 'acme-webhooks/1.0',
      'X-Request-Signature-Sha-256': 'abc',
      'X-Acme-Topic': 'customer_funding_source_added',
      'X-Acme-Sequence': '7',
      'Webhook-Id': 'e1',
      'Webhook-Timestamp': '1772463600',
      'Webhook-Signature': 'v1,abc=',
    });
  });

  it('name the replay, and the signature of the secret that is to follow', () => {
    const notice = { event, sequence: 7, replayId: 'r1' };
    expect(webhookHeaders(notice, at, { ...signatures, next: 'def' }, face)).toMatchObject({
      'X-Request-Signature-Sha-256-Next': 'def',
      'X-Service-Replay': 'r1',
    });
    expect(JSON.parse(webhookBody(notice, face))).toMatchObject({ id: 'e1', sequence: 7, replayId: 'r1' });
  });
});
