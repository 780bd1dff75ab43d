import { partyFact } from '../facts.js';
import type { CloudEventOf, FactOf } from './cloud-event.js';
import { catalogue } from './cloud-event.js';

const statusChanged = partyFact.extend({ from: partyFact.shape.status });

/** Key: the customer. Data is the customer as it is since the event. */
export const customersEvents = catalogue('customers.events.v1', {
  'customers.customer-created.v1': partyFact,
  'customers.customer-verified.v1': partyFact,
  'customers.customer-reverification-needed.v1': partyFact,
  'customers.customer-verification-document-needed.v1': partyFact,
  'customers.customer-suspended.v1': statusChanged,
  'customers.customer-deactivated.v1': statusChanged,
  'customers.customer-activated.v1': statusChanged,
});
export type CustomersFact = FactOf<typeof customersEvents>;
export type CustomersEvent = CloudEventOf<typeof customersEvents>;
