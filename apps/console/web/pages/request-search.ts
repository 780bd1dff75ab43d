import type { SearchBox } from '../parts/filters.js';

/** A filter of the list of requests, as its address has it. */
export type RequestFilter = readonly [name: string, value: string];

const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/** What people look for requests by, in order. The first that a word fits decides. */
const kinds: readonly (readonly [fits: RegExp, filtersOf: (word: string) => readonly RequestFilter[]])[] = [
  [/^[2-5]xx$/i, (word) => [['status', word.toLowerCase()]]],
  [/^[1-5]\d\d$/, (word) => [['status', word]]],
  [/^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE|CONNECT)$/i, (word) => [['method', word.toUpperCase()]]],
  [/^[\da-f]{32}$/i, (word) => [['trace', word.toLowerCase()]]],
  [/^[\da-f]{8}[\da-f-]{0,28}$/i, (word) => [['search', word.toLowerCase()]]],
  [/^(?:https?:\/\/[^/]+)?\/\S*$/i, filtersOfPath],
  [/^[A-Z][a-z]\w*$/, (word) => [['code', word]]],
];

/** A path with an id is a route, and a resource: `/customers/{id}` and the id. */
function filtersOfPath(word: string): readonly RequestFilter[] {
  const [path = ''] = word.replace(/^https?:\/\/[^/]+/i, '').split(/[?#]/, 1);
  const id = path.match(ID)?.at(-1);
  return [
    ['route', path.replaceAll(ID, '{id}').replace(/(?<=.)\/$/, '')],
    ...(id === undefined ? [] : [['resource', id.toLowerCase()] as const]),
  ];
}

/** The filters that a text asks for: each of its words is one. A word that fits nothing is returned by itself. */
export function filtersIn(text: string): readonly RequestFilter[] | { readonly unknown: string } {
  const filters: RequestFilter[] = [];
  for (const word of text.split(/\s+/).filter((one) => one !== '')) {
    const [, filtersOf] = kinds.find(([fits]) => fits.test(word)) ?? [];
    if (!filtersOf) return { unknown: word };
    filters.push(...filtersOf(word));
  }
  return filters;
}

const names = ['method', 'route', 'resource', 'status', 'code', 'trace', 'search'];

/** The text that asks for the filters of an address. */
function textOf(query: URLSearchParams): string {
  const [route, resource] = [query.get('route') ?? '', query.get('resource') ?? ''];
  const isOne = resource !== '' && route.includes('{id}');
  const given = isOne ? new Map([['route', [route.replace('{id}', resource)]]]) : undefined;
  return names
    .filter((name) => !(isOne && name === 'resource'))
    .flatMap((name) => given?.get(name) ?? query.getAll(name))
    .join(' ');
}

/** The box that finds requests by whatever somebody has of them. */
export const requestSearch: SearchBox = {
  label: 'Search requests',
  hint: 'Id, trace, path, status, code or method',
  names,
  textOf,
  filtersOf: (text) => {
    const found = filtersIn(text);
    return 'unknown' in found
      ? `“${found.unknown}” is none of these: an id, a trace, a path (/customers), a status (404, 4xx), an error code (ValidationError), a method (POST).`
      : found;
  },
};
