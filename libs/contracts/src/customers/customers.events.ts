import { z } from 'zod';
import { customerStatus, partyFact } from '../parties/party-facts.js';
import { catalogue, type CloudEventOf, type FactOf } from '../kernel/services/cloud-event.js';

const customer = z.object({ customerId: z.uuid(), fact: partyFact });
const aboutDocument = customer.extend({ documentId: z.uuid() });
const statusChanged = customer.extend({ from: customerStatus.describe('The status before.') });

const owner = customer.extend({ beneficialOwnerId: z.uuid() });
const aboutOwnerDocument = owner.extend({ documentId: z.uuid() });

/** The key is the customer. Each event states the customer as it is from then on. */
export const customersEvents = catalogue('customers.events.v1', {
  'customers.customer-created.v1': customer,
  'customers.customer-updated.v1': customer.describe('What the customer is called or lives at changed, or its type.'),
  'customers.customer-verified.v1': customer,
  'customers.customer-reverification-needed.v1': customer,
  'customers.customer-verification-document-needed.v1': customer,
  'customers.customer-verification-pending-review.v1': customer.describe(
    'The check of the identity has not ended yet. What it comes to is told by another event.',
  ),
  'customers.customer-verification-document-uploaded.v1': aboutDocument,
  'customers.customer-verification-document-approved.v1': aboutDocument,
  'customers.customer-verification-document-failed.v1': aboutDocument,
  'customers.customer-suspended.v1': statusChanged,
  'customers.customer-deactivated.v1': statusChanged,
  'customers.customer-activated.v1': statusChanged,
  'customers.beneficial-owner-created.v1': owner,
  'customers.beneficial-owner-verified.v1': owner,
  'customers.beneficial-owner-reverification-needed.v1': owner,
  'customers.beneficial-owner-verification-document-needed.v1': owner,
  'customers.beneficial-owner-verification-document-uploaded.v1': aboutOwnerDocument,
  'customers.beneficial-owner-verification-document-approved.v1': aboutOwnerDocument,
  'customers.beneficial-owner-verification-document-failed.v1': aboutOwnerDocument,
  'customers.beneficial-owner-removed.v1': owner,
  'customers.beneficial-ownership-certified.v1': customer,
  'customers.customer-erased.v1': customer.describe('Nothing of the person is left but ids.'),
});
export type CustomersFact = FactOf<typeof customersEvents>;
export type CustomersEvent = CloudEventOf<typeof customersEvents>;
