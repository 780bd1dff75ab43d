import {
  type Answer,
  consumingServices,
  EXAMPLE_ADDRESS,
  exampleIds as ids,
  ref,
  type ResourceKind,
  type ResourceRef,
  type ResourceRow,
  type Route,
  type ServiceName,
} from '@halyard/contracts';
import {
  hasId,
  pathOf,
  pluralOf,
  type PublicRoute,
  type PublicRouteRow,
  publicRoutes,
  resources,
  resourceTypeOf,
  routeNames,
} from '@halyard/public-api';
import { type HalBody, renderResource, type View } from '@halyard/gateway/hal';
import { z } from 'zod';
import { version } from '../version.ts';
import { type JsonObject, refTo, VENDOR_TYPE } from './json.ts';
import { documentExamples } from './oauth-examples.ts';
import { requestExamples } from './request-examples.ts';

const view: View = {
  baseUrl: EXAMPLE_ADDRESS,
  query: {},
  type: { resource: VENDOR_TYPE, error: VENDOR_TYPE, link: VENDOR_TYPE, formLink: VENDOR_TYPE },
};

const idsByCollection: Readonly<Record<string, string>> = {
  accounts: ids.account,
  customers: ids.customer,
  'funding-sources': ids.bank,
  transfers: ids.transfer,
  payments: ids.payment,
  documents: ids.document,
  'webhook-subscriptions': ids.subscription,
  webhooks: ids.webhook,
  events: ids.event,
};

/** The ids in a path of the examples, by the segment before each. */
const idsIn = (path: string): readonly string[] =>
  path
    .split('/')
    .flatMap((part, at, parts) => (part.startsWith(':') ? [idsByCollection[parts[at - 1] ?? ''] ?? ids.other] : []));

const json = z.record(z.string(), z.json());

const isTarget = (kind: string): kind is ResourceRef['kind'] => kind in resources || kind in publicRoutes;

function linksOf({ links = {} }: ResourceRow['example']): Readonly<Record<string, ResourceRef>> {
  return Object.fromEntries(
    Object.entries(links).flatMap(([relation, target]) => {
      if (!target) return [];
      if (!isTarget(target.kind)) throw new Error(`an example links to ${target.kind}, which is nothing`);
      return [[relation, { ...ref(target.kind, target.id), ...(target.filters && { filters: target.filters }) }]];
    }),
  );
}

/** A resource as the gateway renders it. */
function resourceExample(kind: ResourceKind, owner: ServiceName): HalBody {
  const service = consumingServices.find((name) => name === owner);
  const { example }: ResourceRow = resources[kind];
  const own = idsIn(pathOf({ kind, id: ':id', service }));
  const [id = ids.other] = own.slice(-1);
  return {
    ...renderResource(
      {
        type: 'resource',
        kind,
        id: own.join('/'),
        service,
        attributes: json.parse(example.attributes),
        links: linksOf(example),
      },
      view,
    ),
    ...(hasId(kind) && { id }),
  };
}

function listExample(
  { path, owner }: Route,
  { of, listedAs }: Extract<Answer<ResourceKind>, { readonly answers: 'list' }>,
): JsonObject {
  const href = EXAMPLE_ADDRESS + idsIn(path).reduce((at, id) => at.replace(/:\w+/, id), path);
  const { example, notInLists = [] }: ResourceRow = resources[of];
  const item = Object.entries(resourceExample(of, owner)).filter(([name]) => !notInLists.includes(name));
  const items = [Object.fromEntries(item)];
  return {
    _links: { self: { href, type: VENDOR_TYPE, 'resource-type': resourceTypeOf({ kind: of }) } },
    _embedded: { [listedAs?.embedded ?? pluralOf(of)]: items },
    ...(listedAs && { [listedAs.inBody]: items }),
    total: items.length,
    ...example.listAttributes,
  };
}

/** Examples for routes that answer something other than a resource. */
const bytesOf: Partial<Readonly<Record<PublicRoute, object>>> = {
  getOpenApi: {
    openapi: '3.1.0',
    info: { title: 'Halyard', version },
    servers: [{ url: EXAMPLE_ADDRESS }],
    paths: {
      '/openapi.json': { get: { operationId: 'getOpenApi', responses: { 200: { description: 'The content.' } } } },
    },
  },
  getAsyncApi: {
    asyncapi: '3.0.0',
    info: { title: 'Halyard: events between services', version },
    channels: { 'halyard.payments': { address: 'halyard.payments', messages: {} } },
    operations: {},
  },
  streamEvents: { id: '17', event: 'message', data: '{"topic":"transfer_completed"}' },
  streamRequests: { id: '17', event: 'request', data: '{"method":"POST","path":"/transfers","status":201}' },
};

/** An example of an answer of a route; undefined where it has no body that could be shown. */
function answerExample(name: PublicRoute, answer: Answer<ResourceKind>): unknown {
  switch (answer.answers) {
    case 'resource':
      return resourceExample(answer.of, publicRoutes[name].owner);
    case 'list':
      return listExample(publicRoutes[name], answer);
    case 'bytes':
      return bytesOf[name];
    case 'created':
    case 'redirect':
    case 'nothing':
      return undefined;
    default:
      return documentExamples[answer.answers];
  }
}

const exampleName = (name: PublicRoute, { status }: Answer): string => `${name}${status}`;

/** The examples of a media type, from the route's answer. */
export const examplesOfAnswer = (name: PublicRoute, answer: Answer<ResourceKind>): JsonObject =>
  answerExample(name, answer) === undefined
    ? {}
    : { examples: { answer: refTo('examples', exampleName(name, answer)) } };

/** The examples of a media type, from the schemas that a body may have. */
export const examplesOfBody = (schemas: readonly string[]): JsonObject => ({
  examples: Object.fromEntries(schemas.map((schema) => [schema, refTo('examples', schema)])),
});

/** All examples, by their names. */
export function exampleComponents(): JsonObject {
  const ofAnswers = routeNames.flatMap((name) => {
    const { answers }: PublicRouteRow = publicRoutes[name];
    return answers.map((answer) => [exampleName(name, answer), answerExample(name, answer)] as const);
  });
  const all = [...Object.entries(requestExamples), ...ofAnswers.filter(([, value]) => value !== undefined)];
  return Object.fromEntries(all.map(([name, value]) => [name, { value }]));
}
