import {
  type Answer,
  documentMediaTypes,
  documentTypes,
  EVENT_STREAM,
  publicAnswers,
  type PublicRoute,
  publicRoutes,
  type Route,
  shapeNameOf,
} from '@halyard/contracts';
import { bodyOf, queryOf } from './handlers.ts';
import { errorsOf } from './errors.ts';
import { type JsonObject, pascal, refTo, schemaNameOf } from './json.ts';
import { namedListSchema } from './resources.ts';

const VENDOR_TYPE = 'application/vnd.service.v1.hal+json';
const JSON_TYPES = [VENDOR_TYPE, 'application/hal+json', 'application/json'];
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'];

const inAll = (types: readonly string[], schema: JsonObject): JsonObject =>
  Object.fromEntries(types.map((type) => [type, { schema }]));

const contentOf = (types: readonly string[]): JsonObject =>
  Object.fromEntries(
    types.map((type) => [type, { schema: { type: type === 'application/json' ? 'object' : 'string' } }]),
  );

/** `createCustomer` -> `Create customer` */
const summaryOf = (name: string): string => {
  const words = name.replaceAll(/(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Routes that continue after a sequence number, in data that is kept for a limited time. */
const hasNumbers: ReadonlySet<PublicRoute> = new Set(['pullSubscriptionEvents', 'createReplay']);

const isEventStream = (route: Route): boolean => route.kind !== 'document' && route.gives.includes(EVENT_STREAM);

const isToken = (name: PublicRoute): boolean => name === 'createToken';

const takesForm = (route: Route): boolean => route.kind !== 'document' && route.takes.includes('multipart/form-data');

/** Its parts may come in any order. */
const documentForm: JsonObject = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: {
          documentType: {
            enum: documentTypes,
            description: 'What a customer or owner may send follows from who it is.',
          },
          file: {
            type: 'string',
            format: 'binary',
            description: 'JPEG or PNG; PDF for `other`. At most 10 MiB. What it is follows from its content.',
          },
        },
        required: ['documentType', 'file'],
      },
      encoding: { file: { contentType: documentMediaTypes.join(', ') } },
    },
  },
};

function requestBody(name: PublicRoute): JsonObject | undefined {
  if (isToken(name)) return { required: true, content: inAll(FORM_TYPES, refTo('schemas', 'TokenRequest')) };
  if (takesForm(publicRoutes[name])) return documentForm;
  const body = bodyOf(name);
  return body && { content: inAll(JSON_TYPES, refTo('schemas', schemaNameOf(body))) };
}

const lastEventId: JsonObject = {
  name: 'Last-Event-ID',
  in: 'header',
  description:
    'Of the last event that the client has: what follows it is told first. Without it the stream begins now.',
  schema: { type: 'string', pattern: '^\\d{1,18}$' },
};

/**
 * Whether a route takes an Idempotency-Key. Calls by a linking token need none: the token itself makes them happen only
 * once.
 */
function takesKey(name: PublicRoute): boolean {
  const { method, access }: Route = publicRoutes[name];
  return method === 'POST' && access !== 'anyone' && access !== 'linking';
}

function parametersOf(name: PublicRoute): JsonObject[] {
  const route: Route = publicRoutes[name];
  const { path } = route;
  const query = Object.entries(queryOf(name)?.schemas ?? {}).map(([field, { description, ...schema }]) => ({
    name: field,
    in: 'query',
    ...(description !== undefined && { description }),
    schema,
  }));
  return [
    ...(/:id\b/.test(path) ? [refTo('parameters', 'Id')] : []),
    ...(path.includes(':retryId') ? [refTo('parameters', 'RetryId')] : []),
    ...(path.includes(':file') ? [refTo('parameters', 'File')] : []),
    ...query,
    ...(takesKey(name) ? [refTo('parameters', 'IdempotencyKey')] : []),
    ...(isEventStream(route) ? [lastEventId] : []),
  ];
}

function responseOf(answer: Answer, isKeyed: boolean, gives: readonly string[]): JsonObject {
  const headers = {
    'x-request-id': refTo('headers', 'RequestId'),
    ...(isKeyed && { 'Idempotent-Replayed': refTo('headers', 'Replayed') }),
  };
  switch (answer.answers) {
    case 'token':
      return { description: 'A token.', headers, content: inAll(['application/json'], refTo('schemas', 'Token')) };
    case 'bytes':
      return { description: 'What the route gives.', headers, content: contentOf(gives) };
    case 'created':
      return {
        description: answer.status === 201 ? 'It is made.' : 'It is begun.',
        headers: { Location: refTo('headers', 'Location'), ...headers },
      };
    case 'resource': {
      const schema = pascal(shapeNameOf(answer.of));
      return { description: 'The resource.', headers, content: inAll(JSON_TYPES, refTo('schemas', schema)) };
    }
    case 'list': {
      const { of, listedAs } = answer;
      const schema =
        listedAs === undefined
          ? refTo('schemas', `${pascal(shapeNameOf(of))}List`)
          : namedListSchema(shapeNameOf(of), listedAs);
      return { description: 'The list.', headers, content: inAll(JSON_TYPES, schema) };
    }
  }
}

function responsesOf(name: PublicRoute): JsonObject {
  const route: Route = publicRoutes[name];
  const { path, method, access } = route;
  const isPost = method === 'POST';
  const gives = route.kind === 'document' ? [] : route.gives;
  const answers = publicAnswers[name].map(
    (answer) => [answer.status, responseOf(answer, takesKey(name), gives)] as const,
  );
  const refusals = {
    ...errorsOf({
      isOpen: access === 'anyone',
      hasId: path.includes(':'),
      hasBody: isPost,
      takesKey: takesKey(name),
      isLinking: access === 'linking',
      takesQuery: queryOf(name) !== undefined,
      canComeTooEarly: name === 'startOrVerifyMicroDeposits',
      hasCursor: isEventStream(route) || hasNumbers.has(name),
    }),
    ...(isToken(name) && tokenRefusals),
  };
  return { ...Object.fromEntries(answers), ...refusals };
}

const refusal: JsonObject = {
  description: 'A refusal of OAuth 2 (RFC 6749, 5.2).',
  content: inAll(['application/json'], refTo('schemas', 'TokenRefusal')),
};
const tokenRefusals: JsonObject = { 400: refusal, 401: refusal };

/**
 * The security of a route: a token of any scope, of a given scope, none, the application's own credentials, or a
 * linking token.
 */
function securityOf({ access }: Route): JsonObject[] {
  if (access === 'anyone') return [];
  if (access === 'linking') return [{ linking: [] }];
  return [{ token: access === 'token' ? [] : [access] }, { client: [] }];
}

/** An operation of the document: one route. */
export function operationOf(name: PublicRoute): JsonObject {
  const route: Route = publicRoutes[name];
  const parameters = parametersOf(name);
  const body = requestBody(name);
  return {
    operationId: name,
    summary: summaryOf(name),
    tags: [route.owner],
    ...(route.sandboxOnly && { description: 'In the sandbox only: elsewhere 404.' }),
    security: securityOf(route),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: responsesOf(name),
  };
}
