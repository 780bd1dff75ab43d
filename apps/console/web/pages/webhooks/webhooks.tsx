import type { Api, Hal, Template } from '@halyard/client';
import type { ReactElement } from 'react';
import { itemsOf, pageOf, templatesOf } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { ApplicationName } from '../../columns/application-name.js';
import { columnsOf } from '../../columns/columns.js';
import { listPage } from '../../generic/list-page.js';
import { useGo } from '../../parts/go.js';
import { FAILED_QUERY } from './delivery-states.js';
import { HealthInBrief } from './health.js';
import { ResendMatching } from './resend-matching.js';
import { SecretForm } from './secret-form.js';
import { TopicsField } from './topics-field.js';

/** Lists the subscriptions, which say where events are sent. */
export const subscriptionsPage = listPage('/webhook-subscriptions', {
  heading: 'Webhooks',
  table: 'Subscriptions',
  place: 'navigation',
  icon: 'webhooks',
  group: 'Developers',
  help: 'how-to/receive-webhooks/',
  columns: columnsOf({
    Address: '@self url',
    Health: (subscription) => <HealthInBrief of={subscription} />,
    Topics: ({ topics }) => topicsText(topics),
    Application: {
      of: ({ application }) => application && <ApplicationName id={application} />,
      has: ({ application }) => application !== undefined,
    },
    Created: 'created',
    Actions: (subscription) => <ResendFailed of={subscription} />,
  }),
  create: { label: 'Create subscription', Button: CreateSubscription },
  empty: 'No subscription yet. A subscription sends each event to an address of yours, signed.',
});

/** The topics of a subscription, in a table's cell. */
const topicsText = (topics: Api.WebhookSubscription['topics']): string => {
  if (topics === undefined || topics.includes('*')) return 'All';
  const [only = '', ...others] = topics;
  return others.length === 0 ? only : `${String(topics.length)} topics`;
};

/** Sends again what a subscription has not taken yet. */
function ResendFailed({ of }: { readonly of: Api.WebhookSubscription }): ReactElement | null {
  const { webhooks, health, replay } = of._links;
  const { data } = useResource(health);
  if (!webhooks || !replay || data?.lastFailure === undefined || data.backlog === 0) return null;
  return <ResendMatching label="Resend failed…" of={webhooks} query={FAILED_QUERY} />;
}

/**
 * Offers the applications that a subscription can belong to: those of the account, without Halyard's own. People have
 * to choose one, unless the account has a single server application, to which the subscription then belongs.
 */
function useOwnApplications(template: Template | undefined): Template | undefined {
  const property = template?.properties?.find(({ name }) => name === 'application');
  const { data } = useResource<Api.ApplicationList>(property?.options?.link);
  if (!template || !property || !data) return template;
  const own = itemsOf(data).filter(({ kind }) => kind !== 'first-party');
  const servers = own.filter(({ kind }) => kind === 'server');
  const inline = own.map(({ id, name }) => ({ value: id, prompt: name }));
  const chosen = { ...property, required: servers.length !== 1, options: { inline } };
  return { ...template, properties: template.properties?.map((one) => (one === property ? chosen : one)) ?? [] };
}

interface CreateProps {
  readonly list: Hal;
  readonly label: string;
}

/** Once people have seen the secret, the page of the subscription opens. */
function CreateSubscription({ list, label }: CreateProps): ReactElement | null {
  const go = useGo();
  const template = useOwnApplications(templatesOf(list)['default']);
  if (!template) return null;
  return (
    <SecretForm
      opener={(open) => (
        <a
          href="#create"
          className="button"
          onClick={(event) => {
            event.preventDefault();
            open();
          }}
        >
          {label}
        </a>
      )}
      title={label}
      resource={list}
      name="default"
      template={template}
      fields={{ topics: TopicsField }}
      onSeen={(made) => go(pageOf(made))}
    />
  );
}
