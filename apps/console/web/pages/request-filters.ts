import type { Resource } from '../api/client.js';
import { idOf, text } from '../api/resource.js';

type Matches = (request: Resource, value: string) => boolean;

const has =
  (attribute: string): Matches =>
  (request, value) =>
    text(request, attribute) === value;

const hasResource: Matches = (request, id) =>
  idOf(text(request, 'resource.href')) === id || text(request, 'path').includes(id);

/** The filters of the list of requests, for those that are told as they are answered. */
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

/** Whether a request belongs to a list of that query. */
export function matchesQuery(request: Resource, query: string): boolean {
  const asked = new URLSearchParams(query);
  return Object.entries(filters).every(([name, matches]) => {
    const values = asked.getAll(name);
    return values.length === 0 || values.some((value) => matches(request, value));
  });
}

/** A key stands in no request: which were sent with one is for the API to say. */
export const canBeHeard = (query: string): boolean => !new URLSearchParams(query).has('key');
