import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isId } from '@halyard/core';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { isEmail, isIP } from 'class-validator';
import { z } from 'zod';

/** The parts of the document's schemas that tests look at. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly then?: Schema;
  readonly else?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly format?: string;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
}

const parameter = z.looseObject({ name: z.string(), in: z.string(), schema: z.custom<Schema>() });
const content = z.record(z.string(), z.object({ schema: z.custom<Schema>() }));
const operation = z.looseObject({
  operationId: z.string(),
  parameters: z.array(z.union([parameter, z.object({ $ref: z.string() })])).optional(),
  requestBody: z.looseObject({ content }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: content.optional(), $ref: z.string().optional() })),
});

const source = readFileSync(join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'openapi.json'), 'utf8');

/**
 * Forbids attributes that the document does not name. Clients may get more attributes some day, but this suite must
 * answer documented ones alone.
 */
function closed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(closed);
  const entries = Object.entries(value).map(([key, inner]) => [key, closed(inner)] as const);
  const isObject = 'properties' in value && 'type' in value && !('additionalProperties' in value);
  return { ...Object.fromEntries(entries), ...(isObject && { additionalProperties: false }) };
}

const ajvOf = (document: object): Ajv2020 => {
  const ajv = new Ajv2020({ allErrors: true, strict: false, multipleOfPrecision: 6 });
  ajv.addFormat('email', isEmail);
  ajv.addFormat('ip', (given: string) => isIP(given));
  ajv.addFormat('uuid', isId);
  ajv.addFormat('uri', (given: string) => URL.canParse(given));
  ajv.addFormat('date', (given: string) => new Date(given).toJSON()?.startsWith(given) === true);
  ajv.addFormat('date-time', (given: string) => new Date(given).toJSON()?.startsWith(given.slice(0, 19)) === true);
  // Tests of the words with these formats check the rules that go beyond their patterns.
  for (const format of ['aba-routing-number', 'binary', 'redirect-url', 'web-url', 'website'])
    ajv.addFormat(format, true);
  return ajv.addSchema(document, 'openapi');
};

const parsed: unknown = JSON.parse(source);
const open = ajvOf(parsed as object);
const strict = ajvOf(closed(parsed) as object);
const { components } = z
  .object({
    components: z.object({
      schemas: z.record(z.string(), z.custom<Schema>()),
      responses: z.record(z.string(), z.looseObject({ content: content.optional() })),
    }),
  })
  .parse(parsed);

/** Operations of docs/openapi.json, by route. */
export const operations: ReadonlyMap<string, z.infer<typeof operation>> = new Map(
  Object.values(z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) }).parse(parsed).paths).flatMap(
    (item) => Object.values(item).map((each) => [each.operationId, each] as const),
  ),
);

const lastPart = ($ref: string): string => $ref.split('/').at(-1) ?? '';

export function resolved(schema: Schema): Schema {
  const found = schema.$ref === undefined ? schema : components.schemas[lastPart(schema.$ref)];
  if (!found) throw new Error(`no schema ${schema.$ref}`);
  return found;
}

/** Checks bodies of requests. */
export const requestValidator = (schema: Schema): ValidateFunction =>
  open.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components')) as Schema);

function responseOf(route: string, status: number) {
  const response = operations.get(route)?.responses[String(status)];
  return response?.$ref === undefined ? response : components.responses[lastPart(response.$ref)];
}

/** The media types in which a route answers a status by the document. */
export const mediaTypesOf = (route: string, status: number): readonly string[] =>
  Object.keys(responseOf(route, status)?.content ?? {});

const requestValidators = new Map<string, ValidateFunction>();

const problemsOf = ({ errors }: ValidateFunction): string[] =>
  (errors ?? []).map((error) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`);

/** Faults in a body, according to the document. The list is empty if all is well. */
export function wrongInRequest(route: string, contentType: string, body: object): string[] {
  const content = operations.get(route)?.requestBody?.content;
  if (!content) return Object.keys(body).length === 0 ? [] : [`a body, which ${route} does not take`];
  const schema = content[contentType]?.schema;
  if (!schema) return [`${route} does not take ${contentType}`];
  const validate = requestValidators.get(`${route} ${contentType}`) ?? requestValidator(schema);
  requestValidators.set(`${route} ${contentType}`, validate);
  return validate(body) ? [] : problemsOf(validate);
}

const answerValidators = new Map<string, ValidateFunction>();

/** Faults in an answer, according to the document. The list is empty if all is well. */
export function wrongInAnswer(route: string, status: number, body: object): string[] {
  const response = responseOf(route, status);
  if (!response) return [`${route} answers ${status}, which is not documented`];
  const [content] = Object.values(response.content ?? {});
  const schema = content?.schema;
  if (!schema) return Object.keys(body).length === 0 ? [] : ['a body where there is none'];
  // References must point into the document by the name under which the validator knows it.
  const text = JSON.stringify(closed(schema)).replaceAll('"#/', '"openapi#/');
  const validate = answerValidators.get(text) ?? strict.compile(JSON.parse(text) as object);
  answerValidators.set(text, validate);
  return validate(body) ? [] : problemsOf(validate);
}
