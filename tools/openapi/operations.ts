import { type Answer, covers, EVENT_STREAM, neededFor, type ResourceKind, type Route } from '@halyard/contracts';
import { permissionsOf, type PersonRole, personRoles } from '@halyard/contracts/people';
import { type PublicRoute, type PublicRouteRow, publicRoutes, takesKey } from '@halyard/public-api';
import { requestBody } from './bodies.ts';
import { errorsOf } from './errors.ts';
import { examplesOfAnswer } from './examples.ts';
import { queryOf } from './handlers.ts';
import { JSON_TYPES, type JsonObject, pascal, refTo } from './json.ts';
import { oauthQueries, oauthSecurity, schemaOfDocument } from './oauth.ts';
import { listNameOf, namedListSchema } from './resources.ts';
import { operationTitle } from './titles.ts';

const isEventStream = (route: Route): boolean => route.kind !== 'plain' && route.gives.includes(EVENT_STREAM);

/**
 * Whether an answer has an entity tag, by which a client asks whether it has changed. Answers that applications read
 * have one.
 */
const isTagged = ({ method, kind, access }: Route): boolean =>
  method === 'GET' && kind === 'plain' && access !== 'linking';

const lastEventId: JsonObject = {
  name: 'Last-Event-ID',
  in: 'header',
  description:
    'Of the last event that the client has: what follows it is told first. Without it the stream begins now.',
  schema: { type: 'string', pattern: '^\\d{1,18}$', examples: ['17'] },
};

function parametersOf(name: PublicRoute): JsonObject[] {
  const route: Route = publicRoutes[name];
  const { path } = route;
  const declared = oauthQueries[name] ?? queryOf(name);
  const query = Object.entries(declared?.schemas ?? {}).map(([field, { description, ...schema }]) => ({
    name: field,
    in: 'query',
    ...(declared?.required.includes(field) && { required: true }),
    ...(description !== undefined && { description }),
    schema,
  }));
  return [
    ...(/:id\b/.test(path) ? [refTo('parameters', 'Id')] : []),
    ...(path.includes(':retryId') ? [refTo('parameters', 'RetryId')] : []),
    ...(path.includes(':file') ? [refTo('parameters', 'File')] : []),
    ...(path.includes(':key') ? [refTo('parameters', 'Key')] : []),
    ...query,
    ...(takesKey(route) ? [refTo('parameters', 'IdempotencyKey')] : []),
    ...(isTagged(route) ? [refTo('parameters', 'IfNoneMatch')] : []),
    ...(isEventStream(route) ? [lastEventId] : []),
  ];
}

/** The schema of each event of a stream. Clients read the events one by one (HTML, 9.2). */
const streamedEventSchema: JsonObject = {
  type: 'object',
  description: 'Each event of the stream, by the fields of Server-Sent Events.',
  properties: {
    id: { type: 'string', description: 'Where a client continues after the event.' },
    event: {
      enum: ['begin', 'message', 'request', 'position'],
      description: '`message` has an event of the account and `request` a request of it; the others tell a position.',
    },
    data: {
      type: 'string',
      contentMediaType: 'application/json',
      description: 'What webhooks are told of the event, or the request as lists show it.',
    },
    retry: { type: 'integer', description: 'Milliseconds to wait before a new connection.' },
  },
  required: ['id', 'data'],
};

/** Media types of bytes that a route answers as an alternative to JSON. */
const bytesBesideJson = (route: Route): readonly string[] =>
  route.kind === 'plain' ? (route.orBytes?.gives ?? []) : route.orJson ? route.gives : [];

/** Whether these are bytes of a route that answers JSON as well. The example of the JSON is no example of the bytes. */
const isText = (route: Route, type: string): boolean => bytesBesideJson(route).includes(type);

/** Whether the route is only served under the authorization server's host, if that has one of its own (ADR 83). */
const hasOwnHost = ({ owner, kind, access }: Route): boolean =>
  owner === 'auth' && kind === 'passthrough' && access === 'anyone';

/** The schema of bytes of a media type. */
const schemaOfBytes = (type: string): JsonObject =>
  type === EVENT_STREAM ? streamedEventSchema : { type: type === 'application/json' ? 'object' : 'string' };

/** The schemas of an answer's body, by media type; undefined without one. */
function bodyOfAnswer(route: Route, answer: Answer<ResourceKind>): ReadonlyMap<string, JsonObject> | undefined {
  const inJson = (schema: JsonObject) => new Map(JSON_TYPES.map((type) => [type, schema]));
  switch (answer.answers) {
    case 'bytes':
      return new Map(route.kind === 'plain' ? [] : route.gives.map((type) => [type, schemaOfBytes(type)]));
    case 'created':
    case 'redirect':
    case 'nothing':
      return undefined;
    case 'resource':
      return new Map([
        ...inJson(refTo('schemas', pascal(answer.of))),
        ...(route.kind === 'plain' ? [] : route.gives.map((type) => [type, schemaOfBytes(type)] as const)),
      ]);
    case 'list': {
      const { of, listedAs } = answer;
      return new Map([
        ...inJson(listedAs ? namedListSchema(of, listedAs) : refTo('schemas', listNameOf(of))),
        ...bytesBesideJson(route).map((type) => [type, schemaOfBytes(type)] as const),
      ]);
    }
    default:
      return new Map([['application/json', refTo('schemas', schemaOfDocument[answer.answers])]]);
  }
}

const answerWords: Readonly<Record<Answer['answers'], string>> = {
  token: 'A token.',
  introspection: 'What is known of the token.',
  userinfo: 'What the application may know of the person.',
  'device-authorization': 'The codes.',
  'openid-configuration': 'What there is, and where.',
  'json-web-key-set': 'The keys.',
  redirect: 'The browser continues elsewhere.',
  nothing: 'It is done.',
  bytes: 'The content.',
  created: 'It is created; its URL is in `Location`.',
  resource: 'The resource.',
  list: 'The list.',
};

function responseOf(name: PublicRoute, answer: Answer<ResourceKind>): JsonObject {
  const route: Route = publicRoutes[name];
  const body = bodyOfAnswer(route, answer);
  const examples = examplesOfAnswer(name, answer);
  return {
    description: answerWords[answer.answers],
    ...(answer.answers === 'created' && { 'x-resource': pascal(answer.of) }),
    headers: {
      ...(answer.answers === 'created' && { Location: refTo('headers', 'Location') }),
      ...(answer.answers === 'redirect' && { Location: refTo('headers', 'Continuation') }),
      'x-request-id': refTo('headers', 'RequestId'),
      ...(takesKey(route) && { 'Idempotent-Replayed': refTo('headers', 'Replayed') }),
      ...(isTagged(route) && answer.status === 200 && { ETag: refTo('headers', 'ETag') }),
    },
    ...(body && {
      content: Object.fromEntries(
        [...body].map(([type, schema]) => [type, { schema, ...(isText(route, type) ? {} : examples) }]),
      ),
    }),
  };
}

const responsesOf = (name: PublicRoute, row: PublicRouteRow): JsonObject => ({
  ...Object.fromEntries(row.answers.map((answer) => [answer.status, responseOf(name, answer)])),
  ...(isTagged(row) && { 304: refTo('responses', 'NotModified') }),
  ...(hasOwnHost(row) && { 308: refTo('responses', 'Elsewhere') }),
  ...errorsOf(name),
});

/**
 * The security of a route: a token of any scope, a token of a given scope, no token, the application's own credentials,
 * or a linking token.
 */
function securityOf(name: PublicRoute): readonly JsonObject[] {
  const { access }: Route = publicRoutes[name];
  if (access === 'anyone') return oauthSecurity[name] ?? [];
  if (access === 'linking') return [{ linking: [] }];
  return [{ token: access === 'token' ? [] : [access] }, { client: [] }];
}

/** The roles of the persons who may call a route, if their application has the scope. */
function rolesOf({ access, category, owner, people }: Route): readonly PersonRole[] {
  if (people === 'nobody') return [];
  if (access === 'operator') return ['operator'];
  // Auth's routes about people, invitations, applications and their history.
  if (access === 'accountinfofull' && owner === 'auth') return ['owner'];
  return personRoles.filter((role) => covers(permissionsOf[role], neededFor[category]));
}

/** Marks by which clients and readers choose operations. */
const marksOf = (route: Route): JsonObject => ({
  ...(route.access !== 'anyone' &&
    route.access !== 'linking' && { 'x-category': route.category, 'x-roles': rolesOf(route) }),
  ...(route.access === 'operator' && { 'x-operator': true }),
  ...(route.sandboxOnly && { 'x-sandbox-only': true }),
});

/** An operation of the document: one route. */
export function operationOf(name: PublicRoute): JsonObject {
  const route: PublicRouteRow = publicRoutes[name];
  const parameters = parametersOf(name);
  const body = requestBody(name);
  return {
    operationId: name,
    summary: operationTitle(name),
    description: `${route.description}${route.sandboxOnly ? ' In the sandbox alone: elsewhere it is 404.' : ''}`,
    tags: [route.owner],
    security: securityOf(name),
    ...marksOf(route),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: responsesOf(name, route),
  };
}
