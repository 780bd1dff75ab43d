import type { ReactElement } from 'react';
import type { Resource } from '../api/client.js';
import { events } from '../api/event-stream.js';
import { idOf, linkOf, text } from '../api/resource.js';
import { pageAt } from '../generic/list-table.js';
import { LiveList } from '../generic/live-list.js';

const PATH = '/events';

/** Whether an event belongs to the list with this query. */
const matches = (event: Resource, query: string): boolean => {
  const asked = new URLSearchParams(query);
  const topics = asked.getAll('topic');
  const [resource, customer] = [asked.get('resourceId'), asked.get('customerId')];
  return (
    (topics.length === 0 || topics.includes(text(event, 'topic'))) &&
    (resource === null || resource === text(event, 'resourceId')) &&
    (customer === null || customer === idOf(linkOf(event, 'customer') ?? ''))
  );
};

/** Lists events, and shows new ones as they happen. */
export const Events = (): ReactElement => (
  <LiveList path={PATH} page={pageAt(PATH)} streamOf={() => events} matches={matches} />
);
