import { linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { events } from '../api/event-stream.js';
import { idOf, withQuery } from '../api/resource.js';
import { columnsOf } from '../columns/columns.js';
import { whileEmpty } from '../generic/inner-lists.js';
import type { ListRow } from '../generic/list.js';
import { LiveList } from '../generic/live-list.js';
import type { SearchBox } from '../parts/filters.js';
import type { PageRow } from '../parts/page-rows.js';
import { To } from '../parts/table.js';
import { About, AmountOf, type ListedEvent } from './event-about.js';

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

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const TOPIC = /^[a-z]+(?:_[a-z]+)+$/;

/** Finds events by their topic, or by what they are about. */
const eventSearch: SearchBox = {
  label: 'Search events',
  hint: 'A topic, or the id of a resource',
  names: ['topic', 'resourceId', 'customerId'],
  textOf: (query) =>
    [...query.getAll('topic'), query.get('resourceId') ?? query.get('customerId') ?? ''].join(' ').trim(),
  filtersOf: (text) => {
    const words = text.split(/\s+/).filter((word) => word !== '');
    const unknown = words.find((word) => !ID.test(word) && !TOPIC.test(word));
    if (unknown !== undefined) return `“${unknown}” is neither a topic (customer_created) nor the id of a resource.`;
    return words.map((word) => [ID.test(word) ? 'resourceId' : 'topic', word]);
  },
};

const row: ListRow<ListedEvent> = {
  heading: 'Events',
  columns: columnsOf<ListedEvent>({
    Topic: ({ topic, _links }) => (
      <To href={_links.self}>
        <code>{topic}</code>
      </To>
    ),
    About: (event) => <About of={event} />,
    Amount: { isNumber: true, of: (event) => <AmountOf of={event} /> },
    Created: 'created',
  }),
  search: eventSearch,
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
  icon: 'events',
  help: 'how-to/follow-events/',
  Show: Events,
};
