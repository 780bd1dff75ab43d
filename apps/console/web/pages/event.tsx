import { type Api, linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { pageOf } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { ResourceLink } from '../columns/resource-link.js';
import { type BodyProps, resourcePage } from '../generic/resource-page.js';
import { FactList } from '../parts/facts.js';
import { Go } from '../parts/go.js';
import { Json } from '../parts/json.js';
import { Refusal } from '../parts/messages.js';
import { Region } from '../parts/page.js';
import { Amount, Time } from '../parts/text.js';
import { AboutSnapshot, amountOf } from './event-about.js';
import { EventCause } from './event-cause.js';
import { EventDeliveries } from './event-deliveries.js';

export const eventPage = resourcePage({
  path: '/events/{id}',
  heading: 'Event',
  headingOf: ({ topic }) => topic,
  Body: Event,
});

/** Shows an event: what it is about, who caused it, and its resource as it was then. */
function Event({ of }: BodyProps<Api.Event>): ReactElement {
  const { data, error } = useResource(linkTo('/events/{id}', { path: { id: of.id }, query: { embed: 'resource' } }));
  const snapshot = data?._embedded?.resource;
  const amount = amountOf(snapshot);
  const { customer, resource } = of._links;
  return (
    <>
      <FactList
        facts={{
          About: <AboutSnapshot of={of} snapshot={snapshot} />,
          Amount: amount && <Amount of={amount} />,
          Customer: customer && customer.href !== resource?.href && <ResourceLink to={customer} />,
          'Caused by': <EventCause of={of} />,
          'Correlation id': of.correlationId,
          Created: <Time at={of.created} />,
        }}
      />
      <div className="halves">
        <Region name="Payload">
          <Json of={payloadOf(of)} />
        </Region>
        <Region name="Resource then">
          <Refusal error={error} />
          {snapshot && <Json of={snapshot} />}
          {data && !snapshot && <NoSnapshot of={data} />}
        </Region>
      </div>
      <EventDeliveries event={of} />
    </>
  );
}

/** The event as a receiver gets it, without the forms that a page reads with it. */
function payloadOf(event: Api.Event): object {
  const { _templates: _, ...payload }: Api.Event & { readonly _templates?: unknown } = event;
  return payload;
}

const reasons: Readonly<Record<NonNullable<Api.Event['resourceSnapshot']>, string>> = {
  erased: 'The person it is about was erased, and with it what the resource was then.',
  unknown: 'No snapshot was kept: the service that owns the resource no longer has what it was then.',
  damaged: 'What the resource was then can’t be decrypted. The operator of this installation is informed.',
};

/** Explains why an event has no snapshot, and leads to the resource as it is now. */
const NoSnapshot = ({ of: { resourceSnapshot, _links } }: { readonly of: Api.Event }): ReactElement => (
  <p>
    {reasons[resourceSnapshot ?? 'unknown']} {_links.resource && <Go to={pageOf(_links.resource)}>As it is now</Go>}
  </p>
);
