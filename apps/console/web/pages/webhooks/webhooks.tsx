import type { Template } from '@halyard/client';
import { type ReactElement, useState } from 'react';
import type { Resource } from '../../api/client.js';
import { itemsOf, linkOf, pageOf, templatesOf, text } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { TemplateForm } from '../../forms/form.js';
import { Dialog } from '../../parts/dialog.js';
import { useGo } from '../../parts/go.js';
import { usePageLocation } from '../../parts/page-location.js';
import { Failed, ListTools, Page, Waiting } from '../../parts/page.js';
import { Paging } from '../../parts/paging.js';
import { SecretDialog } from '../../parts/secret-dialog.js';
import { type Column, Table, To } from '../../parts/table.js';
import { Status, Time } from '../../parts/text.js';
import { newSigningSecret } from './signing-secret.js';

const columns: readonly Column[] = [
  { name: 'Address', of: (item) => <To href={linkOf(item, 'self')}>{text(item, 'url')}</To> },
  { name: 'Status', of: (item) => <Status of={text(item, 'paused') === 'true' ? 'paused' : 'active'} /> },
  { name: 'Created', of: (item) => <Time at={text(item, 'created')} /> },
];

/** Lists the subscriptions, which say where events are sent. */
export function Webhooks(): ReactElement {
  const { pathname, searchStr } = usePageLocation();
  const { data, error } = useResource(pathname + searchStr);
  if (error) return <Failed error={error} heading="Webhooks" />;
  if (!data) return <Waiting heading="Webhooks" />;
  const { default: template } = templatesOf(data);
  return (
    <Page
      heading="Webhooks"
      actions={
        <>
          {template && <CreateSubscription list={data} template={template} />}
          <ListTools path={pathname + searchStr} list={data} />
        </>
      }
    >
      <Table
        name="Subscriptions"
        columns={columns}
        items={itemsOf(data)}
        empty={<p>No subscription yet. A subscription sends each event to an address of yours, signed.</p>}
      />
      <Paging list={data} />
    </Page>
  );
}

interface CreateProps {
  readonly list: Resource;
  readonly template: Template;
}

/**
 * Offers the applications that a subscription can belong to: those of the account, without Halyard's own. People have
 * to choose one, unless the account has a single server application, to which the subscription then belongs.
 */
function useOwnApplications(template: Template): Template {
  const property = template.properties?.find(({ name }) => name === 'application');
  const href = text(property, 'options.link.href');
  const { data } = useResource(href === '' ? undefined : pageOf(href));
  if (!property || !data) return template;
  const own = itemsOf(data).filter((application) => text(application, 'kind') !== 'first-party');
  const servers = own.filter((application) => text(application, 'kind') === 'server');
  const inline = own.map((application) => ({ value: text(application, 'id'), prompt: text(application, 'name') }));
  const chosen = { ...property, required: servers.length !== 1, options: { inline } };
  return { ...template, properties: template.properties?.map((one) => (one === property ? chosen : one)) ?? [] };
}

/**
 * The page makes the secret. Once the subscription signs with it, the page shows it, and then goes to the subscription.
 */
function CreateSubscription({ list, template }: CreateProps): ReactElement {
  const [secret, setSecret] = useState<string>();
  const [made, setMade] = useState<string>();
  const go = useGo();
  const offered = useOwnApplications(template);
  const label = 'Create subscription';
  return (
    <>
      <a
        href="#create"
        className="button"
        onClick={(event) => {
          event.preventDefault();
          setSecret(newSigningSecret());
        }}
      >
        {label}
      </a>
      {secret !== undefined && made === undefined && (
        <Dialog title={label} onClose={() => setSecret(undefined)}>
          <TemplateForm
            resource={list}
            name="default"
            template={offered}
            preset={{ secret }}
            submit={label}
            onDone={(answer) => setMade(text(answer, 'location'))}
          />
        </Dialog>
      )}
      {secret !== undefined && made !== undefined && (
        <SecretDialog title="Signing secret" secret={secret} onClose={() => go(pageOf(made))} />
      )}
    </>
  );
}
