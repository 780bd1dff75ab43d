import type { ResourceDocument, ResourceRef } from '@halyard/contracts';
import { ref } from '@halyard/contracts';
import type { Customer } from './customer.entity.js';
import { statusAfter } from './customer-status.js';

/** The public resource (reference facts, section 2.3): never the social security number or the date of birth. */
export function customerDocument(customer: Customer): ResourceDocument<'customer'> {
  return {
    document: 'resource',
    kind: 'customer',
    id: customer.id,
    attributes: {
      id: customer.id,
      firstName: customer.firstName,
      lastName: customer.lastName,
      email: customer.email,
      type: customer.type,
      status: customer.status,
      created: customer.created.toISOString(),
      address1: customer.address1 ?? undefined,
      address2: customer.address2 ?? undefined,
      city: customer.city ?? undefined,
      state: customer.state ?? undefined,
      postalCode: customer.postalCode ?? undefined,
      phone: customer.phone ?? undefined,
      businessName: customer.businessName ?? undefined,
      correlationId: customer.correlationId ?? undefined,
    },
    links: linksOf(customer),
  };
}

type Standing = Pick<Customer, 'id' | 'type' | 'status' | 'statusBefore'>;

/** Money moves for customers whose identity needs no check, or has passed it (reference facts, section 2.4). */
const isActive = ({ status }: Standing): boolean => status === 'unverified' || status === 'verified';

/** Link relations by type and status (reference facts, section 2.4), as far as what they lead to is built. */
export function linksOf(customer: Standing): ResourceDocument['links'] {
  const self = ref('customer', customer.id);
  const when = (condition: boolean, target: ResourceRef): ResourceRef | undefined => (condition ? target : undefined);

  return {
    'funding-sources': ref('customer-funding-sources', customer.id),
    transfers: ref('customer-transfers', customer.id),
    receive: when(isActive(customer), ref('transfers')),
    send: when(isActive(customer) && customer.type !== 'receive-only', ref('transfers')),
    deactivate: when(statusAfter('deactivated', customer) !== undefined, self),
    reactivate: when(statusAfter('reactivated', customer) !== undefined, self),
    suspend: when(statusAfter('suspended', customer) !== undefined, self),
  };
}
