import { describe, expect, it } from '@jest/globals';
import type { Fault } from '@halyard/core';
import { abroad, changed, faultsOfCreation as faultsOf } from '../../../test/creation.js';
import { company, controller, proprietorship } from '../../../test/customers.js';

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

/** What is allowed may follow the usual words. */
const fault = (code: Fault['code'], message: string, field: string) => ({
  code,
  message: expect.stringMatching(`^${message}(?: Allowed: .+)?$`) as unknown,
  path: `/${field}`,
});

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
    ['email', '"a\r\nBcc: x@y.z"@example.com', 'InvalidFormat', 'Email invalid.'],
    ['email', `${'a'.repeat(64)}@${'b.'.repeat(100)}com`, 'InvalidFormat', 'Email invalid.'],
    ['phone', '555-555-5555', 'InvalidFormat', 'Phone invalid.'],
    ['phone', 5555555555, 'InvalidFormat', 'Phone invalid.'],
    ['ipAddress', '10.0.0.256', 'InvalidFormat', 'IpAddress invalid.'],
    ['correlationId', 'a b', 'InvalidFormat', 'CorrelationId invalid.'],
    ['correlationId', 'a'.repeat(256), 'InvalidFormat', 'CorrelationId invalid.'],
    ['businessName', 'Acme', 'NotAllowed', 'BusinessName value not allowed.'],
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

  it.each([
    ['type', { ...personal, type: 'anonymous' }, 'unverified, receive-only, personal, business'],
    ['businessType', company({ businessType: 'trust' }), 'llc, corporation, partnership, soleProprietorship'],
  ])('says which values %s may have, of whatever class', async (field, body, values) => {
    const message = `${field.charAt(0).toUpperCase()}${field.slice(1)} invalid. Allowed: ${values}.`;
    expect(await faultsOf(body)).toContainEqual({ code: 'Invalid', message, path: `/${field}` });
  });

  it.each([
    ['a company', company()],
    ['a corporation', company({ businessType: 'corporation' })],
    ['a partnership', company({ businessType: 'partnership' })],
    ['a sole proprietorship', proprietorship()],
    ['an EIN without a hyphen', company({ ein: '123456789' })],
    ['an EIN of a sole proprietorship', proprietorship({ ein: '12-3456789' })],
    [
      'a website without a scheme, and a trade name',
      company({ website: 'www.domain.com', doingBusinessAs: 'Ada & Co.' }),
    ],
    ['a website with one', company({ website: 'https://example.co.uk/shop?x=1' })],
    ['a website with a port', company({ website: 'https://shop.example.com:8443/a' })],
    ['a website with letters of other scripts', company({ website: 'www.bücher.example' })],
    ['a birthday and a number at a company, which are not its own', company({ dateOfBirth: 'x', ssn: 7 })],
    ['all nine digits of a controller', company({ controller: controller({ ssn: '123-45-6789' }) })],
    ['a controller with a passport alone', company({ controller: abroad() })],
    ['a passport, whatever the number says beside it', company({ controller: abroad({ ssn: 'x' }) })],
  ])('takes %s', async (_, body) => {
    expect(await faultsOf(body)).toEqual([]);
  });

  it.each([
    ['businessType', undefined, 'Required'],
    ['businessType', 'trust', 'Invalid'],
    ['businessName', '', 'Required'],
    ['businessName', 'A<b>', 'InvalidFormat'],
    ['businessName', 'a'.repeat(256), 'InvalidFormat'],
    ['doingBusinessAs', 'A<b>', 'InvalidFormat'],
    ['businessClassification', undefined, 'Required'],
    ['businessClassification', 'x', 'Invalid'],
    // A group of industries.
    ['businessClassification', '9ed38152-7d6f-11e3-9042-5404a6144203', 'Invalid'],
    ['ein', undefined, 'Required'],
    ['ein', '1-23456789', 'InvalidFormat'],
    ['website', 'nowhere', 'InvalidFormat'],
    ['website', 'javascript://example.com', 'InvalidFormat'],
    ['website', 'www.example.com:70000', 'InvalidFormat'],
    ['website', 'www.exa mple.com', 'InvalidFormat'],
    ['address1', undefined, 'Required'],
    ['address1', 'P.O. Box 12', 'Invalid'],
    ['address1', 'PO Box12', 'Invalid'],
    ['state', 'ZZ', 'Invalid'],
    ['controller', undefined, 'Required'],
    ['controller', [], 'InvalidFormat'],
    ['controller', 'Grace', 'InvalidFormat'],
    ['controller/firstName', undefined, 'Required'],
    ['controller/lastName', '', 'Required'],
    ['controller/title', undefined, 'Required'],
    ['controller/title', 'a'.repeat(101), 'InvalidFormat'],
    ['controller/dateOfBirth', undefined, 'Required'],
    ['controller/dateOfBirth', '2008-11-22', 'NotAllowed'],
    ['controller/ssn', undefined, 'Required'],
    ['controller/ssn', '12345', 'InvalidFormat'],
    ['controller/address', undefined, 'Required'],
    ['controller/address', 'Main St', 'InvalidFormat'],
    ['controller/address/address1', undefined, 'Required'],
    ['controller/address/address1', 'PO Box 1', 'Invalid'],
    ['controller/address/address3', 'PO Box 1', 'Invalid'],
    ['controller/address/city', '', 'Required'],
    ['controller/address/stateProvinceRegion', 'Iowa', 'Invalid'],
    ['controller/address/postalCode', undefined, 'Required'],
    ['controller/address/postalCode', 'SW1A 1AA', 'InvalidFormat'],
  ] as const)('has for %s = %p of a company the fault %s', async (path, value, code) => {
    const faults = await faultsOf(changed(company(), path, value));
    expect(faults).toMatchObject([{ code, path: `/${path}` }]);
  });

  it.each([
    ['controller/passport', 'X1', 'InvalidFormat'],
    ['controller/passport/number', undefined, 'Required'],
    ['controller/passport/number', 'a'.repeat(256), 'InvalidFormat'],
    ['controller/passport/country', 'fr', 'Invalid'],
    ['controller/address/country', undefined, 'Required'],
    ['controller/address/country', 'XX', 'Invalid'],
    ['controller/address/stateProvinceRegion', undefined, 'Required'],
    ['controller/address/postalCode', 'a'.repeat(21), 'InvalidFormat'],
  ] as const)('has for %s = %p of a company run from abroad the fault %s', async (path, value, code) => {
    const faults = await faultsOf(changed(company({ controller: abroad() }), path, value));
    expect(faults).toMatchObject([{ code, path: `/${path}` }]);
  });

  it.each([
    ['dateOfBirth', undefined, 'Required'],
    ['dateOfBirth', '2008-11-22', 'NotAllowed'],
    ['ssn', undefined, 'Required'],
    ['ssn', '12', 'InvalidFormat'],
    ['ein', '1', 'InvalidFormat'],
    ['controller', {}, 'NotAllowed'],
  ] as const)('has for %s = %p of a sole proprietorship the fault %s', async (path, value, code) => {
    expect(await faultsOf(changed(proprietorship(), path, value))).toMatchObject([{ code, path: `/${path}` }]);
  });

  it('has every fault of a company in one answer, of its controller too', async () => {
    const faults = await faultsOf({
      type: 'business',
      businessType: 'llc',
      controller: { address: { country: 'US' } },
    });
    expect(faults.map(({ code, path }) => `${code} ${path}`).sort()).toEqual(
      [
        ...['address1', 'businessClassification', 'businessName', 'city', 'ein', 'email', 'firstName', 'lastName'],
        ...['postalCode', 'state', 'controller/dateOfBirth', 'controller/firstName', 'controller/lastName'],
        ...['controller/ssn', 'controller/title', 'controller/address/address1', 'controller/address/city'],
        ...['controller/address/postalCode', 'controller/address/stateProvinceRegion'],
      ]
        .map((path) => `Required /${path}`)
        .sort(),
    );
  });

  it('has every fault in one answer, those that depend on the day included', async () => {
    const body = { type: 'personal', firstName: 'Ada', email: 'x', dateOfBirth: '2020-01-01', ssn: '1' };
    expect((await faultsOf(body)).map(({ code, path }) => `${code} ${path}`).sort()).toEqual([
      'InvalidFormat /email',
      'InvalidFormat /ssn',
      'NotAllowed /dateOfBirth',
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
