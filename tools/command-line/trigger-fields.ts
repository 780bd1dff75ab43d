import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { z } from 'zod';
import { openApiDocument } from '../openapi/document.ts';

/** The file in which the table is committed, from the root of the repository. */
export const FIELDS_FILE = 'apps/cli/src/trigger/fields.ts';

/** The requests that cause events in the sandbox. */
const requests = {
  customer: '/customers',
  owner: '/customers/{id}/beneficial-owners',
  bank: '/customers/{id}/funding-sources',
  transfer: '/transfers',
} as const;

interface Schema {
  readonly $ref?: string;
  readonly enum?: readonly unknown[] | undefined;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

const schema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    properties: z.record(z.string(), schema).optional(),
    items: schema.optional(),
    additionalProperties: schema.optional().catch(undefined),
    anyOf: z.array(schema).optional(),
    oneOf: z.array(schema).optional(),
    allOf: z.array(schema).optional(),
  }),
);
const content = z.record(z.string(), z.looseObject({ schema }));
const document = z.looseObject({
  paths: z.record(
    z.string(),
    z.looseObject({ post: z.looseObject({ requestBody: z.looseObject({ content }).optional() }).optional() }),
  ),
  components: z.looseObject({ schemas: z.record(z.string(), schema) }),
});

/** Every field of a schema, with dots between names; `*` stands for names of the client's own. */
function fieldsOf(given: Schema, schemas: Readonly<Record<string, Schema>>, name = ''): string[] {
  const found = given.$ref === undefined ? given : schemas[given.$ref.replace(/^.*\//, '')];
  const inner = (each: string, one: Schema): string[] => fieldsOf(one, schemas, name === '' ? each : `${name}.${each}`);
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = found ?? {};
  const fields = [
    ...Object.entries(properties).flatMap(([each, one]) => inner(each, one)),
    ...(items ? inner('0', items) : []),
    ...(additionalProperties ? inner('*', additionalProperties) : []),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((one) => fieldsOf(one, schemas, name).filter((field) => field !== name)),
  ];
  return fields.length > 0 || name === '' ? fields : [name];
}

/** The codes for which the sandbox returns a transfer. */
function returnCodes({ components }: z.infer<typeof document>): readonly unknown[] {
  const codes = components.schemas['ReturnTransferLateRequest']?.properties?.['code']?.enum;
  if (!codes) throw new Error('the document has no codes of returns');
  return codes;
}

/** The text of the table of fields, from the OpenAPI document. */
export async function triggerFields(): Promise<string> {
  const described = document.parse(openApiDocument());
  const { paths, components } = described;
  const table = Object.entries(requests).map(([kind, path]) => {
    const bodies = Object.values(paths[path]?.post?.requestBody?.content ?? {});
    const fields = new Set(bodies.flatMap(({ schema: body }) => fieldsOf(body, components.schemas)));
    return [kind, [...fields].sort()] as const;
  });
  const text = `// Generated from docs/openapi.json by npm run openapi.

/** The fields of the requests by which events are caused. */
export const requestFields = ${JSON.stringify(Object.fromEntries(table))} as const;

/** The codes for which a transfer is returned. */
export const returnCodes = ${JSON.stringify(returnCodes(described))} as const;
`;
  const file = join(import.meta.dirname, '..', '..', FIELDS_FILE);
  return format(text, { ...(await resolveConfig(file)), parser: 'typescript' });
}
