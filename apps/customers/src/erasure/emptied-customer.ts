import type { Change } from '@halyard/changes';
import type { Sealer } from '@halyard/persistence';
import { BeneficialOwner } from '../beneficial-owner/beneficial-owner.entity.js';
import { Customer } from '../customer/customer.entity.js';
import { entryOf } from '../customer/customer-history.js';
import { Document } from '../document/document.entity.js';

/** Unique columns get values that say nothing. */
const emptied = (customer: Customer): Customer => ({
  ...customer,
  firstName: '',
  lastName: '',
  email: '',
  businessName: null,
  doingBusinessAs: null,
  website: null,
  businessClassification: null,
  controller: null,
  controllerText: null,
  phone: null,
  ipAddress: null,
  correlationId: null,
  address1: null,
  address2: null,
  city: null,
  state: null,
  postalCode: null,
  ssn: null,
  dateOfBirth: null,
  ein: null,
  controllerNumbers: null,
  findings: [],
  unverifiedOwners: 0,
  emailKey: customer.id,
  searchText: '',
  version: customer.version + 1,
});

/** Empties rows, and makes sealed data of the history unreadable. Remove the content of documents before. */
export async function empty({ tx, record }: Change, customer: Customer, at: Date, sealer: Sealer): Promise<void> {
  const { id } = customer;
  await tx.delete(Document, { customerId: id });
  await tx.delete(BeneficialOwner, { customerId: id });
  const rest = emptied(customer);
  await tx.update(Customer, { id }, { ...rest, findings: [] });
  await record(entryOf(rest, { type: 'customers.customer-erased.v1', at }));
  await sealer.destroy(tx, id);
}
