import type { PartyFact } from '@halyard/contracts';
import type { Customer } from './customer.entity.js';
import { maySendUntil } from './ownership.js';

/** What other services know of a customer. */
export const customerFact = ({ id, accountId, type, status, version, ...customer }: Customer): PartyFact => ({
  partyId: id,
  accountId,
  kind: 'customer',
  type,
  status,
  maySendUntil: maySendUntil(customer)?.toISOString(),
  version,
});

/** Personal data of a customer, as it is asked for. */
export type PersonalData = Pick<
  Customer,
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'businessName'
  | 'phone'
  | 'ipAddress'
  | 'correlationId'
  | 'address1'
  | 'address2'
  | 'city'
  | 'state'
  | 'postalCode'
> & { readonly dateOfBirth: string | null; readonly ssn: string | null };
