import { dayIn } from '@halyard/input';
import type { Address, Controller, Customer } from './customer.entity.js';

/** Numbers that are never shown again. */
export interface PersonalNumbers {
  readonly dateOfBirth: string;
  readonly ssn: string | null;
  readonly passport: { readonly number: string; readonly country: string } | null;
}

type ControllerData = Controller & PersonalNumbers;

type PlainField =
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'businessName'
  | 'doingBusinessAs'
  | 'website'
  | 'businessType'
  | 'businessClassification'
  | 'phone'
  | 'ipAddress'
  | 'correlationId'
  | 'address1'
  | 'address2'
  | 'city'
  | 'state'
  | 'postalCode';

/** The client's data, not sealed yet. */
export type PersonalData = Pick<Customer, PlainField> & {
  readonly dateOfBirth: string | null;
  readonly ssn: string | null;
  readonly ein: string | null;
  readonly controller: ControllerData | null;
};

const digits = (text: string): string => text.replaceAll('-', '');
const asGiven = (value: unknown): unknown => value;
const asDigits = (value: unknown): unknown => (typeof value === 'string' ? digits(value) : value);
const asDay = (value: unknown): unknown => dayIn(value) ?? value;
const asId = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value);

const fields: Readonly<Record<keyof PersonalData, (given: unknown) => unknown>> = {
  firstName: asGiven,
  lastName: asGiven,
  email: asGiven,
  businessName: asGiven,
  doingBusinessAs: asGiven,
  website: asGiven,
  businessType: asGiven,
  businessClassification: asId,
  phone: asGiven,
  ipAddress: asGiven,
  correlationId: asGiven,
  address1: asGiven,
  address2: asGiven,
  city: asGiven,
  state: asGiven,
  postalCode: asGiven,
  dateOfBirth: asDay,
  ssn: asDigits,
  ein: asDigits,
  controller: (given) => controllerOf(given as Parameters<typeof controllerOf>[0]),
};
const names = Object.keys(fields) as (keyof PersonalData)[];

/** Empty text becomes null, and missing fields stay missing. */
export function givenData(body: object): Partial<PersonalData> {
  const given = Object.entries(body).flatMap(([name, value]: [string, unknown]) => {
    if (value === undefined || !isField(name)) return [];
    return [[name, value === '' ? null : fields[name](value)]];
  });
  return Object.fromEntries(given) as Partial<PersonalData>;
}

const isField = (name: string): name is keyof PersonalData => Object.hasOwn(fields, name);

export const newData = (body: object): PersonalData =>
  ({ ...Object.fromEntries(names.map((name) => [name, null])), ...givenData(body) }) as PersonalData;

/** Data that says nothing about who the customer is. It is kept if the identity is sent again without it. */
type ContactData = Pick<PersonalData, 'phone' | 'ipAddress' | 'correlationId'>;

/** The data of a body that states the whole identity again (reference facts, sections 2.5 and 2.6). */
export const renewedData = (body: object, { phone, ipAddress, correlationId }: ContactData): PersonalData => ({
  ...newData({ phone, ipAddress, correlationId }),
  ...givenData(body),
});

export type CheckedPerson = Omit<ControllerData, 'title'>;

interface GivenPerson extends Omit<CheckedPerson, 'ssn' | 'passport' | 'address'> {
  readonly ssn?: string | null;
  readonly passport?: PersonalNumbers['passport'];
  readonly address: { readonly [Field in keyof Address]?: string | null };
}

/** With a passport, a social security number is ignored. */
export const checkedPersonOf = ({ ssn, passport, address, ...person }: GivenPerson): CheckedPerson => ({
  firstName: person.firstName,
  lastName: person.lastName,
  dateOfBirth: person.dateOfBirth,
  ssn: passport || !ssn ? null : digits(ssn),
  passport: passport ? { number: passport.number, country: passport.country } : null,
  address: addressOf(address),
});

const controllerOf = (given: GivenPerson & Pick<ControllerData, 'title'>): ControllerData => ({
  ...checkedPersonOf({ ...given, dateOfBirth: dayIn(given.dateOfBirth) ?? given.dateOfBirth }),
  title: given.title,
});

/** Empty parts stay as they were given. */
function addressOf(given: GivenPerson['address']): Address {
  const parts = ['address1', 'address2', 'address3', 'city', 'stateProvinceRegion', 'postalCode', 'country'] as const;
  const known = parts.map((part) => [part, given[part] ?? undefined] as const);
  return Object.fromEntries(known.filter(([, value]) => value !== undefined)) as unknown as Address;
}
