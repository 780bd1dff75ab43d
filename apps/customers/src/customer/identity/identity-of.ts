import { deriveId } from '@halyard/core';
import type { CustomerType, Finding } from '../customer.entity.js';
import type { PersonalData } from '../personal-data.js';
import { type Checked, type IdentityVerdict, verdictOf } from './findings.js';
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

const person = (data: PersonalData): CheckedIdentity => ({ ...data, address: addressOf(data), passport: null });

/** What is told of each part of a customer's identity; nothing of a part that it does not have. */
const identities: Readonly<Record<Subject, (data: PersonalData) => CheckedIdentity | undefined>> = {
  person: (data) => (data.controller ? undefined : person(data)),
  controller: ({ controller }) => controller ?? undefined,
  // A sole proprietor is checked as a person already.
  business: (data) =>
    data.businessType === null
      ? undefined
      : { ...person(data), ...(!data.controller && { firstName: null, lastName: null }) },
};

/** Types whose identity is checked, and the parts of it. */
const subjectsOf: Readonly<Record<CustomerType, readonly Subject[]>> = {
  unverified: [],
  'receive-only': [],
  personal: ['person'],
  business: ['person', 'controller', 'business'],
};

export const isChecked = (type: CustomerType): boolean => subjectsOf[type].length > 0;

export interface Check {
  /** Names this check of the customer for ever: the ids of its parts follow from it. */
  readonly id: string;
  readonly type: CustomerType;
  readonly isSecond: boolean;
  readonly data: PersonalData;
}

export async function checkIdentity(
  checks: IdentityChecks,
  { id, type, isSecond, data }: Check,
): Promise<IdentityVerdict> {
  const requests = subjectsOf[type].flatMap((subject): (CheckRequest & { subject: Subject })[] => {
    const identity = identities[subject](data);
    return identity ? [{ id: deriveId(id, subject), subject, isSecond, identity }] : [];
  });
  const checked = await Promise.all(
    requests.map(async (request): Promise<Checked> => ({
      subject: request.subject,
      answer: await checks.check(request),
    })),
  );
  return verdictOf(checked, isSecond);
}
