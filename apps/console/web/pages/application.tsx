import { type ReactElement, useState } from 'react';
import type { Resource } from '../api/client.js';
import { at, idOf, templatesOf, text } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { TemplateForm } from '../forms/form.js';
import { Actions } from '../generic/actions.js';
import { Facts } from '../generic/resource-page.js';
import { FactList } from '../parts/facts.js';
import { Go } from '../parts/go.js';
import { useSay } from '../parts/messages.js';
import { usePageLocation } from '../parts/page-location.js';
import { Failed, Page, Region, Tools, Waiting } from '../parts/page.js';
import { SecretDialog } from '../parts/secret-dialog.js';
import { Status, Time, wordsOf } from '../parts/text.js';

const POLL_REVIEW_MS = 4_000;
/** An operator may suspend the application at any time. */
const REST_MS = 300_000;

/** Whether an operator still has to decide on the application, or on changes by its owner. */
const isUnderReview = (application: Resource): boolean =>
  text(application, 'status') === 'waiting' || at(application, 'pending') !== undefined;

/** Shows an application: its review by an operator, its settings, and the replacement of its secret. */
export function ApplicationPage(): ReactElement {
  const { pathname } = usePageLocation();
  const { data, error } = useResource(pathname, { everyMs: POLL_REVIEW_MS, moves: isUnderReview, restMs: REST_MS });
  const [secret, setSecret] = useState<string>();
  if (error) return <Failed error={error} heading="Application" />;
  if (!data) return <Waiting heading="Application" />;
  const name = text(data, 'name');
  return (
    <Page
      heading={name}
      crumbs={<Go to="/applications">Applications</Go>}
      actions={<Tools id={idOf(pathname)} path={pathname} resource={data} />}
    >
      <p className="lead">
        <Status of={text(data, 'status')} />
      </p>
      <p>{reviewOf(data)}</p>
      <div className="actions">
        <Actions
          resource={withSecrets(data)}
          subject={name}
          without={['edit']}
          onDone={(_, answer) => {
            const made = text(answer, 'secret');
            if (made !== '') setSecret(made);
          }}
        />
      </div>
      <Settings of={data} />
      {secret !== undefined && <SecretDialog title="New secret" secret={secret} onClose={() => setSecret(undefined)} />}
    </Page>
  );
}

/**
 * A secret is replaced at once. With the first action the former secret works for another day; the second ends all
 * former ones.
 */
function withSecrets(application: Resource): Resource {
  const { 'rotate-secret': rotate, ...others } = templatesOf(application);
  if (!rotate) return application;
  const ending = rotate.properties?.map((property) => ({ ...property, type: 'hidden', value: 0 })) ?? [];
  const secrets = {
    'rotate-secret': { ...rotate, properties: [] },
    'revoke-secrets': { ...rotate, properties: ending },
  };
  return { ...application, _templates: { ...others, ...secrets } };
}

/** The application's own data. After a change, an operator may have to approve it. */
function Settings({ of }: { readonly of: Resource }): ReactElement {
  const say = useSay();
  const { edit } = templatesOf(of);
  if (!edit) return <Facts of={of} />;
  return (
    <>
      <FactList
        facts={[
          ['Id', text(of, 'id')],
          ['Key', text(of, 'key')],
          ['Kind', text(of, 'kind')],
          ['Created', <Time key="created" at={text(of, 'created')} />],
        ]}
      />
      <Region name="Settings">
        <TemplateForm
          key={JSON.stringify(edit.properties)}
          resource={of}
          name="edit"
          template={edit}
          submit="Save"
          onDone={() => say('Saved')}
        />
      </Region>
    </>
  );
}

/** How far the operator's review has come. */
function reviewOf(application: Resource): string {
  const reason = text(application, 'reason');
  const why = reason === '' ? '.' : `: ${reason}`;
  switch (text(application, 'status')) {
    case 'waiting':
      return 'An operator has to approve this application before people can connect it.';
    case 'rejected':
      return `An operator rejected this application${why}`;
    case 'suspended':
      return `An operator suspended this application${why}`;
    default: {
      const changes = Object.keys(Object(at(application, 'pending') ?? {}) as object).map(wordsOf);
      return changes.length === 0
        ? 'Nothing waits for a review.'
        : `An operator has to approve what was changed: ${changes.join(', ')}.`;
    }
  }
}
