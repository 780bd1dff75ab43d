import { type Api, linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { pageOf } from '../api/resource.js';
import { Facts } from '../generic/facts.js';
import { type BodyProps, resourcePage } from '../generic/resource-page.js';
import { Go } from '../parts/go.js';
import { Region } from '../parts/page.js';
import { Section } from '../parts/section.js';
import { EventDeliveries } from './event-deliveries.js';

export const eventPage = resourcePage({
  path: '/events/{id}',
  heading: 'Event',
  headingOf: ({ topic }) => topic,
  Body: Event,
});

/** Shows an event beside its resource as it was then. */
function Event({ of }: BodyProps<Api.Event>): ReactElement {
  const { resource } = of._links;
  return (
    <>
      <Region name="Payload">
        <Facts of={of} />
      </Region>
      <Section name="Resource then" of={linkTo('/events/{id}', { path: { id: of.id }, query: { embed: 'resource' } })}>
        {({ _embedded }) =>
          _embedded?.resource === undefined ? (
            <p>No snapshot was kept. {resource && <Go to={pageOf(resource)}>As it is now</Go>}</p>
          ) : (
            <pre className="json" tabIndex={0}>
              {JSON.stringify(_embedded.resource, undefined, 2)}
            </pre>
          )
        }
      </Section>
      <EventDeliveries event={of} />
    </>
  );
}
