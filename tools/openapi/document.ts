import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicAnswers, type PublicRoute, publicRoutes, scopes, shapeNameOf, type ShapeName } from '@halyard/contracts';
import { classesOf, schemaOf } from '@halyard/http';
import { bodyOf } from './handlers.ts';
import { errorResponses, errorSchemas } from './errors.ts';
import { type JsonObject, pascal, refTo, schemaNameOf } from './json.ts';
import { operationOf } from './operations.ts';
import { resourceSchemas } from './resources.ts';
import { tokenSchemas } from './token.ts';

const names = Object.keys(publicRoutes) as PublicRoute[];

/** `/customers/:id` -> `/customers/{id}` */
const templateOf = (name: PublicRoute): string => publicRoutes[name].path.replaceAll(/:(\w+)/g, '{$1}');

function paths(): JsonObject {
  const found: Record<string, Record<string, JsonObject>> = {};
  for (const name of names) {
    const item = (found[templateOf(name)] ??= {});
    item[publicRoutes[name].method.toLowerCase()] = operationOf(name);
  }
  return found;
}

/** Schemas of the classes of all bodies, and of the classes that each may have. */
function bodySchemas(): JsonObject {
  const schemas: Record<string, JsonObject> = {};
  for (const body of names.map(bodyOf)) {
    if (!body) continue;
    const classes = classesOf(body);
    for (const each of classes) schemas[schemaNameOf(each)] = schemaOf(each);
    if (classes.length > 1) {
      schemas[schemaNameOf(body)] = { anyOf: classes.map((each) => refTo('schemas', schemaNameOf(each))) };
    }
  }
  return schemas;
}

const listed: ReadonlySet<ShapeName> = new Set(
  names.flatMap((name) => publicAnswers[name].flatMap((it) => (it.answers === 'list' ? [shapeNameOf(it.of)] : []))),
);

const header = (type: 'string' | 'integer', description: string): JsonObject => ({ description, schema: { type } });

const components = (): JsonObject => ({
  securitySchemes: {
    token: {
      type: 'oauth2',
      description: 'Some routes want a scope, the others any token.',
      flows: {
        clientCredentials: { tokenUrl: '/token', scopes: Object.fromEntries(scopes.map((scope) => [scope, scope])) },
      },
    },
    client: {
      type: 'http',
      scheme: 'basic',
      description: 'The key and secret of an application, in place of a token.',
    },
    linking: { type: 'http', scheme: 'bearer', description: 'A linking token, which browsers hold.' },
  },
  parameters: {
    Id: { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
    File: {
      name: 'file',
      in: 'path',
      required: true,
      schema: { type: 'string', pattern: '^[\\w-]{1,64}(?:\\.min)?\\.\\w{1,8}$' },
    },
    RetryId: { name: 'retryId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description: 'The same request under the same key has its effect once; kept for 24 hours.',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7E]*$' },
    },
  },
  headers: {
    RequestId: header('string', 'What logs and traces call the request.'),
    Location: { ...header('string', 'The URL of the resource.'), required: true },
    RetryAfter: header('integer', 'Seconds to wait.'),
    Replayed: header('string', '`true` where the answer is that to an earlier request with the same key.'),
  },
  schemas: {
    ...resourceSchemas(listed),
    ...errorSchemas,
    ...tokenSchemas,
    ...bodySchemas(),
  },
  responses: errorResponses,
});

/** The OpenAPI document of the public API, from its routes, answers, resources and DTO classes. */
export function openApiDocument(): JsonObject {
  const manifest = readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Halyard',
      version,
      description:
        'Payments as HAL: resources say by their links what can be done next. Routes and their ids are found by links, not made by clients.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'Where the suite is served: npm start says it.' }],
    security: [{ token: [] }, { client: [] }],
    tags: [...new Set(names.map((name) => publicRoutes[name].owner))].map((name) => ({
      name,
      description: pascal(name),
    })),
    paths: paths(),
    components: components(),
  };
}

/** The text as it is committed: the same for the same declarations. */
export const textOf = (document: JsonObject): string => `${JSON.stringify(document, undefined, 2)}\n`;
