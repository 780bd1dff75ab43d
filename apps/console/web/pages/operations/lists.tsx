import { type Api, linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { idOf, nameOf } from '../../api/resource.js';
import { columnsOf } from '../../columns/columns.js';
import { ResourceBody } from '../../generic/any-resource.js';
import { FactsSection } from '../../generic/facts.js';
import { listPage } from '../../generic/list-page.js';
import { type BodyProps, resourcePage } from '../../generic/resource-page.js';
import { RowActions } from '../../generic/row-actions.js';
import { To } from '../../parts/table.js';
import { wordsOf } from '../../parts/text.js';
import { accountNotes, applicationNotes, Asked, personNotes, withAskedPermissions } from './notes.js';
import { AccountName, AccountOfCustomer, CustomerName } from './who.js';

export const accountsPage = listPage('/operations/accounts', {
  heading: 'Accounts',
  place: 'operations',
  purpose: 'Open an account, set its limits, suspend it',
  columns: columnsOf({
    Name: '@self',
    Status: 'status',
    Created: 'created',
    Actions: (account) => (
      <RowActions item={account} subject={account.name} rels={['suspend', 'reinstate']} notes={accountNotes} />
    ),
  }),
  create: { label: 'Open account', madeAt: '/operations/accounts' },
  empty: 'No account yet.',
});

export const accountStandingPage = resourcePage({
  path: '/operations/accounts/{id}',
  heading: 'Account',
  headingOf: nameOf,
  Body: Account,
});

function Account({ of }: BodyProps<Api.AccountStanding>): ReactElement {
  const path = { id: of.id };
  return (
    <ResourceBody
      of={of}
      name={of.name}
      notes={{ suspend: <p>{accountNotes.suspend}</p>, reinstate: <p>{accountNotes.reinstate}</p> }}
    >
      <FactsSection name="Settings" of={linkTo('/operations/accounts/{id}/settings', { path })} />
      <FactsSection name="Money conservation" of={linkTo('/operations/accounts/{id}/conservation', { path })} />
    </ResourceBody>
  );
}

export const peoplePage = listPage('/operations/people', {
  heading: 'People',
  place: 'operations',
  purpose: 'Suspend somebody, or let them set up a second factor anew',
  columns: columnsOf({
    Name: ({ id, name, _links }) => <To href={_links.self}>{name || id}</To>,
    'E-mail': 'email',
    Status: 'status',
    Created: 'created',
    Actions: (person) => (
      <RowActions
        item={person}
        subject={person.name ?? person.id}
        rels={['suspend', 'reinstate', 'reset-factors']}
        notes={personNotes}
      />
    ),
  }),
  empty: 'Nobody yet.',
});

export const applicationReviewsPage = listPage('/operations/applications', {
  heading: 'Applications',
  place: 'operations',
  purpose: 'Decide what applications may do, and suspend them',
  columns: columnsOf({
    Name: '@self',
    Kind: 'kind',
    Account: ({ _links }) => _links.account && <AccountName id={idOf(_links.account)} />,
    Status: 'status',
    'Asks for': {
      of: (application) => application.pending && <Asked of={application} />,
      has: ({ pending }) => pending !== undefined,
    },
    Created: 'created',
    Actions: (application) => (
      <RowActions
        item={application}
        subject={application.name}
        rels={['approve', 'reject', 'suspend', 'reinstate']}
        notes={applicationNotes}
        prepare={withAskedPermissions}
      />
    ),
  }),
  choices: [{ name: 'status', label: 'Status', values: ['waiting', 'active', 'rejected', 'suspended'] }],
  empty: 'No application yet.',
});

export const documentReviewsPage = listPage('/operations/documents', {
  heading: 'Documents',
  place: 'operations',
  purpose: 'Compare uploaded documents with what customers declared',
  help: 'documents/',
  columns: columnsOf({
    Received: '@self created',
    Type: ({ type }) => wordsOf(type),
    Customer: ({ _links }) => _links.customer && <CustomerName id={idOf(_links.customer)} />,
    Account: ({ _links }) => _links.customer && <AccountOfCustomer id={idOf(_links.customer)} />,
    Status: 'documentVerificationStatus',
  }),
  empty: 'No document waits for a review.',
});
