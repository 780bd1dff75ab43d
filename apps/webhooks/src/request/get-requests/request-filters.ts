import type { Route } from '@halyard/contracts';
import { publicRoutes } from '@halyard/public-api';
import { TRACE } from '@halyard/contracts/requests';
import { errorCodes, ID_BEGINNING } from '@halyard/core';
import { DeclaredQuery, isKey, type QueryTerm, terms, type ValuesOf } from '@halyard/input';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT'] as const;
const STATUS = /^(?:\d{3}|\dxx)$/;
const POSSIBLE_STATUS = /^(?:[1-5]\d{2}|[2-5]xx)$/;

/** The routes as the API description writes them: `/customers/{id}` for `/customers/:id`. */
const routes = [...new Set(Object.values<Route>(publicRoutes).map(({ path }) => path.replaceAll(/:(\w+)/g, '{$1}')))];

const status: QueryTerm<readonly string[]> = {
  read: (given) => {
    const asked = [given].flat();
    return asked.every((one) => POSSIBLE_STATUS.test(one)) ? asked : undefined;
  },
  schema: {
    type: 'array',
    items: { type: 'string', pattern: POSSIBLE_STATUS.source },
    description: 'Any of these: a class, `2xx` to `5xx`, or three digits.',
    examples: [['2xx']],
  },
  content: 'kept',
  code: (given) => ([given].flat().every((one) => STATUS.test(one)) ? 'Invalid' : 'InvalidFormat'),
};

const key: QueryTerm<string> = {
  read: (given) => (typeof given === 'string' && isKey(given) ? given : undefined),
  schema: { type: 'string', minLength: 1, maxLength: 255, description: 'An Idempotency-Key, the whole of it.' },
  content: 'idempotency-key',
};

const by = {
  ...terms.oneOf(['application', 'person', 'all']),
  schema: {
    enum: ['application', 'person', 'all'],
    default: 'all',
    description: 'Requests of applications, or of persons who use the console or the command line.',
  },
};

const lower = (given: string): string => given.toLowerCase();

/** A request has to match all of these filters. */
export const requestFilters = {
  by,
  status,
  method: terms.anyOf(METHODS),
  route: terms.anyOf(routes),
  code: terms.anyOf(Object.keys(errorCodes)),
  application: terms.id,
  person: terms.id,
  resource: terms.id,
  key,
  trace: terms.matching(TRACE, { example: '0af7651916cd43dd8448eb211c80319c', as: lower }),
  search: terms.matching(ID_BEGINNING, {
    example: '0195b3a0',
    description: 'The id of a request or of its resource, or a trace: whole, or its first eight characters or more.',
    as: lower,
  }),
};

/** The query of the list. `after` is the id of the request after which the page begins. */
export const requestsQuery = new DeclaredQuery(
  { ...requestFilters, limit: terms.page.limit, from: terms.moment, to: terms.moment, after: terms.cursor(terms.id) },
  undefined,
  'refused',
);
export type RequestsQuery = ValuesOf<typeof requestsQuery>;
export type RequestFilters = Pick<RequestsQuery, keyof typeof requestFilters>;
