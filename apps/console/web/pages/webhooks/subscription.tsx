import { type Api, type Hal, linkTo, type Template } from '@halyard/client';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useNews } from '../../api/event-stream.js';
import { docsOf } from '../../api/neighbours.js';
import { locationOf, pageOf, templatesOf, withTemplates } from '../../api/resource.js';
import type { ReadPace } from '../../api/use-resource.js';
import { ApplicationName } from '../../columns/application-name.js';
import { Actions } from '../../generic/actions.js';
import { ReplaysOf } from '../../generic/inner-lists.js';
import { type BodyProps, resourcePage } from '../../generic/resource-page.js';
import { FactList } from '../../parts/facts.js';
import { useGo } from '../../parts/go.js';
import { Region } from '../../parts/page.js';
import { Time } from '../../parts/text.js';
import { Deliveries } from './deliveries.js';
import { hasBacklog, Health, MOVING_MS } from './health.js';
import { SecretForm } from './secret-form.js';
import { TopicsField } from './topics-field.js';

export const subscriptionPage = resourcePage({
  path: '/webhook-subscriptions/{id}',
  heading: 'Subscription',
  headingOf: ({ url }) => url,
  useFollowing: useFollowingSubscription,
  Body: Subscription,
});

/** While events wait for their first success, the subscription may be paused at any time. */
function useFollowingSubscription(): ReadPace<Api.WebhookSubscription> {
  const queries = useQueryClient();
  useNews();
  return {
    everyMs: MOVING_MS,
    moves: ({ _links: { health } }) =>
      hasBacklog(health && queries.getQueryData<Api.SubscriptionHealth>(['api', pageOf(health)])),
  };
}

/** Shows a subscription: whether it works, what it delivered, and the replacement of its secret. */
function Subscription({ of }: BodyProps<Api.WebhookSubscription>): ReactElement {
  const { health, webhooks } = of._links;
  return (
    <>
      <SubscriptionActions of={of} />
      {health && <Health subscription={of} of={health} />}
      {webhooks && <Deliveries of={webhooks} canResend={'replay' in templatesOf(of)} />}
      <Region name="Settings">
        <FactList
          facts={{
            Address: of.url,
            Application: of.application !== undefined && <ApplicationName id={of.application} />,
            Topics: <Topics of={of.topics} />,
            Description: of.description,
            Order: of.strictOrder ? 'Strict: an event waits for those before it' : 'As they come, failed ones later',
            'New secret':
              of.secretRotation && 'It signs beside the old one, until you complete the rotation under Edit.',
            Created: <Time at={of.created} />,
          }}
        />
      </Region>
      <ReplaysOf of={linkTo('/webhook-subscriptions/{id}/replays', { path: { id: of.id } })} without={['default']} />
    </>
  );
}

function SubscriptionActions({ of }: { readonly of: Api.WebhookSubscription }): ReactElement {
  const go = useGo();
  return (
    <div className="actions">
      <Actions
        resource={withoutSecret(of)}
        subject={of.url}
        fields={{ topics: TopicsField }}
        onDone={(action, answer) => {
          const made = locationOf(answer);
          if (action === 'replay' && made) go(pageOf(made));
        }}
      />
      <RotateSecret of={of} />
      <a href={docsOf('how-to/receive-webhooks/')}>How to verify</a>
    </div>
  );
}

function Topics({ of }: { readonly of: Api.WebhookSubscription['topics'] }): ReactElement {
  if (of === undefined || of.includes('*')) return <>All</>;
  return (
    <ul className="texts">
      {of.map((topic) => (
        <li key={topic}>
          <code>{topic}</code>
        </li>
      ))}
    </ul>
  );
}

/** The form with only the field for the secret, or with only the other fields. */
const partOf = ({ properties = [], ...form }: Template, isSecret: boolean) => ({
  ...form,
  properties: properties.filter(({ name }) => (name === 'secret') === isSecret),
});

/** Removes the secret from the form, because `Rotate secret` has a button of its own. */
function withoutSecret(subscription: Api.WebhookSubscription): Hal {
  const { edit, ...others } = templatesOf(subscription);
  return edit ? withTemplates(subscription, { ...others, edit: partOf(edit, false) }) : subscription;
}

function RotateSecret({ of }: { readonly of: Api.WebhookSubscription }): ReactElement | null {
  const { edit } = templatesOf(of);
  const template = edit && partOf(edit, true);
  if (!template || template.properties.length === 0) return null;
  return (
    <SecretForm
      opener={(open) => (
        <button type="button" onClick={open}>
          Rotate secret
        </button>
      )}
      title="Rotate secret"
      resource={of}
      name="edit"
      template={template}
      question="The new secret signs beside the old one, until you complete the rotation under Edit."
    />
  );
}
