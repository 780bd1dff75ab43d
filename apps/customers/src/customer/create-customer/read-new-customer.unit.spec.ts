import { describe, expect, it } from '@jest/globals';
import { DomainError, type Fault } from '@halyard/core';
import { readNewCustomer } from './read-new-customer.js';

const now = new Date('2026-11-21T12:00:00.000Z');

const unverified = { firstName: 'Ada', lastName: "O'Neill-Smith Jr.", email: 'ada@example.com' };
const personal = {
  ...unverified,
  type: 'personal',
  address1: '99-99 33rd St',
  city: 'Some City',
  state: 'NY',
  postalCode: '11101',
  dateOfBirth: '1970-01-01',
  ssn: '1234',
};

async function faultsOf(body: unknown): Promise<readonly Fault[]> {
  try {
    await readNewCustomer(body, now);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'ValidationError') throw error;
    return error.detail.faults ?? [];
  }
}

const fault = (code: Fault['code'], message: string, field: string): Fault => ({ code, message, path: `/${field}` });

describe('the body of POST /customers', () => {
  it.each([
    ['an unverified customer by default', unverified],
    ['an unverified customer by name', { ...unverified, type: 'unverified' }],
    [
      'a receive-only customer with a business name',
      { ...unverified, type: 'receive-only', businessName: 'Acme & Co.' },
    ],
    ['a personal customer', personal],
    ['all nine digits of a number, with or without hyphens', { ...personal, ssn: '123-45-6789' }],
    ['a ZIP+4', { ...personal, postalCode: '11101-1234' }],
    ['optional fields that are empty or null', { ...personal, address2: '', phone: null, correlationId: '' }],
    ['unknown fields', { ...unverified, nickname: 'A' }],
    ['fields of personal customers on another type, whatever they hold', { ...unverified, ssn: 'x', state: 7 }],
    [
      'every common field',
      { ...unverified, phone: '5555555555', ipAddress: '2001:db8::1', correlationId: 'a-1.B_2', businessName: 'Acme' },
    ],
    ['someone who is eighteen today', { ...personal, dateOfBirth: '2008-11-21' }],
    ['someone who will be 126 tomorrow', { ...personal, dateOfBirth: '1900-11-22' }],
  ])('takes %s', async (_, body) => {
    expect(await faultsOf(body)).toEqual([]);
  });

  it.each([
    ['type', 'business', 'NotAllowed', 'Type value not allowed.'],
    ['type', 'anonymous', 'Invalid', 'Type invalid.'],
    ['type', 7, 'Invalid', 'Type invalid.'],
    ['firstName', undefined, 'Required', 'FirstName required.'],
    ['firstName', '', 'Required', 'FirstName required.'],
    ['firstName', null, 'Required', 'FirstName required.'],
    ['firstName', '  ', 'Required', 'FirstName required.'],
    ['firstName', 'a'.repeat(51), 'InvalidFormat', 'FirstName invalid.'],
    ['firstName', ['Ada'], 'InvalidFormat', 'FirstName invalid.'],
    ['lastName', undefined, 'Required', 'LastName required.'],
    ['lastName', 'Love\u0007lace', 'InvalidFormat', 'LastName invalid.'],
    ...[...'<>="`!?%~${}[]\\'].map(
      (symbol) => ['lastName', `L${symbol}`, 'InvalidFormat', 'LastName invalid.'] as const,
    ),
    ['email', undefined, 'Required', 'Email required.'],
    ['email', 'ada@', 'InvalidFormat', 'Email invalid.'],
    ['email', `${'a'.repeat(64)}@${'b.'.repeat(100)}com`, 'InvalidFormat', 'Email invalid.'],
    ['phone', '555-555-5555', 'InvalidFormat', 'Phone invalid.'],
    ['phone', 5555555555, 'InvalidFormat', 'Phone invalid.'],
    ['ipAddress', '10.0.0.256', 'InvalidFormat', 'IpAddress invalid.'],
    ['correlationId', 'a b', 'InvalidFormat', 'CorrelationId invalid.'],
    ['correlationId', 'a'.repeat(256), 'InvalidFormat', 'CorrelationId invalid.'],
    ['businessName', 'Acme', 'NotAllowed', 'BusinessName value not allowed.'],
    ['businessType', 'llc', 'NotAllowed', 'BusinessType value not allowed.'],
    ['businessClassification', 'x', 'NotAllowed', 'BusinessClassification value not allowed.'],
    ['controller', {}, 'NotAllowed', 'Controller value not allowed.'],
    ['ein', '00-0000000', 'NotAllowed', 'Ein value not allowed.'],
    ['doingBusinessAs', 'Acme', 'NotAllowed', 'DoingBusinessAs value not allowed.'],
    ['website', 'www.example.com', 'NotAllowed', 'Website value not allowed.'],
    ['address1', undefined, 'Required', 'Address1 required.'],
    ['address1', 'a'.repeat(51), 'InvalidFormat', 'Address1 invalid.'],
    ['address1', 'P.O. Box 12', 'Invalid', 'Address1 invalid.'],
    ['address1', '7 Elm, Post  Office Box 3', 'Invalid', 'Address1 invalid.'],
    ['address1', `p${' '.repeat(200_000)}`, 'InvalidFormat', 'Address1 invalid.'],
    ['address2', 'PO BOX 12', 'Invalid', 'Address2 invalid.'],
    ['city', undefined, 'Required', 'City required.'],
    ['city', 'District 9', 'InvalidFormat', 'City invalid.'],
    ['state', undefined, 'Required', 'State required.'],
    ['state', 'ny', 'Invalid', 'State invalid.'],
    ['state', 'ZZ', 'Invalid', 'State invalid.'],
    ['postalCode', undefined, 'Required', 'PostalCode required.'],
    ['postalCode', '1110', 'InvalidFormat', 'PostalCode invalid.'],
    ['dateOfBirth', undefined, 'Required', 'DateOfBirth required.'],
    ['dateOfBirth', '01/01/1970', 'InvalidFormat', 'DateOfBirth invalid.'],
    ['dateOfBirth', '1971-02-29', 'InvalidFormat', 'DateOfBirth invalid.'],
    ['dateOfBirth', '2008-11-22', 'NotAllowed', 'DateOfBirth value not allowed.'],
    ['dateOfBirth', '1900-11-21', 'NotAllowed', 'DateOfBirth value not allowed.'],
    ['ssn', undefined, 'Required', 'Ssn required.'],
    ['ssn', '123', 'InvalidFormat', 'Ssn invalid.'],
    ['ssn', '12345', 'InvalidFormat', 'Ssn invalid.'],
    ['ssn', 1234, 'InvalidFormat', 'Ssn invalid.'],
  ] as const)('has for %s = %p the fault %s', async (field, value, code, message) => {
    expect(await faultsOf({ ...personal, [field]: value })).toEqual(
      field === 'type' ? expect.arrayContaining([fault(code, message, field)]) : [fault(code, message, field)],
    );
  });

  it('has every fault in one answer, those that depend on the day included', async () => {
    const body = { type: 'personal', firstName: 'Ada', email: 'x', dateOfBirth: '2020-01-01', ssn: '1', ein: '1' };
    expect((await faultsOf(body)).map(({ code, path }) => `${code} ${path}`).sort()).toEqual([
      'InvalidFormat /email',
      'InvalidFormat /ssn',
      'NotAllowed /dateOfBirth',
      'NotAllowed /ein',
      'Required /address1',
      'Required /city',
      'Required /lastName',
      'Required /postalCode',
      'Required /state',
    ]);
  });

  it('has the faults of an empty body', async () => {
    expect((await faultsOf(undefined)).map(({ path }) => path).sort()).toEqual(['/email', '/firstName', '/lastName']);
  });
});
