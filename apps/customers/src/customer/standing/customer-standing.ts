import { ref, type ResourceAnswer } from '@halyard/contracts';
import type {} from '@halyard/contracts/accounts';
import type { Customer } from '../customer.entity.js';
import { type CustomerStanding, statusAfter } from '../states/customer-states.js';

type StandingCustomer = CustomerStanding & Pick<Customer, 'id' | 'accountId'>;

/**
 * Shows a customer's standing to operators. A customer whose erasure has begun can neither be erased again nor held.
 */
export function customerStandingAnswer(customer: StandingCustomer): ResourceAnswer<'customer-standing'> {
  const { id, accountId, type, status, erasureId } = customer;
  return {
    type: 'resource',
    kind: 'customer-standing',
    id,
    attributes: { id, type, status },
    links: {
      account: ref('account', accountId),
      reinstate: statusAfter('reinstate', customer) && ref('reinstateCustomer', id),
      ...(erasureId
        ? { erasure: ref('erasure', erasureId) }
        : { erase: ref('eraseCustomer', id), hold: ref('setLegalHold', id) }),
      'legal-holds': ref('listLegalHolds', id),
    },
  };
}
