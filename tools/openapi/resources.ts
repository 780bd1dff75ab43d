import type { ListNames, ResourceKind, ResourceRow } from '@halyard/contracts';
import {
  pluralOf,
  type PublicRoute,
  type PublicRouteRow,
  publicRoutes,
  resources,
  writeBehind,
  writeRelations,
} from '@halyard/public-api';
import { z } from 'zod';
import { type JsonObject, pascal, refTo } from './json.ts';

const link: JsonObject = {
  type: 'object',
  description: 'A link (HAL): the URL of what a relation names.',
  properties: {
    href: { type: 'string', format: 'uri' },
    type: { type: 'string', description: 'The media type that a GET is answered with.' },
    'resource-type': { type: 'string' },
  },
  required: ['href'],
  // The relations that lead to a write.
  'x-writes': [...writeRelations].sort(),
};

const schemaOf = (shape: z.ZodType) =>
  z.toJSONSchema(shape, {
    target: 'draft-2020-12',
    io: 'input',
    override: ({ jsonSchema: made }) => {
      if (made.format !== undefined) delete made.pattern; // the format says it more briefly
    },
  });

/** The gateway sends no nulls: it leaves out an attribute that is null. */
function attributesOf(attributes: z.ZodObject): { properties: JsonObject; required: string[] } {
  const { properties = {}, required = [] } = schemaOf(attributes);
  const isNullable = (name: string): boolean => JSON.stringify(properties[name]).includes('"type":"null"');
  return { properties, required: required.filter((name) => !isNullable(name)) };
}

const parts = (...names: string[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'array', items: { type: 'object' } }])),
});

/** Schemas that resources embed in addition to their attributes. */
const embedded: Partial<Readonly<Record<ResourceKind, JsonObject>>> = {
  customer: parts('errors'),
  search: parts('results'),
  'business-classification': parts('industry-classifications'),
  payment: {
    type: 'object',
    properties: Object.fromEntries(
      ['transfers', 'fees'].map((name) => [name, { type: 'array', items: refTo('schemas', 'Transfer') }]),
    ),
  },
  event: {
    type: 'object',
    properties: {
      resource: { type: 'object', description: 'What it is about, as it was then: asked for by `embed=resource`.' },
    },
  },
};

/** The parts that the row of a resource declares. */
function declaredParts({ parts: declared }: ResourceRow): JsonObject | undefined {
  if (!declared) return undefined;
  const schemas = Object.entries(declared).map(([name, part]) => [name, { type: 'array', items: schemaOf(part) }]);
  return { type: 'object', properties: Object.fromEntries(schemas), required: Object.keys(declared) };
}

/** The name of the schema of lists of a kind. */
export const listNameOf = (kind: ResourceKind): string => `${pascal(kind)}List`;

const reads: ReadonlyMap<string, PublicRouteRow> = new Map(
  Object.values<PublicRouteRow>(publicRoutes).flatMap((row) => (row.method === 'GET' ? [[row.path, row]] : [])),
);

/** The schema of the resource or list that a route answers; undefined where it answers something else. */
function answeredBy(route: PublicRouteRow | undefined): string | undefined {
  const [answer] = route?.answers ?? [];
  if (answer?.answers === 'list') return listNameOf(answer.of);
  return answer?.answers === 'resource' ? pascal(answer.of) : undefined;
}

/** The schemas of what a client may read at the address of a link. At that of a write it is what a GET answers there. */
function schemasBehind(kind: ResourceKind, relation: string): readonly string[] {
  const { links }: ResourceRow = resources[kind];
  const schemas = [links[relation] ?? []].flat().map((target) => {
    if (target === 'write') return answeredBy(reads.get(writeBehind(kind, relation)?.route.path ?? ''));
    return target in publicRoutes ? answeredBy(publicRoutes[target as PublicRoute]) : pascal(target);
  });
  return schemas.filter((schema) => schema !== undefined);
}

/**
 * The links of a resource or list. `x-resource` names the schema of the answer to a GET of the link, or several schemas
 * that it may have.
 *
 * @param pages the links that lead to the resource or list itself
 */
function linksOf(kind: ResourceKind, itself: string, pages: readonly string[], relations: readonly string[] = []) {
  const links = [
    ...['self', ...pages].map((relation) => [relation, [itself]] as const),
    ...relations.map((relation) => [relation, schemasBehind(kind, relation)] as const),
  ].map(([relation, schemas]) => {
    const named = schemas.length > 1 ? schemas : schemas[0];
    return [relation, { ...refTo('schemas', 'Link'), ...(named !== undefined && { 'x-resource': named }) }];
  });
  return {
    type: 'object',
    description: 'What can be done next, by relation. What cannot be done has no link.',
    properties: Object.fromEntries(links) as JsonObject,
    required: ['self'],
  };
}

function resourceSchema(kind: ResourceKind): JsonObject {
  const row: ResourceRow = resources[kind];
  const { attributes, links } = resources[kind];
  const { properties, required } = attributesOf(attributes);
  const parted = embedded[kind] ?? declaredParts(row);
  return {
    type: 'object',
    properties: {
      _links: linksOf(kind, pascal(kind), row.isPaged ? ['next'] : [], Object.keys(links)),
      ...properties,
      ...(parted && { _embedded: parted }),
    },
    required: ['_links', ...required],
  };
}

const uncounted: ReadonlySet<ResourceKind> = new Set(
  Object.values<PublicRouteRow>(publicRoutes).flatMap(({ answers }) =>
    answers.flatMap((it) => (it.answers === 'list' && it.isUncounted ? [it.of] : [])),
  ),
);

function listSchema(kind: ResourceKind): JsonObject {
  const { listLinks = [], listAttributes }: ResourceRow = resources[kind];
  const { properties, required } = listAttributes ? attributesOf(listAttributes) : { properties: {}, required: [] };
  const plural = pluralOf(kind);
  const isCounted = !uncounted.has(kind);
  const pages = isCounted ? ['first', 'prev', 'next', 'last'] : ['first', 'next'];
  return {
    type: 'object',
    properties: {
      _links: linksOf(kind, listNameOf(kind), pages, listLinks),
      _embedded: {
        type: 'object',
        properties: { [plural]: { type: 'array', items: refTo('schemas', pascal(kind)) } },
        required: [plural],
      },
      ...(isCounted && {
        total: { type: 'integer', minimum: 0 },
        totalIsAtLeast: { const: true, description: 'There are more than `total` says.' },
      }),
      ...properties,
    },
    required: ['_links', '_embedded', ...(isCounted ? ['total'] : []), ...required],
  };
}

/** A whole list with names of its own. Its items are in the body itself as well as in `_embedded`. */
export function namedListSchema(kind: ResourceKind, { embedded, inBody }: ListNames): JsonObject {
  const items = { type: 'array', items: refTo('schemas', pascal(kind)) };
  return {
    type: 'object',
    properties: {
      _links: linksOf(kind, listNameOf(kind), []),
      _embedded: { type: 'object', properties: { [embedded]: items }, required: [embedded] },
      [inBody]: items,
      total: { type: 'integer', minimum: 0 },
    },
    required: ['_links', '_embedded', inBody, 'total'],
  };
}

/** Schemas of all resources as HAL, of lists of some, and of links. */
export function resourceSchemas(listed: readonly ResourceKind[]): JsonObject {
  const kinds = Object.keys(resources) as ResourceKind[];
  return {
    Link: link,
    ...Object.fromEntries(kinds.map((kind) => [pascal(kind), resourceSchema(kind)])),
    ...Object.fromEntries(listed.map((kind) => [listNameOf(kind), listSchema(kind)])),
  };
}
