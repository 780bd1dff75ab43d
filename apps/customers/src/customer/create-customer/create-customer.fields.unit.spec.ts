import { describe, expect, it } from '@jest/globals';
import { abroad, changed, faultsOfCreation } from '../../../test/creation.js';
import { company, controller, person, personal, proprietorship } from '../../../test/customers.js';

/** The body of a creation, allowed and refused values of a field, and whether the field is required. */
interface Row {
  readonly of: object;
  readonly fields: readonly string[];
  readonly isRequired: boolean;
  readonly may: readonly unknown[];
  readonly mayNot: readonly unknown[];
}

const SYMBOLS = [...'<>="`!?%~${}[]\\'];
const US_NAMES = ["O'Neill-Smith Jr.", 'a'.repeat(50)];
const BLANK = '  ';
const NOT_NAMES = [BLANK, 'a'.repeat(51), ...SYMBOLS.map((symbol) => `A${symbol}`)];
const ADDRESSES = ['99-99 33rd St', 'a'.repeat(50)];
const NOT_ADDRESSES = [BLANK, 'a'.repeat(51), 'PO Box 7', 'P.O. Box 12'];
const BIRTHDAYS = [
  ...['2008-11-21', '1970-01-31', '2008-11-21T23:59:59', '1970-01-31T00:00:00Z', '1970-01-31T00:00:00.0000000-06:00'],
  ...['2008-11-21T23:00:00-12:00', '1970-01-31T00:00', '1970-01-31T23:59:60,5+0530'],
];
const NOT_BIRTHDAYS = [
  ...['2008-11-22', '1900-11-21', '31.01.1970', '2008-11-22T00:00:00+14:00', '1971-02-29T00:00:00', '1970-01-31T'],
  ...['1970-01-31T24:00:00', '1970-01-31T12:60:00', '1970-01-31 00:00:00', '1970-01-31T00:00:00 Z', '1970-01-31Z'],
  ...['1970-01-31T00:00:00+24:00', `1970-01-31T00:00:00.${'0'.repeat(200_000)}`, '19700131T000000', 0],
];
const CITIES = ['Some City', 'a'.repeat(50)];
const NUMBERS = ['1234', '123-45-6789', '123456789'];
const NOT_NUMBERS = ['123', '12345', 'abcd'];

const required = (of: object, fields: string, may: readonly unknown[], mayNot: readonly unknown[] = []): Row => ({
  of,
  fields: fields.split(' '),
  isRequired: true,
  may,
  mayNot,
});
const optional = (of: object, fields: string, may: readonly unknown[], mayNot: readonly unknown[] = []): Row => ({
  ...required(of, fields, may, mayNot),
  isRequired: false,
});

const WOMENS_CLOTHING = '9ed38155-7d6f-11e3-83c3-5404a6144203';
const CLOTHING = '9ed38152-7d6f-11e3-9042-5404a6144203';
const foreign = company({ controller: abroad() });

/** Reference facts, section 2.2, table by table. */
const tables: Readonly<Record<string, Readonly<Record<string, readonly Row[]>>>> = {
  'common to all': {
    'firstName, lastName': [required(person(), 'firstName lastName', US_NAMES, NOT_NAMES)],
    email: [required(person(), 'email', ['ada@example.com'], ['ada', 'ada@', 7])],
    type: [optional(person(), 'type', ['unverified', 'receive-only'], ['anonymous', 7])],
    ipAddress: [optional(person(), 'ipAddress', ['192.0.2.1', '2001:db8::1'], [BLANK, '10.0.0.256'])],
    phone: [optional(person(), 'phone', ['5555555555'], [BLANK, '555-555-5555', '555555555'])],
    correlationId: [optional(person(), 'correlationId', ['a-1.B_2', 'a'.repeat(255)], [BLANK, 'a b', 'a'.repeat(256)])],
    businessName: [
      optional(person(), 'businessName', ['Acme & Co.', 'a'.repeat(255)], [BLANK, 'a'.repeat(256), 'A<b>']),
      optional(person({ type: 'receive-only' }), 'businessName', ['Acme & Co.'], [BLANK, 'A<b>']),
    ],
  },
  'verified personal': {
    address1: [required(personal(), 'address1', ADDRESSES, NOT_ADDRESSES)],
    address2: [optional(personal(), 'address2', ADDRESSES, NOT_ADDRESSES)],
    city: [required(personal(), 'city', CITIES, ['District 9', 'a'.repeat(51)])],
    state: [required(personal(), 'state', ['NY', 'PR'], ['ny', 'ZZ', 'Iowa'])],
    postalCode: [required(personal(), 'postalCode', ['11101', '11101-1234'], ['1110', '111011234'])],
    dateOfBirth: [required(personal(), 'dateOfBirth', BIRTHDAYS, NOT_BIRTHDAYS)],
    ssn: [required(personal(), 'ssn', NUMBERS, NOT_NUMBERS)],
  },
  'verified business': {
    'firstName, lastName, email': [
      ...[company(), proprietorship()].flatMap((of) => [
        required(of, 'firstName lastName', US_NAMES, NOT_NAMES),
        required(of, 'email', ['ada@example.com'], ['ada']),
      ]),
    ],
    'dateOfBirth, ssn': [
      required(proprietorship(), 'dateOfBirth', BIRTHDAYS, NOT_BIRTHDAYS),
      required(proprietorship(), 'ssn', NUMBERS, NOT_NUMBERS),
      optional(company(), 'dateOfBirth ssn', ['not used']),
    ],
    'address1, city, state, postalCode': [company(), proprietorship()].flatMap((of) => [
      required(of, 'address1', ADDRESSES, NOT_ADDRESSES),
      required(of, 'city', CITIES, ['District 9']),
      required(of, 'state', ['NY'], ['ny']),
      required(of, 'postalCode', ['11101'], ['1110']),
    ]),
    businessName: [company(), proprietorship()].map((of) =>
      required(of, 'businessName', ['Engines & Co.', 'a'.repeat(255)], [BLANK, 'a'.repeat(256), 'A<b>']),
    ),
    doingBusinessAs: [company(), proprietorship()].map((of) =>
      optional(of, 'doingBusinessAs', ['Looms'], [BLANK, 'A<b>']),
    ),
    businessType: [required(company(), 'businessType', ['llc', 'corporation', 'partnership'], ['trust'])],
    businessClassification: [company(), proprietorship()].map((of) =>
      required(of, 'businessClassification', [WOMENS_CLOTHING, WOMENS_CLOTHING.toUpperCase()], [CLOTHING, 'x']),
    ),
    ein: [
      required(company(), 'ein', ['12-3456789', '123456789'], ['1-23456789', '12345678']),
      optional(proprietorship(), 'ein', ['12-3456789'], ['1']),
    ],
    website: [company(), proprietorship()].map((of) =>
      optional(of, 'website', ['www.domain.com', 'https://domain.com/a'], [BLANK, 'nowhere', 'javascript://a.com']),
    ),
    phone: [company(), proprietorship()].map((of) => optional(of, 'phone', ['5555555555'], ['555-555-5555'])),
    controller: [
      required(company(), 'controller', [controller(), abroad()], ['Grace', []]),
      optional(proprietorship(), 'controller', [], [controller()]),
    ],
  },
  controller: {
    'firstName, lastName': [required(company(), 'controller/firstName controller/lastName', US_NAMES, NOT_NAMES)],
    title: [required(company(), 'controller/title', ['CEO', 'a'.repeat(100)], ['a'.repeat(101)])],
    dateOfBirth: [required(company(), 'controller/dateOfBirth', BIRTHDAYS, NOT_BIRTHDAYS)],
    ssn: [required(company(), 'controller/ssn', NUMBERS, NOT_NUMBERS)],
    'passport.number, passport.country': [
      required(foreign, 'controller/passport/number', ['X1', 'a'.repeat(255)], ['a'.repeat(256)]),
      required(foreign, 'controller/passport/country', ['FR'], ['fr', 'XX']),
    ],
    'address1, address2, address3': [
      required(company(), 'controller/address/address1', ADDRESSES, NOT_ADDRESSES),
      optional(company(), 'controller/address/address2 controller/address/address3', ADDRESSES, NOT_ADDRESSES),
    ],
    city: [required(company(), 'controller/address/city', CITIES)],
    stateProvinceRegion: [
      required(company(), 'controller/address/stateProvinceRegion', ['IA'], ['Iowa', 'ia']),
      required(foreign, 'controller/address/stateProvinceRegion', ['Ile-de-France']),
    ],
    postalCode: [
      required(company(), 'controller/address/postalCode', ['50010'], ['SW1A 1AA']),
      optional(foreign, 'controller/address/postalCode', ['SW1A 1AA'], [BLANK, 'a'.repeat(21)]),
    ],
    country: [required(company(), 'controller/address/country', ['US'], ['XX', 'us'])],
  },
};

const pathsOf = async (body: object): Promise<string[]> => (await faultsOfCreation(body)).map(({ path }) => path);

describe.each(Object.entries(tables))('the fields of a creation: %s', (_, rows) => {
  it.each(Object.entries(rows))('%s', async (__, all) => {
    for (const { of, fields, isRequired, may, mayNot } of all) {
      for (const field of fields) {
        const set = (value: unknown) => changed(of, field, value);
        const wanted = (await faultsOfCreation(set(undefined))).map(({ code, path }) => `${code} ${path}`);
        expect([field, wanted]).toEqual([field, isRequired ? [`Required /${field}`] : []]);
        for (const value of may) expect([field, value, await pathsOf(set(value))]).toEqual([field, value, []]);
        for (const value of mayNot) {
          expect([field, value, await pathsOf(set(value))]).toEqual([field, value, [`/${field}`]]);
        }
      }
    }
  });
});

it('has every row of the fields of a creation', () =>
  expect(Object.values(tables).map((rows) => Object.keys(rows).length)).toEqual([7, 7, 11, 10]));

/** Reference facts, section 2.2, what is observed of errors; duplicates need a database. */
const errors: Readonly<Record<string, readonly [object, string, unknown, readonly [string, string]]>> = {
  'field missing or empty': [person(), 'firstName', '', ['Required', 'FirstName required.']],
  'under or over age': [personal(), 'dateOfBirth', '2020-01-01', ['NotAllowed', 'DateOfBirth value not allowed.']],
  'bad SSN': [personal(), 'ssn', '12', ['InvalidFormat', 'Ssn invalid.']],
  'bad e-mail': [person(), 'email', 'x', ['InvalidFormat', 'Email invalid.']],
  'refused characters, too long': [person(), 'lastName', '<b>', ['InvalidFormat', 'LastName invalid.']],
  'bad state': [personal(), 'state', 'ZZ', ['Invalid', 'State invalid.']],
  'bad postal code': [personal(), 'postalCode', '1', ['InvalidFormat', 'PostalCode invalid.']],
  'nested controller field': [company(), 'controller/address/city', '', ['Required', 'City required.']],
};

describe('the errors of a creation', () => {
  it.each(Object.entries(errors))('%s', async (_, [of, field, value, [code, message]]) => {
    expect(await faultsOfCreation(changed(of, field, value))).toEqual([
      { code, message: expect.stringMatching(`^${message}(?: Allowed: .+)?$`) as unknown, path: `/${field}` },
    ]);
  });

  it('has every row', () => expect(Object.keys(errors)).toHaveLength(8));
});
