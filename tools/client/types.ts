import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { z } from 'zod';
import { VENDOR_TYPE } from '../openapi/json.ts';

const link = z.looseObject({
  'x-resource': z.union([z.string().transform((name) => [name]), z.array(z.string())]).optional(),
});
const schema = z.looseObject({
  properties: z
    .looseObject({ _links: z.looseObject({ properties: z.record(z.string(), link) }).optional() })
    .optional(),
});
const content = z.record(z.string(), z.looseObject({}));
const response = z.looseObject({ content: content.optional(), 'x-resource': z.string().optional() });
const operation = z.looseObject({
  operationId: z.string(),
  parameters: z.array(z.looseObject({ $ref: z.string().optional(), in: z.string().optional() })).default([]),
  requestBody: z.looseObject({ content }).optional(),
  responses: z.record(z.string(), response),
});
const described = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ schemas: z.record(z.string(), schema) }),
});
type Operation = z.infer<typeof operation>;

/**
 * Stands for a type of the client's own. The generator writes it as text between quotes, and the quotes are removed.
 */
const ours = (type: string) => ({ const: type });
const OURS = /'((?:LinkTo|Created)<[\w |]+>)'/g;

const alternatives = z.tuple([
  z.looseObject({ type: z.literal('string') }),
  z.looseObject({ type: z.literal('number') }),
]);
const amount = z.looseObject({ anyOf: alternatives });
const onlyTrue = z.looseObject({ type: z.literal('boolean'), not: z.object({ enum: z.tuple([z.literal(false)]) }) });
const listedIds = z.looseObject({ enum: z.array(z.guid()).min(1) });

/**
 * Declares amounts and listed ids as text, and `true` where a boolean may not be false. The API takes numbers as
 * amounts, too, but a float may have rounded them. The ids of industries, which nobody writes by heart, would be a
 * tenth of the package.
 */
function simplified(given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given;
  if (Array.isArray(given)) return given.map(simplified);
  const { data: money } = amount.safeParse(given);
  if (money) return { ...money, anyOf: [money.anyOf[0]] };
  const { data: flag } = onlyTrue.safeParse(given);
  if (flag) return { description: flag['description'], const: true };
  const { data: id } = listedIds.safeParse(given);
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (id && name === 'enum' ? [] : [[name, simplified(value)]])),
  );
}

function typedLinks(given: z.infer<typeof schema>): unknown {
  const links = given.properties?._links;
  if (!links) return given;
  const properties = Object.fromEntries(
    Object.entries(links.properties).map(([relation, { 'x-resource': read, ...plain }]) => [
      relation,
      read ? ours(`LinkTo<${read.join(' | ')}>`) : plain,
    ]),
  );
  return { ...given, properties: { ...given.properties, _links: { ...links, properties } } };
}

const isHeader = ({ $ref, in: place }: Operation['parameters'][number]): boolean =>
  place === 'header' || /\/(?:IdempotencyKey|IfNoneMatch)$/.test($ref ?? '');

const MULTIPART = 'multipart/form-data';

/** Keeps one of the media types that have the same content. */
const once = (given: z.infer<typeof content>) => {
  const [type = ''] = [VENDOR_TYPE, MULTIPART].filter((each) => each in given);
  return type in given ? { [type]: given[type] } : given;
};

/** Only successful answers, because errors have one class. The client sets the headers itself. */
function callOf(given: Operation): unknown {
  const answers = Object.entries(given.responses).filter(([status]) => status.startsWith('2'));
  return {
    ...given,
    parameters: given.parameters.filter((it) => !isHeader(it)),
    ...(given.requestBody && { requestBody: { ...given.requestBody, content: once(given.requestBody.content) } }),
    responses: Object.fromEntries(
      answers.map(([status, { 'x-resource': made, ...answer }]) => [
        status,
        made
          ? { ...answer, content: { [VENDOR_TYPE]: { schema: ours(`Created<${made}>`) } } }
          : { ...answer, ...(answer.content && { content: once(answer.content) }) },
      ]),
    ),
  };
}

const isCall = ({ responses }: Operation): boolean =>
  Object.entries(responses).some(
    ([status, { content: body = {}, 'x-resource': made }]) =>
      status.startsWith('2') && (VENDOR_TYPE in body || made !== undefined),
  );

const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The calls by method and path, each with the types of its request and its answers. */
function callsOf(paths: z.infer<typeof described>['paths']): string {
  const method = (name: string): string[] =>
    Object.entries(paths).flatMap(([path, { [name]: found }]) => {
      if (!found || !isCall(found)) return [];
      const type = pascal(found.operationId);
      const sends = MULTIPART in (found.requestBody?.content ?? {}) ? 'form' : 'body';
      return `'${path}': Call<${type}Data, ${type}Responses, '${sends}'>;`;
    });
  const methods = ['get', 'post', 'delete'].map((name) => `${name}: {\n${method(name).join('\n')}\n};`);
  return `export interface Call<Data, Answers, Sends> { data: Data; answer: Answers[keyof Answers]; sends: Sends }

/** Every call of the API that answers a resource. */
export interface Calls { ${methods.join('\n')} }
`;
}

async function generated(input: object): Promise<string> {
  const output = mkdtempSync(join(tmpdir(), 'halyard-types-'));
  try {
    const plugins = ['@hey-api/typescript'] as const;
    await createClient({ input: { ...input }, output, plugins: [...plugins], logs: { level: 'silent', file: false } });
    return readFileSync(join(output, 'types.gen.ts'), 'utf8');
  } finally {
    rmSync(output, { recursive: true });
  }
}

/** The text of the client's types, from the OpenAPI document. */
export async function clientTypes(document: object): Promise<string> {
  const { paths, components, ...rest } = described.parse(document);
  const calls = Object.entries(paths).map(([path, item]) => [
    path,
    Object.fromEntries(Object.entries(item).map(([method, it]) => [method, callOf(it)])),
  ]);
  const schemas = Object.entries(components.schemas).map(([name, it]) => [name, simplified(typedLinks(it))]);
  const types = await generated({
    ...rest,
    paths: Object.fromEntries(calls) as object,
    components: { ...components, schemas: Object.fromEntries(schemas) as object },
  });
  return `// The build writes this file from docs/openapi.json.
import type { Created, LinkTo } from './hal.js';
${types.replace(/^\/\/.*\n/, '').replaceAll(OURS, '$1')}
${callsOf(paths)}`;
}
