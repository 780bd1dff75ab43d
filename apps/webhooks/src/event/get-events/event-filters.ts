import { DeclaredQuery, terms, type ValuesOf } from '@halyard/input';
import { publicTopics } from '../public-topics.js';
import { embed } from '../embed-resource/embed-query.js';
import { readAnchor } from './anchor.js';

export const topics = terms.anyOf(publicTopics);

/** An event has to match all filters. */
const filters = {
  topic: topics,
  resourceId: terms.id,
  customerId: terms.id,
  startDate: terms.notBefore,
  endDate: terms.notAfter,
};

export const eventsQuery = new DeclaredQuery({
  ...terms.page,
  anchor: terms.anchor(/^\d{1,18}(?:\.\d{1,18}){0,7}$/, readAnchor),
  ...filters,
  embed,
});
export type EventsQuery = ValuesOf<typeof eventsQuery>;
export type EventFilters = Pick<EventsQuery, keyof typeof filters>;
