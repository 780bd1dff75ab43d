import { authorizationRoutes, oauthRoutes } from '@halyard/contracts/authorization';
import { type PublicRoute, publicRoutes, refusalsOf, routeNames } from '@halyard/public-api';
import { type ErrorCode, errorCodes, faultCodes } from '@halyard/core';
import { statusOf } from '@halyard/http';
import { type JsonObject, refTo } from './json.ts';

const ERROR_TYPE = 'application/vnd.service.v1.hal+json; profile="http://nocarrier.co.uk/profiles/vnd.error/"';

const statusOfCode = (code: ErrorCode): number => statusOf[errorCodes[code].kind];

const errorSchema: JsonObject = {
  type: 'object',
  properties: {
    code: { type: 'string', enum: Object.keys(errorCodes) },
    message: { type: 'string' },
    _embedded: refTo('schemas', 'Faults'),
    _links: { type: 'object', properties: { about: refTo('schemas', 'Link') } },
  },
  required: ['code', 'message'],
};

const faultSchema: JsonObject = {
  type: 'object',
  properties: {
    code: { type: 'string', enum: faultCodes },
    message: { type: 'string' },
    path: { type: 'string', description: 'JSON pointer into the body, or /query/… or /headers/…' },
    _links: {
      type: 'object',
      description: 'Of a duplicate: what it collides with.',
      properties: { about: refTo('schemas', 'Link') },
    },
  },
  required: ['code', 'message', 'path'],
};

const faultsSchema: JsonObject = {
  type: 'object',
  properties: { errors: { type: 'array', items: refTo('schemas', 'Fault') } },
  required: ['errors'],
};

export const errorSchemas: JsonObject = { Error: errorSchema, Fault: faultSchema, Faults: faultsSchema };

const fault = { code: 'Required', message: 'Name required.', path: '/name', _links: {} };

const exampleOf = (code: ErrorCode): JsonObject => ({
  value: {
    code,
    message: errorCodes[code].message,
    ...(code === 'ValidationError' && { _embedded: { errors: [fault] } }),
  },
});

const headersOf = (status: number): JsonObject => ({
  'x-request-id': refTo('headers', 'RequestId'),
  ...(status === 401 && { 'WWW-Authenticate': refTo('headers', 'Challenge') }),
  ...((status === 429 || status === 503) && { 'Retry-After': refTo('headers', 'RetryAfter') }),
});

const responseOf = (status: number, codes: readonly ErrorCode[]) => ({
  description: codes.map((code) => `\`${code}\`: ${errorCodes[code].message}`).join('\n\n'),
  headers: headersOf(status),
  content: {
    [ERROR_TYPE]: {
      schema: { allOf: [refTo('schemas', 'Error'), { properties: { code: { enum: codes } } }] },
      examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code)])),
    },
  },
});

/** The codes of a route by their status, in the order of the table of codes. */
function codesOf(name: PublicRoute): ReadonlyMap<number, readonly ErrorCode[]> {
  const refusals = refusalsOf(name);
  const codes = (Object.keys(errorCodes) as ErrorCode[]).filter((code) => refusals.has(code));
  return Map.groupBy(codes, statusOfCode);
}

/** The name of a response lists its codes: `InvalidScopesOrForbidden`. */
const responseName = (codes: readonly ErrorCode[]): string => codes.join('Or');

const isPage = (name: PublicRoute): boolean =>
  name in authorizationRoutes && publicRoutes[name].answers.some(({ answers }) => answers === 'redirect');

/**
 * For refusals by auth, a page tells the person what is wrong. For refusals by the gateway, the application gets
 * JSON.
 */
const ofPage = (status: number, codes: readonly ErrorCode[]): JsonObject => {
  const { content, ...rest } = responseOf(status, codes);
  return { ...rest, content: { ...content, 'text/html': { schema: { type: 'string' } } } };
};

/** Refusals to programs that call the authorization server have the form of OAuth 2. */
const ofToken = (status: number): JsonObject => ({
  description: 'A refusal of OAuth 2 (RFC 6749, 5.2).',
  headers: headersOf(status),
  content: {
    'application/json': {
      schema: refTo('schemas', 'TokenRefusal'),
      example: { error: 'invalid_client', error_description: 'The key or the secret is wrong.' },
    },
  },
});

/**
 * The response with which a route refuses, by status: a shared response, unless the route answers OAuth clients or
 * people.
 */
function refusalOf(name: PublicRoute, status: number, codes: readonly ErrorCode[]): JsonObject {
  if (name in oauthRoutes) return ofToken(status);
  return isPage(name) ? ofPage(status, codes) : refTo('responses', responseName(codes));
}

/** The error responses of a route, by status. */
export function errorsOf(name: PublicRoute): JsonObject {
  const codes = [...codesOf(name)].map(([status, named]) => [status, refusalOf(name, status, named)] as const);
  // Auth refuses a client that does not prove itself.
  const unproved = name in oauthRoutes ? [[401, ofToken(401)] as const] : [];
  return Object.fromEntries([...unproved, ...codes]);
}

/** Every error response that a route refers to. */
export function errorResponses(): JsonObject {
  const all = routeNames
    .filter((name) => !(name in oauthRoutes) && !isPage(name))
    .flatMap((name) => [...codesOf(name)]);
  return Object.fromEntries(all.map(([status, codes]) => [responseName(codes), responseOf(status, codes)]));
}
