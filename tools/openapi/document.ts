import type { ResourceKind } from '@halyard/contracts';
import { type PublicRoute, type PublicRouteRow, publicRoutes, routeNames } from '@halyard/public-api';
import { version } from '../version.ts';
import { bodySchemas } from './bodies.ts';
import { scopeDescriptions, serviceDescriptions } from './descriptions.ts';
import { errorResponses, errorSchemas } from './errors.ts';
import { exampleComponents } from './examples.ts';
import { withNamedLists } from './enums.ts';
import { forGenerators } from './generators.ts';
import { type JsonObject, refTo } from './json.ts';
import { namedLists } from './lists.ts';
import { oauthSchemas } from './oauth.ts';
import { operationOf } from './operations.ts';
import { resourceSchemas } from './resources.ts';

/** `/customers/:id` -> `/customers/{id}` */
const templateOf = (name: PublicRoute): string => publicRoutes[name].path.replaceAll(/:(\w+)/g, '{$1}');

function paths(): JsonObject {
  const found: Record<string, Record<string, JsonObject>> = {};
  for (const name of routeNames) {
    const item = (found[templateOf(name)] ??= {});
    item[publicRoutes[name].method.toLowerCase()] = operationOf(name);
  }
  return found;
}

const listed: readonly ResourceKind[] = Object.values<PublicRouteRow>(publicRoutes).flatMap(({ answers }) =>
  answers.flatMap((it) => (it.answers === 'list' ? [it.of] : [])),
);

const header = (type: 'string' | 'integer', description: string): JsonObject => ({ description, schema: { type } });

const idParameter = (name: string, description: string): JsonObject => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string', format: 'uuid', examples: ['0195b3a0-0000-7000-8000-0000000000c1'] },
});

const keySchema = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: '^[\\x20-\\x7E]*$',
  examples: ['order-1'],
};

const components = (): JsonObject => ({
  securitySchemes: {
    token: {
      type: 'oauth2',
      description: 'Some routes want a scope, the others any token.',
      flows: { clientCredentials: { tokenUrl: publicRoutes.createToken.path, scopes: scopeDescriptions } },
    },
    client: {
      type: 'http',
      scheme: 'basic',
      description: 'The key and secret of an application, in place of a token.',
    },
    openid: {
      type: 'openIdConnect',
      openIdConnectUrl: publicRoutes.getOpenIdConfiguration.path,
      description: 'A token of a person, with the scope `openid`.',
    },
    linking: { type: 'http', scheme: 'bearer', description: 'A linking token, which browsers hold.' },
  },
  parameters: {
    Id: idParameter('id', 'The id of the resource, as its links have it.'),
    File: {
      name: 'file',
      in: 'path',
      required: true,
      description: 'The name of the file.',
      schema: { type: 'string', pattern: '^[\\w-]{1,64}(?:\\.min)?\\.\\w{1,8}$', examples: ['client.js'] },
    },
    Key: {
      name: 'key',
      in: 'path',
      required: true,
      description: 'An Idempotency-Key, percent-encoded.',
      schema: keySchema,
    },
    RetryId: idParameter('retryId', 'The id of the retry.'),
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description: 'The same request under the same key has its effect once; kept for 24 hours.',
      schema: keySchema,
    },
    IfNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      description: 'The `ETag` of what the client has: the answer is 304 while it has not changed.',
      schema: { type: 'string', examples: ['W/"c2FtcGxlIG9mIGEgdGFn"'] },
    },
  },
  headers: {
    RequestId: header('string', 'What logs and traces call the request.'),
    Location: { ...header('string', 'The URL of the resource.'), required: true },
    Continuation: { ...header('string', 'Where the browser continues.'), required: true },
    ETag: header('string', 'Changes with the answer (RFC 9110, 8.8.3).'),
    Challenge: header('string', 'How to authenticate (RFC 6750, 3).'),
    RetryAfter: header('integer', 'Seconds to wait.'),
    Replayed: header('string', '`true` where the answer is that to an earlier request with the same key.'),
  },
  schemas: {
    ...resourceSchemas(listed),
    ...errorSchemas,
    ...oauthSchemas,
    ...bodySchemas(routeNames),
  },
  examples: exampleComponents(),
  responses: {
    NotModified: {
      description: 'The client has the present answer.',
      headers: { 'x-request-id': refTo('headers', 'RequestId'), ETag: refTo('headers', 'ETag') },
    },
    Elsewhere: {
      description: 'The authorization server has a host of its own: this is asked for there.',
      headers: { 'x-request-id': refTo('headers', 'RequestId'), Location: refTo('headers', 'Continuation') },
    },
    ...errorResponses(),
  },
});

function makeDocument(): JsonObject {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Halyard',
      version,
      description:
        'Payments as HAL: resources say by their links what can be done next. Routes and their ids are found by links, not made by clients.',
      contact: { name: 'The maintainers of Halyard' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'Where the suite is served: npm start says it.' }],
    security: [{ token: [] }, { client: [] }],
    tags: [...new Set(routeNames.map((name) => publicRoutes[name].owner))].map((name) => ({
      name,
      description: serviceDescriptions[name],
    })),
    paths: forGenerators(paths()),
    components: forGenerators(components()),
  };
}

let made: string | undefined;

/**
 * The OpenAPI document of the public API, from its routes, answers, resources and DTO classes. A process makes it once,
 * and each caller gets a copy, because generators of clients write into their copy.
 */
export const openApiDocument = (): JsonObject =>
  JSON.parse((made ??= JSON.stringify(withNamedLists(makeDocument(), namedLists)))) as JsonObject;

/** The text as it is committed. It is the same for the same declarations. */
export const textOf = (document: JsonObject): string => `${JSON.stringify(document, undefined, 2)}\n`;
