import {
  type Answer,
  publicAnswers,
  type PublicRoute,
  publicRoutes,
  type ResourceKind,
  type ResourceRef,
  shapeNameOf,
} from '@halyard/contracts';
import { type HalBody, renderResource, type View } from '@halyard/gateway/hal';
import { pathOf, pluralOf, resourceTypeOf } from '@halyard/gateway/places';
import { type AnswerExample, answerExamples, ids } from './answer-examples.ts';
import { type JsonObject, refTo, VENDOR_TYPE } from './json.ts';
import { API, requestExamples } from './request-examples.ts';

const view: View = {
  baseUrl: API,
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

/** The id in a path of the examples, by the segment before it. */
const idIn = (path: string): string => idsByCollection[path.split('/:id')[0]?.split('/').at(-1) ?? ''] ?? ids.other;

const links = (given: AnswerExample['links']): Readonly<Record<string, ResourceRef | undefined>> => ({ ...given });

/** A resource as the gateway renders it. */
function resourceExample(kind: ResourceKind): HalBody {
  const { attributes, links: given }: AnswerExample = answerExamples[shapeNameOf(kind)];
  const id = idIn(pathOf({ kind, id: ':id' }));
  return renderResource({ document: 'resource', kind, id, attributes, links: links(given) }, view);
}

function listExample(path: string, { of, listedAs }: Extract<Answer, { readonly answers: 'list' }>): JsonObject {
  const href = API + path.replace(':id', idIn(path));
  const items = [resourceExample(of)];
  return {
    _links: { self: { href, type: VENDOR_TYPE, 'resource-type': resourceTypeOf({ kind: of }) } },
    _embedded: { [listedAs?.embedded ?? pluralOf(of)]: items },
    ...(listedAs && { [listedAs.inBody]: items }),
    total: items.length,
  };
}

const token = { access_token: 'eyJhbGciOiJFUzI1NiJ9.c2FtcGxl.c2FtcGxl', token_type: 'Bearer', expires_in: 3_600 };

const streamedEvent = { id: '17', event: 'message', data: '{"topic":"transfer_completed"}' };

/** An example of an answer of a route; undefined where it has no body that could be shown. */
function answerExample(name: PublicRoute, answer: Answer): unknown {
  switch (answer.answers) {
    case 'resource':
      return resourceExample(answer.of);
    case 'list':
      return listExample(publicRoutes[name].path, answer);
    case 'token':
      return token;
    case 'bytes':
      return name === 'streamEvents' ? streamedEvent : undefined;
    case 'created':
      return undefined;
  }
}

const exampleName = (name: PublicRoute, { status }: Answer): string => `${name}${status}`;

/** The examples of a media type: those of a route's answer. */
export const examplesOfAnswer = (name: PublicRoute, answer: Answer): JsonObject =>
  answerExample(name, answer) === undefined
    ? {}
    : { examples: { answer: refTo('examples', exampleName(name, answer)) } };

/** The same of the schemas that a body may have. */
export const examplesOfBody = (schemas: readonly string[]): JsonObject => ({
  examples: Object.fromEntries(schemas.map((schema) => [schema, refTo('examples', schema)])),
});

/** All examples, by their names. */
export function exampleComponents(names: readonly PublicRoute[]): JsonObject {
  const ofAnswers = names.flatMap((name) =>
    publicAnswers[name].map((answer) => [exampleName(name, answer), answerExample(name, answer)] as const),
  );
  const all = [...Object.entries(requestExamples), ...ofAnswers.filter(([, value]) => value !== undefined)];
  return Object.fromEntries(all.map(([name, value]) => [name, { value }]));
}
