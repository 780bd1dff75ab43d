import { type Api, linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { idOf, nameOf } from '../../api/resource.js';
import { columnsOf } from '../../columns/columns.js';
import { ResourceBody } from '../../generic/any-resource.js';
import { FactsSection } from '../../generic/facts.js';
import { listPage } from '../../generic/list-page.js';
import { type BodyProps, resourcePage } from '../../generic/resource-page.js';
import { RowActions } from '../../generic/row-actions.js';
import { Words } from '../../parts/text.js';

export const accountsPage = listPage('/operations/accounts', {
  heading: 'Accounts',
  place: 'operations',
  purpose: 'open, suspend, settings',
  columns: columnsOf({
    Name: '@self',
    Status: 'status',
    Created: 'created',
    Actions: (account) => <RowActions item={account} subject={account.name} rels={['suspend', 'reinstate']} />,
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
    <ResourceBody of={of} name={of.name}>
      <FactsSection name="Settings" of={linkTo('/operations/accounts/{id}/settings', { path })} />
      <FactsSection name="Money conservation" of={linkTo('/operations/accounts/{id}/conservation', { path })} />
    </ResourceBody>
  );
}

export const peoplePage = listPage('/operations/people', {
  heading: 'People',
  place: 'operations',
  purpose: 'suspend, reset second factor',
  columns: columnsOf({
    Id: '@self id',
    Name: 'name',
    'E-mail': 'email',
    Status: 'status',
    Created: 'created',
    Actions: (person) => (
      <RowActions item={person} subject={person.name ?? person.id} rels={['suspend', 'reinstate', 'reset-factors']} />
    ),
  }),
  empty: 'Nobody yet.',
});

export const applicationReviewsPage = listPage('/operations/applications', {
  heading: 'Applications',
  place: 'operations',
  purpose: 'review, suspend',
  columns: columnsOf({
    Name: '@self',
    Kind: 'kind',
    Account: (application) => <Words of={idOf(application._links.account)} />,
    Status: 'status',
    Created: 'created',
    Actions: (application) => (
      <RowActions item={application} subject={application.name} rels={['approve', 'reject', 'suspend', 'reinstate']} />
    ),
  }),
  choices: [{ name: 'status', label: 'Status', values: ['waiting', 'active', 'rejected', 'suspended'] }],
  empty: 'No application yet.',
});

export const documentReviewsPage = listPage('/operations/documents', {
  heading: 'Documents',
  place: 'operations',
  purpose: 'review',
  help: 'documents/',
  columns: columnsOf({
    Received: '@self created',
    Type: 'type',
    Status: 'documentVerificationStatus',
    Format: 'mediaType',
  }),
  empty: 'No document waits for a review.',
});
