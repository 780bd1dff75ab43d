import type { RequestKind } from '@halyard/cli/noun';
import { z } from 'zod';

/** The requests that cause events in the sandbox. */
const requests: Readonly<Record<RequestKind, string>> = {
  customer: '/customers',
  owner: '/customers/{id}/beneficial-owners',
  bank: '/customers/{id}/funding-sources',
  transfer: '/transfers',
};

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
export function returnCodesOf(described: object): readonly unknown[] {
  const codes = document.parse(described).components.schemas['ReturnCode']?.enum;
  if (!codes) throw new Error('the document has no codes of returns');
  return codes;
}

/** The fields of the requests that cause events in the sandbox. */
export function requestFieldsOf(described: object): Readonly<Record<string, readonly string[]>> {
  const { paths, components } = document.parse(described);
  return Object.fromEntries(
    Object.entries(requests).map(([kind, path]) => {
      const bodies = Object.values(paths[path]?.post?.requestBody?.content ?? {});
      const fields = new Set(bodies.flatMap(({ schema: body }) => fieldsOf(body, components.schemas)));
      return [kind, [...fields].sort()];
    }),
  );
}
