import { type Api, type Hal, linkTo, type LinkTo, type Template } from '@halyard/client';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useNews } from '../../api/event-stream.js';
import { docsOf } from '../../api/neighbours.js';
import {
  isUndelivered,
  itemsOf,
  locationOf,
  pageOf,
  templatesOf,
  withQuery,
  withTemplates,
} from '../../api/resource.js';
import { type ReadPace, useResource } from '../../api/use-resource.js';
import { columnsOf } from '../../columns/columns.js';
import { Actions } from '../../generic/actions.js';
import { Facts } from '../../generic/facts.js';
import { ReplaysOf } from '../../generic/inner-lists.js';
import { type BodyProps, resourcePage } from '../../generic/resource-page.js';
import { FactList } from '../../parts/facts.js';
import { Filters } from '../../parts/filters.js';
import { useGo } from '../../parts/go.js';
import { Refusal } from '../../parts/messages.js';
import { usePageLocation } from '../../parts/page-location.js';
import { Region } from '../../parts/page.js';
import { Paging } from '../../parts/paging.js';
import { Section } from '../../parts/section.js';
import { Table } from '../../parts/table.js';
import { Status, Time } from '../../parts/text.js';
import { ResendMatching } from './resend-matching.js';
import { SecretForm } from './secret-form.js';

/** Deliveries that are on their way are read again this often. */
const MOVING_MS = 2_000;

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

const hasBacklog = (health: Api.SubscriptionHealth | undefined): boolean => health?.backlog !== 0;

/** Shows a subscription: whether it works, what it delivered, and the replacement of its secret. */
function Subscription({ of }: BodyProps<Api.WebhookSubscription>): ReactElement {
  const go = useGo();
  const { health, webhooks } = of._links;
  return (
    <>
      <p className="lead">
        <Status of={of.paused ? 'paused' : 'active'} />
        {of.paused && of.pauseReason && `: ${pauses[of.pauseReason]}`}
      </p>
      <div className="actions">
        <Actions
          resource={withoutSecret(of)}
          subject={of.url}
          onDone={(action, answer) => {
            const made = locationOf(answer);
            if (action === 'replay' && made) go(pageOf(made));
          }}
        />
        <RotateSecret of={of} />
        <a href={docsOf('how-to/receive-webhooks/')}>How to verify</a>
      </div>
      <Facts of={of} />
      {health && <Health of={health} />}
      {webhooks && <Deliveries of={webhooks} canResend={'replay' in templatesOf(of)} />}
      <ReplaysOf of={linkTo('/webhook-subscriptions/{id}/replays', { path: { id: of.id } })} without={['default']} />
    </>
  );
}

const pauses: Readonly<Record<NonNullable<Api.WebhookSubscription['pauseReason']>, string>> = {
  requested: 'somebody paused it',
  failures: 'too many deliveries in a row failed',
  'retries-exhausted': 'a delivery failed for 72 hours, and those after it wait in order',
};

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

const Health = ({ of }: { readonly of: LinkTo<Api.SubscriptionHealth> }): ReactElement => (
  <Section name="Health" of={of} following={{ everyMs: MOVING_MS, moves: hasBacklog }}>
    {({ sequence, backlog, oldestWaiting, lastSuccess, lastFailure, day }) => (
      <FactList
        facts={{
          'Last sequence': sequence,
          'Waiting for a first success': backlog,
          'Oldest of these': momentOf(oldestWaiting),
          'Last success': momentOf(lastSuccess),
          'Last failure': momentOf(lastFailure),
          'Tries in 24 hours': `${day.attempts}, ${day.failed} failed`,
        }}
      />
    )}
  </Section>
);

const momentOf = (at: string | undefined): ReactElement | string => (at === undefined ? 'None' : <Time at={at} />);

const columns = columnsOf<Api.Webhook>({
  Sequence: '@self sequence',
  Topic: 'topic',
  Status: 'state',
  'Next try': 'nextRetry',
});

const states = ['pending', 'waiting', 'held', 'delivered', 'failed'];
const choices = [{ name: 'state', label: 'Status', values: states }];

interface DeliveriesProps {
  readonly of: LinkTo<Api.WebhookList>;
  readonly canResend: boolean;
}

/** The filters of the list are in the query of the page's address. */
function Deliveries({ of, canResend }: DeliveriesProps): ReactElement {
  const { pathname, searchStr } = usePageLocation();
  const { data, error } = useResource(withQuery(of, searchStr), {
    everyMs: MOVING_MS,
    moves: (list) => itemsOf(list).some(isUndelivered),
  });
  return (
    <Region name="Deliveries">
      <Filters path={pathname} search="Search deliveries" choices={choices} />
      {canResend && (
        <div className="actions">
          <ResendMatching of={of} query={searchStr} />
        </div>
      )}
      <Refusal error={error} />
      {data && (
        <>
          <Table name="Deliveries" columns={columns} items={itemsOf(data)} empty="Nothing was delivered yet." />
          <Paging list={data} />
        </>
      )}
    </Region>
  );
}
