import { type Api, linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { nameOf } from '../api/resource.js';
import { columnsOf } from '../columns/columns.js';
import { ResourceBody } from '../generic/any-resource.js';
import { FactsSection } from '../generic/facts.js';
import { DocumentsOf, EventsOf } from '../generic/inner-lists.js';
import { listPage } from '../generic/list-page.js';
import { type BodyProps, resourcePage } from '../generic/resource-page.js';
import { Status } from '../parts/text.js';

export const customersPage = listPage('/customers', {
  heading: 'Customers',
  place: 'navigation',
  help: 'customers/',
  columns: columnsOf({ Name: '@self', Type: 'type', Status: 'status', 'E-mail': 'email', Created: 'created' }),
  search: 'Search customers',
  choices: [
    {
      name: 'status',
      label: 'Status',
      values: ['unverified', 'retry', 'document', 'verified', 'suspended', 'deactivated'],
    },
  ],
  create: { label: 'Create customer', to: '/customers/new' },
  empty: 'No customer yet. A customer holds banks and a balance, and sends or receives money.',
});

export const customerPage = resourcePage({
  path: '/customers/{id}',
  heading: 'Customer',
  headingOf: nameOf,
  Body: Customer,
});

function Customer({ of }: BodyProps<Api.Customer>): ReactElement {
  const path = { id: of.id };
  return (
    <ResourceBody of={of} name={nameOf(of)} lead={<VerificationStatus of={of} />}>
      {of._links['beneficial-owners'] && (
        <FactsSection name="Certification" of={linkTo('/customers/{id}/beneficial-ownership', { path })} />
      )}
      <DocumentsOf of={linkTo('/customers/{id}/documents', { path })} />
      <FactsSection name="Limits" of={linkTo('/customers/{id}/limits', { path })} />
      <EventsOf of={linkTo('/events', { query: { resourceId: of.id } })} />
    </ResourceBody>
  );
}

/** The meaning of each status of a customer, and what changes it. */
const meanings: Readonly<Record<Api.Customer['status'], string>> = {
  unverified: 'The identity was not checked. A verified type, chosen by Edit, has it checked.',
  retry: 'What was said did not suffice. Retry verification sends all of it again, once.',
  document: 'Only a document can prove the identity. Once one is uploaded, an operator reviews it.',
  verified: 'The identity was checked.',
  suspended: 'It can do nothing. Only an operator can reinstate it.',
  deactivated: 'It can do nothing until somebody reactivates it.',
};

/** Shows why a customer has its status, and what would change it. */
function VerificationStatus({ of: { status, type } }: { readonly of: Api.Customer }): ReactElement {
  const isReceiving = status === 'unverified' && type === 'receive-only';
  return (
    <p className="lead">
      <Status of={status} />{' '}
      <span className="quiet">
        {isReceiving ? 'The identity was not checked, and need not be: it only receives.' : meanings[status]}
      </span>
    </p>
  );
}
