import type { Resource } from '../api/client.js';
import { idOf, text } from '../api/resource.js';

type Matches = (request: Resource, value: string) => boolean;

const has =
  (attribute: string): Matches =>
  (request, value) =>
    text(request, attribute) === value;

const hasResource: Matches = (request, id) =>
  idOf(text(request, 'resource.href')) === id || text(request, 'path').includes(id);

/** The filters of the list of requests, for requests that come from the stream. */
const filters: Readonly<Record<string, Matches>> = {
  status: (request, value) =>
    value.endsWith('xx') ? text(request, 'status').startsWith(value.slice(0, 1)) : text(request, 'status') === value,
  method: has('method'),
  route: has('route'),
  code: has('code'),
  application: has('who.application.id'),
  person: has('who.person.id'),
  trace: has('trace'),
  resource: hasResource,
  search: (request, part) =>
    [text(request, 'id'), text(request, 'trace'), idOf(text(request, 'resource.href'))].some((id) =>
      id.startsWith(part),
    ),
};

/** Whether a request belongs to the list with this query. */
export function matchesQuery(request: Resource, query: string): boolean {
  const asked = new URLSearchParams(query);
  return Object.entries(filters).every(([name, matches]) => {
    const values = asked.getAll(name);
    return values.length === 0 || values.some((value) => matches(request, value));
  });
}

/** A request does not tell its key. Only the API knows which requests were sent with a key. */
export const canBeHeard = (query: string): boolean => !new URLSearchParams(query).has('key');

/** The senders by which a list of requests can be filtered. */
const bys = ['application', 'person', 'all'] as const;
export type By = (typeof bys)[number];

/**
 * Shows the requests of applications unless the address says otherwise: requests of this console would fill the list.
 */
export const byOf = (query: string): By =>
  bys.find((by) => by === new URLSearchParams(query).get('by')) ?? 'application';

/** The query to send to the API, from the query of the page's address. */
export function withBy(query: string): string {
  const asked = new URLSearchParams(query);
  if (!asked.has('by')) asked.set('by', byOf(query));
  return `?${asked.toString()}`;
}
