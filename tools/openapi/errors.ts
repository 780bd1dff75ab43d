import { type ErrorCode, errorCodes, faultCodes } from '@halyard/core';
import { statusOf } from '@halyard/http';
import { type JsonObject, refTo } from './json.ts';

const ERROR_TYPE = 'application/vnd.service.v1.hal+json; profile="http://nocarrier.co.uk/profiles/vnd.error/"';

const codes = Object.keys(errorCodes) as ErrorCode[];

const codesOf = (status: number): ErrorCode[] => codes.filter((code) => statusOf[errorCodes[code].kind] === status);

const errorSchema: JsonObject = {
  type: 'object',
  properties: {
    code: { type: 'string', enum: codes },
    message: { type: 'string' },
    _embedded: {
      type: 'object',
      properties: { errors: { type: 'array', items: refTo('schemas', 'Fault') } },
      required: ['errors'],
    },
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

export const errorSchemas: JsonObject = { Error: errorSchema, Fault: faultSchema };

/** Without 405: that answers a method that a path does not have, and the document lists only those that it has. */
const statuses = [...new Set(codes.map((code) => statusOf[errorCodes[code].kind]))].filter((status) => status !== 405);

const responseOf = (status: number): JsonObject => ({
  description: codesOf(status)
    .map((code) => `\`${code}\`: ${errorCodes[code].message}`)
    .join('\n\n'),
  headers: {
    'x-request-id': refTo('headers', 'RequestId'),
    ...((status === 429 || status === 503) && { 'Retry-After': refTo('headers', 'RetryAfter') }),
  },
  content: {
    [ERROR_TYPE]: {
      schema: { allOf: [refTo('schemas', 'Error'), { properties: { code: { enum: codesOf(status) } } }] },
    },
  },
});

/** The error response of each status, named like `Error404`. */
export const errorResponses: JsonObject = Object.fromEntries(
  statuses.map((status) => [`Error${status}`, responseOf(status)]),
);

/** The properties of a route that decide which errors it can have. */
interface Refusable {
  readonly isOpen: boolean;
  readonly hasId: boolean;
  readonly hasBody: boolean;
  readonly takesKey: boolean;
  readonly takesQuery: boolean;
  readonly canComeTooEarly: boolean;
  readonly hasCursor: boolean;
  readonly isLinking: boolean;
}

/** The errors of a route, by status. */
export function errorsOf({
  isOpen,
  hasId,
  hasBody,
  takesKey,
  takesQuery,
  canComeTooEarly,
  hasCursor,
  isLinking,
}: Refusable): JsonObject {
  const met: Readonly<Record<number, boolean>> = {
    202: canComeTooEarly,
    400: hasBody || takesKey || takesQuery,
    401: true,
    403: !isOpen,
    404: hasId || isLinking,
    406: true,
    409: takesKey || isLinking,
    410: hasCursor,
    413: hasBody,
    415: hasBody,
    422: takesKey,
    429: true,
    500: true,
    503: true,
  };
  return Object.fromEntries(
    Object.entries(met)
      .filter(([, isMet]) => isMet)
      .map(([status]) => [status, refTo('responses', `Error${status}`)]),
  );
}
