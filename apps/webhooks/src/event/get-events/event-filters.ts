import { DAY_MS } from '@halyard/core';
import { DeclaredQuery, isInstant, type QueryTerm, terms, type ValuesOf } from '@halyard/input';
import { publicTopics } from '../public-topics.js';
import { embed } from '../embed-resource/embed-query.js';
import { readAnchor } from './anchor.js';

/** The first moment of a UTC day or an instant, and the moment after its last. */
function spanOf(text: string): { readonly from: Date; readonly to: Date } | undefined {
  const day = terms.firstDay.read(text);
  const from = day ?? (isInstant(text) ? new Date(text) : undefined);
  return from && { from, to: new Date(from.getTime() + (day ? DAY_MS : 1)) };
}

export const bound = (end: 'from' | 'to'): QueryTerm<Date> => ({
  read: (given) => (typeof given === 'string' ? spanOf(given)?.[end] : undefined),
  schema: {
    anyOf: [
      { type: 'string', format: 'date' },
      { type: 'string', format: 'date-time' },
    ],
    examples: ['2026-01-31', '2026-01-31T12:00:00.000Z'],
    description: 'A day of UTC or an instant, itself included, of `created`.',
  },
});

export const topics = terms.anyOf(publicTopics);

/** The filters of a list; an event has to match all of them. */
const filters = {
  topic: topics,
  resourceId: terms.id,
  customerId: terms.id,
  startDate: bound('from'),
  endDate: bound('to'),
};

export const eventsQuery = new DeclaredQuery({
  ...terms.page,
  anchor: terms.anchor(/^\d{1,18}(?:\.\d{1,18}){0,7}$/, readAnchor),
  ...filters,
  embed,
});
export type EventsQuery = ValuesOf<typeof eventsQuery>;
export type EventFilters = Pick<EventsQuery, keyof typeof filters>;
