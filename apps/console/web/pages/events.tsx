import { type Api, type Link, linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { events } from '../api/event-stream.js';
import { idOf, withQuery } from '../api/resource.js';
import { columnsOf } from '../columns/columns.js';
import { whileEmpty } from '../generic/inner-lists.js';
import { LiveList } from '../generic/live-list.js';
import type { PageRow } from '../parts/page-rows.js';

/** The properties of an event that both the list and the stream have. */
interface ListedEvent extends Pick<Api.Event, 'created' | 'topic' | 'resourceId'> {
  readonly _links: { readonly self?: Link; readonly resource?: Link; readonly customer?: Link };
}

/** Whether an event belongs to the list with this query. */
function matches({ topic, resourceId, _links }: ListedEvent, query: string): boolean {
  const asked = new URLSearchParams(query);
  const topics = asked.getAll('topic');
  const [resource, customer] = [asked.get('resourceId'), asked.get('customerId')];
  return (
    (topics.length === 0 || topics.includes(topic)) &&
    (resource === null || resource === resourceId) &&
    (customer === null || customer === idOf(_links.customer))
  );
}

const row = {
  heading: 'Events',
  columns: columnsOf<ListedEvent>({ Created: '@self created', Topic: 'topic', Resource: '@resource resourceId' }),
  fields: [
    { name: 'topic', label: 'Topic' },
    { name: 'resourceId', label: 'Id of a resource' },
    { name: 'customerId', label: 'Id of a customer' },
  ],
  empty: whileEmpty.events,
};

/** Lists events, and shows new ones as they happen. */
const Events = (): ReactElement => (
  <LiveList
    row={row}
    listAt={(query) => withQuery(linkTo('/events'), query)}
    streamOf={() => events}
    matches={matches}
  />
);

export const eventsPage: PageRow = {
  path: '/events',
  heading: row.heading,
  place: 'navigation',
  help: 'how-to/follow-events/',
  Show: Events,
};
