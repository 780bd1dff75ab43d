import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import type { Resource } from '../../api/client.js';
import { useNews } from '../../api/event-stream.js';
import { docsOf } from '../../api/neighbours.js';
import { idOf, isUndelivered, itemsOf, linkOf, pageOf, templatesOf, text } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { TemplateForm } from '../../forms/form.js';
import { Actions } from '../../generic/actions.js';
import { Facts, InnerList } from '../../generic/resource-page.js';
import { Dialog } from '../../parts/dialog.js';
import { Filters } from '../../parts/filters.js';
import { Go, useGo } from '../../parts/go.js';
import { Refusal } from '../../parts/messages.js';
import { usePageLocation } from '../../parts/page-location.js';
import { Failed, Page, Region, Tools, Waiting } from '../../parts/page.js';
import { Paging } from '../../parts/paging.js';
import { SecretDialog } from '../../parts/secret-dialog.js';
import { type Column, Table, To } from '../../parts/table.js';
import { Status, Time } from '../../parts/text.js';
import { ResendMatching } from './resend-matching.js';
import { newSigningSecret } from './signing-secret.js';

/** Deliveries that are on their way are read again this often. */
const MOVING_MS = 2_000;

/** Shows a subscription: whether it works, what it delivered, and the replacement of its secret. */
export function SubscriptionPage(): ReactElement {
  const { pathname, searchStr } = usePageLocation();
  const { data, error } = useResource(pathname, { everyMs: MOVING_MS, moves: useBacklog() });
  useNews();
  const go = useGo();
  if (error) return <Failed error={error} heading="Subscription" />;
  if (!data) return <Waiting heading="Subscription" />;
  const url = text(data, 'url');
  const [health, webhooks] = [linkOf(data, 'health'), linkOf(data, 'webhooks')];
  return (
    <Page
      heading={url}
      crumbs={<Go to="/webhook-subscriptions">Webhooks</Go>}
      actions={<Tools id={idOf(pathname)} path={pathname} resource={data} />}
    >
      <p className="lead">
        <PauseText of={data} />
      </p>
      <div className="actions">
        <Actions
          resource={withoutSecret(data)}
          subject={url}
          onDone={(action, answer) => {
            const made = text(answer, 'location');
            if (action === 'replay' && made !== '') go(pageOf(made));
          }}
        />
        <RotateSecret subscription={data} />
        <a href={docsOf('how-to/receive-webhooks/')}>How to verify</a>
      </div>
      <Facts of={data} />
      {health !== undefined && <Health path={pageOf(health)} />}
      {webhooks !== undefined && (
        <Deliveries
          page={pathname}
          path={pageOf(webhooks)}
          query={searchStr}
          canResend={'replay' in templatesOf(data)}
        />
      )}
      <InnerList path={`${pathname}/replays`} rel="replays" without={['default']} />
    </Page>
  );
}

/** Whether a subscription has events that wait for their first success. If so, it may be paused at any time. */
function useBacklog(): (subscription: Resource) => boolean {
  const queries = useQueryClient();
  return (subscription) => {
    const health = queries.getQueryData(['api', pageOf(linkOf(subscription, 'health') ?? '')]);
    return text(health, 'backlog') !== '0';
  };
}

const pauses: Readonly<Record<string, string>> = {
  requested: 'somebody paused it',
  failures: 'too many deliveries in a row failed',
  'retries-exhausted': 'a delivery failed for 72 hours, and those after it wait in order',
};

function PauseText({ of }: { readonly of: Resource }): ReactElement {
  if (text(of, 'paused') !== 'true') return <Status of="active" />;
  const reason = pauses[text(of, 'pauseReason')];
  return (
    <>
      <Status of="paused" />
      {reason !== undefined && `: ${reason}`}
    </>
  );
}

/** Removes the secret from the form, because `Rotate secret` has a button of its own. */
function withoutSecret(subscription: Resource): Resource {
  const { edit, ...others } = templatesOf(subscription);
  if (!edit) return subscription;
  const properties = edit.properties?.filter(({ name }) => name !== 'secret') ?? [];
  return { ...subscription, _templates: { ...others, edit: { ...edit, properties } } };
}

function RotateSecret({ subscription }: { readonly subscription: Resource }): ReactElement | null {
  const [secret, setSecret] = useState<string>();
  const [isDone, setDone] = useState(false);
  const { edit } = templatesOf(subscription);
  const properties = edit?.properties?.filter(({ name }) => name === 'secret') ?? [];
  if (!edit || properties.length === 0) return null;
  const close = (): void => setSecret(undefined);
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setDone(false);
          setSecret(newSigningSecret());
        }}
      >
        Rotate secret
      </button>
      {secret !== undefined && !isDone && (
        <Dialog title="Rotate secret" onClose={close}>
          <TemplateForm
            resource={subscription}
            name="edit"
            template={{ ...edit, properties }}
            preset={{ secret }}
            submit="Rotate secret"
            question="The new secret signs beside the old one, until you complete the rotation under Edit."
            onDone={() => setDone(true)}
          />
        </Dialog>
      )}
      {secret !== undefined && isDone && <SecretDialog title="Signing secret" secret={secret} onClose={close} />}
    </>
  );
}

function Health({ path }: { readonly path: string }): ReactElement {
  const { data, error } = useResource(path, { everyMs: MOVING_MS, moves: (health) => text(health, 'backlog') !== '0' });
  const facts: readonly (readonly [string, ReactElement | string])[] = [
    ['Last sequence', text(data, 'sequence')],
    ['Waiting for a first success', text(data, 'backlog')],
    ['Oldest of these', <Moment key="oldest" at={text(data, 'oldestWaiting')} />],
    ['Last success', <Moment key="success" at={text(data, 'lastSuccess')} />],
    ['Last failure', <Moment key="failure" at={text(data, 'lastFailure')} />],
    ['Tries in 24 hours', `${text(data, 'day.attempts')}, ${text(data, 'day.failed')} failed`],
  ];
  return (
    <Region name="Health">
      <Refusal error={error} />
      {data && (
        <dl className="facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Region>
  );
}

const Moment = ({ at }: { readonly at: string }): ReactElement => (at === '' ? <>None</> : <Time at={at} />);

const columns: readonly Column[] = [
  { name: 'Sequence', of: (item) => <To href={linkOf(item, 'self')}>{text(item, 'sequence')}</To> },
  { name: 'Topic', of: (item) => text(item, 'topic') },
  { name: 'Status', of: (item) => <Status of={text(item, 'state')} /> },
  { name: 'Next try', of: (item) => <Time at={text(item, 'nextRetry')} /> },
];

const states = ['pending', 'waiting', 'held', 'delivered', 'failed'];
const choices = [{ name: 'state', label: 'Status', values: states }];

interface DeliveriesProps {
  /** The path of the subscription's page. */
  readonly page: string;
  readonly path: string;
  /** The filters of the list, which are in the query of the page's address. */
  readonly query: string;
  readonly canResend: boolean;
}

function Deliveries({ page, path, query, canResend }: DeliveriesProps): ReactElement {
  const { data, error } = useResource(path + query, {
    everyMs: MOVING_MS,
    moves: (list) => itemsOf(list).some(isUndelivered),
  });
  return (
    <Region name="Deliveries">
      <Filters path={page} search="Search deliveries" choices={choices} />
      {canResend && (
        <div className="actions">
          <ResendMatching path={path} query={query} />
        </div>
      )}
      <Refusal error={error} />
      {data && (
        <>
          <Table name="Deliveries" columns={columns} items={itemsOf(data)} empty={<p>Nothing was delivered yet.</p>} />
          <Paging list={data} />
        </>
      )}
    </Region>
  );
}
