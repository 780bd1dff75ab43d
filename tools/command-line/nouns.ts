import type { Filter, ListRoute, Noun } from '@halyard/cli/noun';
import { z } from 'zod';
import { VENDOR_TYPE } from '../openapi/json.ts';
import { nameIn } from './schema-paths.ts';

const listed = z.looseObject({ $ref: z.string().optional(), enum: z.array(z.string()).optional() });
const parameter = z.object({
  name: z.string(),
  in: z.string(),
  description: z.string().optional(),
  required: z.boolean().optional(),
  schema: listed.extend({ maximum: z.number().optional(), items: listed.optional() }),
});
const described = z.looseObject({
  description: z.string().default(''),
  requestBody: z.looseObject({ content: z.record(z.string(), z.unknown()) }).optional(),
});
const operation = z.looseObject({
  description: z.string().default(''),
  'x-category': z.string().optional(),
  parameters: z.array(z.looseObject({})).default([]),
  responses: z.record(z.string(), z.looseObject({ content: z.record(z.string(), z.looseObject({})).optional() })),
});
const document = z.looseObject({
  paths: z.record(z.string(), z.looseObject({ get: operation.optional(), post: described.optional() })),
  components: z.looseObject({ schemas: z.record(z.string(), z.looseObject({})) }),
});
const answer = z.looseObject({ schema: z.looseObject({ $ref: z.string() }) });
const resource = z.looseObject({
  properties: z.looseObject({
    _links: z.looseObject({ properties: z.record(z.string(), z.looseObject({})) }),
    _embedded: z.looseObject({}).optional(),
    total: z.looseObject({}).optional(),
  }),
});

type Document = z.infer<typeof document>;
type ReadOperation = z.infer<typeof operation>;
type Draft = Pick<Noun, 'name'> & { item?: Noun['item']; lists: ListRoute[]; relations: string[] };

/** The parts of a path that are names and not ids, and the place of the id. */
function partsOf(path: string) {
  const parts = path.slice(1).split('/');
  const at = parts.findIndex((part) => part.startsWith('{'));
  return { parts, at, ids: parts.filter((part) => part.startsWith('{')).length };
}

/** `beneficial-owners` → `beneficial-owner`. */
const singular = (noun: string): string => noun.replace(/ies$/, 'y').replace(/s$/, '');

function parametersOf({ parameters }: ReadOperation) {
  return parameters.flatMap((given) => {
    const { data } = parameter.safeParse(given);
    return data?.in === 'query' ? [data] : [];
  });
}

/** The command line pages by itself. */
const PAGING = new Set(['limit', 'offset', 'anchor', 'after', 'before']);

/** The values that a schema lists, or the one to which it refers. */
function valuesOf({ components }: Document, schema: z.infer<typeof listed>): string[] | undefined {
  if (schema.$ref === undefined) return schema.enum;
  return listed.parse(components.schemas[nameIn(schema.$ref)]).enum;
}

const filtersOf = (given: Document, read: ReadOperation): Filter[] =>
  parametersOf(read)
    .filter(({ name }) => !PAGING.has(name))
    .map(({ name, description, schema }) => {
      const values = valuesOf(given, schema.items ?? schema);
      return {
        name,
        ...(description !== undefined && { about: description }),
        ...(values && { values }),
        ...(schema.items && { isRepeated: true }),
      };
    });

/** The resource or list that a GET answers; undefined for bytes, and for answers without links. */
function answered({ components }: Document, { responses, 'x-category': category }: ReadOperation) {
  const { data } = answer.safeParse(responses['200']?.content?.[VENDOR_TYPE]);
  if (!data || category === undefined) return undefined;
  const found = resource.safeParse(components.schemas[nameIn(data.schema.$ref)]);
  if (!found.success) return undefined;
  const { _links: links, _embedded: embedded, total } = found.data.properties;
  const relations = Object.keys(links.properties).filter((name) => name !== 'self');
  // A list that nobody counts still has pages.
  return { relations, isList: !!embedded && (!!total || relations.includes('first')) };
}

const firstSentence = (text: string): string => /^[^.]*/.exec(text)?.[0] ?? '';

/** The list at a path, and the noun for its items. */
function listOf(given: Document, path: string, read: ReadOperation): readonly [noun: string, list: ListRoute] {
  const { parts, at } = partsOf(path);
  const pageMax = parametersOf(read).find(({ name }) => name === 'limit')?.schema.maximum;
  const about = firstSentence(read.description);
  const { post } = given.paths[path] ?? {};
  const list = {
    path,
    about,
    filters: filtersOf(given, read),
    ...(pageMax !== undefined && { pageMax }),
    ...(post && { creates: firstSentence(post.description) }),
    ...(post?.requestBody?.content['multipart/form-data'] !== undefined && { takesFile: true as const }),
  };
  if (at < 0) return [parts.join(' '), list];
  const owner = parts[at - 1] ?? '';
  return [[...parts.slice(0, at - 1), ...parts.slice(at + 1)].join(' '), { ...list, of: singular(owner) }];
}

/** The kinds of resources that the document has, with their lists and links. */
export function nounsOf(source: object): Noun[] {
  const given = document.parse(source);
  const drafts = new Map<string, Draft>();
  const draftOf = (name: string): Draft => {
    const draft = drafts.get(name) ?? { name, lists: [], relations: [] };
    drafts.set(name, draft);
    return draft;
  };
  for (const [path, { get: read }] of Object.entries(given.paths)) {
    const found = read && answered(given, read);
    if (!read || !found || path === '/' || parametersOf(read).some(({ required }) => required)) continue;
    const { parts, at, ids } = partsOf(path);
    if (found.isList && ids <= 1) {
      const [name, list] = listOf(given, path, read);
      draftOf(name).lists.push(list);
    } else if (!found.isList && (ids === 0 || (ids === 1 && at === parts.length - 1))) {
      const draft = draftOf(parts.slice(0, at < 0 ? undefined : at).join(' '));
      draft.item = { path, about: firstSentence(read.description), filters: filtersOf(given, read) };
      draft.relations.push(...found.relations);
    }
  }
  // A resource that belongs to another one and has no address is reached by a link of that other resource.
  return [...drafts.values()].filter(({ item, lists }) => item || lists.some(({ of }) => of === undefined));
}
