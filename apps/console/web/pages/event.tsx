import type { ReactElement } from 'react';
import { linkOf, pageOf, text } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { Facts } from '../generic/resource-page.js';
import { Go } from '../parts/go.js';
import { usePageLocation } from '../parts/page-location.js';
import { Failed, Page, Region, Tools, Waiting } from '../parts/page.js';
import { EventDeliveries } from './event-deliveries.js';

/** Shows an event beside its resource as it was then. */
export function EventPage(): ReactElement {
  const { pathname } = usePageLocation();
  const { data, error } = useResource(pathname);
  if (error) return <Failed error={error} heading="Event" />;
  if (!data) return <Waiting heading="Event" />;
  const { resource: snapshot, _templates: _, ...payload } = data;
  const href = linkOf(data, 'resource');
  return (
    <Page
      heading={text(data, 'topic') || 'Event'}
      crumbs={<Go to="/events">Events</Go>}
      actions={<Tools id={text(data, 'id')} path={pathname} resource={data} />}
    >
      <Region name="Payload">
        <Facts of={payload} />
      </Region>
      <Region name="Resource then">
        {snapshot === undefined ? (
          <p>No snapshot was kept. {href !== undefined && <Go to={pageOf(href)}>As it is now</Go>}</p>
        ) : (
          <pre className="json" tabIndex={0}>
            {JSON.stringify(snapshot, undefined, 2)}
          </pre>
        )}
      </Region>
      <EventDeliveries event={data} />
    </Page>
  );
}
