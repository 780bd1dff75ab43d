import { type LinksOf, ref, type Relation, type ResourceRef } from '@halyard/contracts';
import type {} from '@halyard/contracts/funding-sources';
import { mayReceive, maySend } from '@halyard/contracts/parties';
import type { Customer, Finding } from './customer.entity.js';
import { mayChangeOwners, maySendUntil, type Ownership, ownershipAt } from './ownership.js';
import { type ClientCommand, stepOf } from './states/customer-states.js';

export type LinkedCustomer = Pick<
  Customer,
  'id' | 'type' | 'status' | 'statusBefore' | 'findings' | 'businessType' | 'erasureId'
> &
  Ownership;

interface Offer {
  readonly to: (customer: LinkedCustomer) => ResourceRef;
  /** @param at by the account's clock */
  readonly when: (customer: LinkedCustomer, at: Date) => boolean;
}

const self = ({ id }: LinkedCustomer): ResourceRef => ref('customer', id);
const documents = ({ id }: LinkedCustomer): ResourceRef => ref('listCustomerDocuments', id);
const transfers = (): ResourceRef => ref('createTransfer');
const owners = ({ id }: LinkedCustomer): ResourceRef => ref('listBeneficialOwners', id);
const always = (): boolean => true;
const can =
  (...commands: readonly ClientCommand[]) =>
  (customer: LinkedCustomer): boolean =>
    commands.some((command) => stepOf(command, customer) !== undefined);

/** Parts of the identity for which the customer's status asks for data, or for documents. */
const missing = ({ status, findings }: LinkedCustomer, needs: Finding['needs']): readonly Finding['subject'][] =>
  status === 'retry' || status === 'document'
    ? findings.filter((finding) => finding.needs === needs).map(({ subject }) => subject)
    : [];

/** Parts of the identity for which documents are asked. */
function papers(customer: LinkedCustomer): 'person' | 'business' | 'both' | undefined {
  const subjects = customer.status === 'document' ? missing(customer, 'papers') : [];
  const ofPerson = subjects.some((subject) => subject !== 'business');
  if (!subjects.includes('business')) return ofPerson ? 'person' : undefined;
  return ofPerson ? 'both' : 'business';
}

const hasSendingEnded = (customer: LinkedCustomer, at: Date): boolean => {
  const until = maySendUntil(customer);
  return until !== undefined && at >= until;
};

/** Link relations by state (reference facts, section 2.4). */
export const offers: Readonly<Record<Relation<'customer'>, Offer>> = {
  'funding-sources': { to: ({ id }) => ref('listCustomerFundingSources', id), when: always },
  transfers: { to: ({ id }) => ref('listCustomerTransfers', id), when: always },
  receive: { to: transfers, when: mayReceive },
  send: { to: transfers, when: (customer, at) => maySend(customer) && !hasSendingEnded(customer, at) },
  edit: { to: self, when: can('edit', 'retry') },
  'edit-form': { to: self, when: can('edit', 'retry') },
  deactivate: { to: self, when: can('deactivate') },
  suspend: { to: self, when: can('suspend') },
  reactivate: { to: self, when: can('reactivate') },
  'retry-verification': { to: self, when: can('retry') },
  'verify-with-document': { to: documents, when: (customer) => papers(customer) === 'person' },
  'verify-business-with-document': { to: documents, when: (customer) => papers(customer) === 'business' },
  'verify-controller-and-business-with-document': { to: documents, when: (customer) => papers(customer) === 'both' },
  'beneficial-owners': { to: owners, when: ({ ownership }) => ownership !== null },
  'verify-beneficial-owners': {
    to: owners,
    when: (customer, at) =>
      mayChangeOwners(customer) && (customer.unverifiedOwners > 0 || ownershipAt(customer, at) === 'uncertified'),
  },
  'certify-beneficial-ownership': {
    to: ({ id }) => ref('beneficial-ownership', id),
    when: (customer, at) =>
      mayChangeOwners(customer) && ['uncertified', 'recertify'].includes(ownershipAt(customer, at) ?? ''),
  },
  'retry-with-full-ssn': { to: self, when: (customer) => missing(customer, 'data').includes('controller') },
};

export function linksOf(customer: LinkedCustomer, at: Date): LinksOf<'customer'> {
  const offered = Object.entries(offers).filter(([, { when }]) => when(customer, at));
  return Object.fromEntries(offered.map(([name, { to }]) => [name, to(customer)]));
}
