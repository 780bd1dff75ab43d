import { deriveId } from '@halyard/core';
import type { Customer, CustomerType, Finding } from '../customer.entity.js';
import type { PersonalData } from '../personal-data.js';
import { asChecked, type CheckedSubject, type IdentityVerdict, verdictOf } from './findings.js';
import type { CheckedIdentity, CheckRequest, IdentityChecks } from './identity-checks.js';

type Subject = Finding['subject'];

const addressOf = ({ address1, address2, city, state, postalCode }: PersonalData): CheckedIdentity['address'] => ({
  address1,
  address2,
  city,
  state,
  postalCode,
  country: 'US',
});

/** Only fields named here are sent to a checker. */
const person = (data: PersonalData): CheckedIdentity => ({
  firstName: data.firstName,
  lastName: data.lastName,
  businessName: data.businessName,
  doingBusinessAs: data.doingBusinessAs,
  website: data.website,
  email: data.email,
  phone: data.phone,
  ipAddress: data.ipAddress,
  dateOfBirth: data.dateOfBirth,
  ssn: data.ssn,
  ein: data.ein,
  passport: null,
  address: addressOf(data),
});

/** Undefined for a part that the customer does not have. */
const identities: Readonly<Record<Subject, (data: PersonalData) => CheckedIdentity | undefined>> = {
  person: (data) => (data.controller ? undefined : person(data)),
  controller: ({ controller }) => controller ?? undefined,
  // A sole proprietor is already checked as a person.
  business: (data) =>
    data.businessType === null
      ? undefined
      : { ...person(data), ...(!data.controller && { firstName: null, lastName: null }) },
};

const subjectsOf: Readonly<Record<CustomerType, readonly Subject[]>> = {
  unverified: [],
  'receive-only': [],
  personal: ['person'],
  business: ['person', 'controller', 'business'],
};

export const isChecked = (type: CustomerType): boolean => subjectsOf[type].length > 0;

/** Asks for documents about every part of the customer's identity. */
export const papersOf = ({ type, businessType, controller }: Pick<Customer, 'type' | 'businessType' | 'controller'>) =>
  subjectsOf[type]
    .filter((subject) => (subject === 'business' ? businessType !== null : (subject === 'controller') === !!controller))
    .map((subject): Finding => ({ subject, needs: 'papers', reasons: [] }));

export interface Check {
  /** Identifies this check for ever: the ids of its parts are derived from it. */
  readonly id: string;
  readonly type: CustomerType;
  readonly isSecond: boolean;
  readonly data: PersonalData;
}

export async function checkIdentity(checks: IdentityChecks, check: Check): Promise<IdentityVerdict> {
  return verdictOf(await checked(checks, check, subjectsOf[check.type]), check.isSecond);
}

/** Asks again for the parts under review. Findings about other parts are kept. */
export async function reviewIdentity(
  checks: IdentityChecks,
  check: Check,
  findings: readonly Finding[],
): Promise<IdentityVerdict> {
  const open = findings.filter(({ needs }) => needs === 'review').map(({ subject }) => subject);
  const others = findings.filter(({ needs }) => needs !== 'review');
  return verdictOf([...(await checked(checks, check, open)), ...others.map(asChecked)], check.isSecond);
}

function checked(checks: IdentityChecks, check: Check, subjects: readonly Subject[]): Promise<CheckedSubject[]> {
  const requests = subjects.flatMap((subject): (CheckRequest & { subject: Subject })[] => {
    const identity = identities[subject](check.data);
    return identity ? [{ id: deriveId(check.id, subject), subject, isSecond: check.isSecond, identity }] : [];
  });
  return Promise.all(
    requests.map(async (request) => ({ subject: request.subject, answer: await checks.check(request) })),
  );
}
