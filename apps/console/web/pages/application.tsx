import type { Api, Hal } from '@halyard/client';
import { type ReactElement, useState } from 'react';
import { templatesOf, withTemplates } from '../api/resource.js';
import { columnsOf } from '../columns/columns.js';
import { TemplateForm } from '../forms/form.js';
import { Actions } from '../generic/actions.js';
import { Facts } from '../generic/facts.js';
import { listPage } from '../generic/list-page.js';
import { type BodyProps, resourcePage } from '../generic/resource-page.js';
import { FactList } from '../parts/facts.js';
import { Id } from '../parts/id.js';
import { useSay } from '../parts/messages.js';
import { Region } from '../parts/page.js';
import { SecretDialog } from '../parts/secret-dialog.js';
import { Status, Time, wordsOf } from '../parts/text.js';

export const applicationsPage = listPage('/applications', {
  heading: 'Applications',
  place: 'navigation',
  icon: 'applications',
  help: 'how-to/act-for-other-accounts/',
  columns: columnsOf({
    Name: '@self',
    Status: 'status',
    'Acts for': ({ kind }) => kindText[kind],
    Permissions: 'permissions',
    Created: 'created',
  }),
  create: { label: 'Create application' },
  empty: 'No application yet. An application calls the API with a key and a secret of its own.',
});

const kindText: Readonly<Record<Api.Application['kind'], string>> = {
  server: 'this account',
  integration: 'accounts that connect it',
  'first-party': 'people who log in to it',
};

const POLL_REVIEW_MS = 4_000;
/** An operator may suspend the application at any time. */
const REST_MS = 300_000;

/** Whether an operator still has to decide on the application, or on changes by its owner. */
const isUnderReview = ({ status, pending }: Api.Application): boolean => status === 'waiting' || pending !== undefined;

export const applicationPage = resourcePage({
  path: '/applications/{id}',
  heading: 'Application',
  headingOf: ({ name }) => name,
  useFollowing: () => ({ everyMs: POLL_REVIEW_MS, moves: isUnderReview, restMs: REST_MS }),
  Body: Application,
});

/** Shows an application: its review by an operator, its settings, and the replacement of its secret. */
function Application({ of }: BodyProps<Api.Application>): ReactElement {
  const [secret, setSecret] = useState<string>();
  return (
    <>
      <p className="lead">
        <Status of={of.status} />
        <span>{reviewOf(of)}</span>
      </p>
      <div className="actions">
        <Actions
          resource={withSecrets(of)}
          subject={of.name}
          without={['edit']}
          onDone={(_, answer) => setSecret(secretOf(answer))}
        />
      </div>
      <Settings of={of} />
      {secret !== undefined && <SecretDialog title="New secret" secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}

const secretOf = (answer: unknown): string | undefined => (answer as Partial<Api.ApplicationSecret>).secret;

/**
 * A secret is replaced at once. With the first action the former secret works for another day; the second ends all
 * former ones.
 */
function withSecrets(application: Api.Application): Hal {
  const { 'rotate-secret': rotate, ...others } = templatesOf(application);
  if (!rotate) return application;
  const ending = rotate.properties?.map((property) => ({ ...property, type: 'hidden', value: 0 })) ?? [];
  const secrets = {
    'rotate-secret': { ...rotate, properties: [] },
    'revoke-secrets': { ...rotate, properties: ending },
  };
  return withTemplates(application, { ...others, ...secrets });
}

/** The application's own data. After a change, an operator may have to approve it. */
function Settings({ of }: { readonly of: Api.Application }): ReactElement {
  const say = useSay();
  const { edit } = templatesOf(of);
  const { scopes, permissions, redirectUrls, postLogoutRedirectUrls, origins } = of;
  return (
    <>
      <FactList
        facts={{
          Key: <Id of={of.key} />,
          'Acts for': kindText[of.kind],
          Created: <Time at={of.created} />,
          Id: of.id !== of.key && <Id of={of.id} />,
        }}
      />
      {!edit && <Facts of={{ permissions, scopes, redirectUrls, postLogoutRedirectUrls, origins }} />}
      {edit && (
        <Region name="Settings">
          <TemplateForm
            key={JSON.stringify(edit.properties)}
            resource={of}
            name="edit"
            template={edit}
            submit="Save"
            isWide
            onDone={() => say('Saved')}
          />
        </Region>
      )}
    </>
  );
}

/** How far the operator's review has come. */
function reviewOf({ status, reason, pending = {} }: Api.Application): string {
  const why = reason === undefined ? '.' : `: ${reason}`;
  switch (status) {
    case 'waiting':
      return 'An operator has to approve this application before people can connect it.';
    case 'rejected':
      return `An operator rejected this application${why}`;
    case 'suspended':
      return `An operator suspended this application${why}`;
    case 'active': {
      const changes = Object.keys(pending).map(wordsOf);
      return changes.length === 0
        ? 'Nothing waits for a review.'
        : `An operator has to approve what was changed: ${changes.join(', ')}.`;
    }
  }
}
