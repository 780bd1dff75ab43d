import { describe, expect, it } from '@jest/globals';
import type { PublicRoute } from '@halyard/public-api';
import { judgeMembers, unknownMembers } from '@halyard/input';
import { bodyOf } from '../openapi/handlers.ts';

const link = (href: string) => ({ href: `https://api.example/${href}` });
const address = { address1: '1 Main St', address2: 'Apt 2', address3: 'c/o', city: 'Portland' };
const person = { firstName: 'Ada', lastName: 'Byron', dateOfBirth: '1990-01-01', ssn: '1234' };
const passport = { number: '100', country: 'US' };
const international = { ...address, country: 'US', stateProvinceRegion: 'ME', postalCode: '04101' };
const money = { value: '1.00', currency: 'USD' };

/** Bodies as published clients of the API send them (reference facts, 2, 4, 6, 7, 10), also with members that we don't read. */
const published: readonly (readonly [PublicRoute, object])[] = [
  [
    'createCustomer',
    { ...person, ...address, type: 'personal', email: 'a@b.c', ipAddress: '10.0.0.1', phone: '5555555555' },
  ],
  [
    'createCustomer',
    {
      type: 'business',
      businessName: 'A',
      doingBusinessAs: 'B',
      businessType: 'llc',
      ein: '00-0000000',
      controller: { ...person, title: 'CEO', passport, address: international },
    },
  ],
  ['createBeneficialOwner', { ...person, passport, address: international }],
  [
    'createCustomerFundingSource',
    {
      routingNumber: '222222226',
      accountNumber: '123',
      bankAccountType: 'checking',
      type: 'checking',
      name: 'A',
      verified: false,
      channels: ['ach'],
      plaidToken: 'x',
    },
  ],
  [
    'createTransfer',
    {
      _links: { source: link('funding-sources/1'), destination: link('customers/1') },
      amount: money,
      metadata: { fee: '1' },
      fees: [{ _links: { 'charge-to': link('customers/1') }, amount: money }],
      clearing: { source: 'standard', destination: 'next-available' },
      achDetails: { source: { addenda: { values: ['x'] } } },
      correlationId: 'a',
      processingChannel: { destination: 'x' },
      rtpDetails: {},
    },
  ],
  ['cancelTransfer', { status: 'cancelled' }],
  ['startOrVerifyMicroDeposits', { amount1: money, amount2: money }],
  ['createWebhookSubscription', { url: 'https://a.example', secret: 's' }],
  ['updateWebhookSubscription', { paused: true }],
];

function unknownIn(name: PublicRoute, body: object, isStrict: boolean): readonly string[] {
  const dto = bodyOf(name);
  if (!dto) throw new Error(`${name} takes no body`);
  judgeMembers(body, { dto, isStrict, answered: {}, atItsLevel: name === 'createTransfer' });
  return unknownMembers(body).map(({ path, message }) => `${path} ${message}`);
}

describe('members that nobody knows', () => {
  it.each(published)('are in no body of a published client: %s', (name, body) => {
    expect(unknownIn(name, structuredClone(body), false)).toEqual([]);
    expect(unknownIn(name, structuredClone(body), true)).toEqual([]);
  });
});
