import type { ResourceAnswer } from '@halyard/contracts';
import type { Customer } from './customer.entity.js';
import { linksOf } from './customer-links.js';
import { reasonsOf } from './identity/reasons.js';

export type ShownCustomer = Omit<
  Customer,
  'emailKey' | 'searchText' | 'controllerText' | 'ssn' | 'dateOfBirth' | 'ein' | 'controllerNumbers'
>;

/**
 * Shows a customer without numbers of a person or business, and without dates of birth (reference facts, section 2.3).
 *
 * @param at by the account's clock
 */
export function customerAnswer(customer: ShownCustomer, at: Date): ResourceAnswer<'customer'> {
  const reasons = reasonsOf(customer, at);
  return {
    type: 'resource',
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
      doingBusinessAs: customer.doingBusinessAs ?? undefined,
      website: customer.website ?? undefined,
      businessType: customer.businessType ?? undefined,
      businessClassification: customer.businessClassification ?? undefined,
      controller: customer.controller ?? undefined,
      correlationId: customer.correlationId ?? undefined,
    },
    links: linksOf(customer, at),
    ...(reasons.length > 0 && { parts: { errors: reasons } }),
  };
}
