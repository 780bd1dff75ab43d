import type { Api } from '@halyard/client';
import { idOf } from '../api/resource.js';

type Matches = (request: Api.Request, value: string) => boolean;

/** The filters of the list of requests, for requests that come from the stream. */
const filters: Readonly<Record<string, Matches>> = {
  status: ({ status }, value) =>
    value.endsWith('xx') ? String(status).startsWith(value.slice(0, 1)) : String(status) === value,
  method: ({ method }, value) => method === value,
  route: ({ route }, value) => route === value,
  code: ({ code }, value) => code === value,
  application: ({ who }, id) => who.application.id === id,
  person: ({ who }, id) => who.person?.id === id,
  trace: ({ trace }, value) => trace === value,
  resource: ({ resource, path }, id) => idOf(resource) === id || path.includes(id),
  search: ({ id, trace, resource }, part) => [id, trace, idOf(resource)].some((one) => one.startsWith(part)),
};

/** Whether a request belongs to the list with this query. */
export function matchesQuery(request: Api.Request, query: string): boolean {
  const asked = new URLSearchParams(query);
  return Object.entries(filters).every(([name, matches]) => {
    const values = asked.getAll(name);
    return values.length === 0 || values.some((value) => matches(request, value));
  });
}

/** Only the API knows which requests were sent with a key: a request from the stream does not tell its key. */
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
