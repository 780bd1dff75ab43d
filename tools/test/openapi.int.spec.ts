import { describe, expect, it } from '@jest/globals';
import type { ResourceRow, Route } from '@halyard/contracts';
import {
  type PublicRoute,
  type PublicRouteRow,
  publicRoutes,
  resources,
  routeNames as names,
} from '@halyard/public-api';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { z } from 'zod';
import { bodyOf, queryOf } from '../openapi/handlers.ts';
import { openApiDocument, textOf as openApiText } from '../openapi/document.ts';
import { forGenerators } from '../openapi/generators.ts';
import { pascal } from '../openapi/json.ts';
import { textOf } from './support/yaml.ts';

const content = z.record(
  z.string(),
  z.looseObject({
    schema: z.looseObject({}),
    example: z.unknown().optional(),
    examples: z.record(z.string(), z.object({ $ref: z.string().optional(), value: z.unknown().optional() })).optional(),
  }),
);
const operation = z.looseObject({
  description: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  responses: z.record(z.string(), z.looseObject({ content: content.optional() })),
  requestBody: z.object({ required: z.boolean(), content }).optional(),
});
const document = openApiDocument();
const { paths, components } = z
  .object({
    paths: z.record(z.string(), z.record(z.string(), operation)),
    components: z.looseObject({
      examples: z.record(z.string(), z.object({ value: z.unknown() })),
      schemas: z.record(z.string(), z.looseObject({})),
      responses: z.record(z.string(), z.looseObject({ content: content.optional() })),
    }),
  })
  .parse(document);
const answersOf = (name: PublicRoute): PublicRouteRow['answers'] => publicRoutes[name].answers;
const documented = (name: PublicRoute) => {
  const { path, method }: Route = publicRoutes[name];
  return paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
};

const ajv = new Ajv2020({ strict: false, validateFormats: false });
/** With references by name: what they lead to within one document is compiled again for each schema. */
const byName = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"')) as object;
for (const [name, schema] of Object.entries(components.schemas)) ajv.addSchema(byName(schema), name);

/** The schema of what a GET answers where a link to this leads; undefined where none answers a resource. */
function readAt(target: string): string | undefined {
  const { path } = (publicRoutes as Readonly<Record<string, PublicRouteRow | undefined>>)[target] ?? {};
  if (path === undefined) return pascal(target);
  const reading = Object.values<PublicRouteRow>(publicRoutes).find((it) => it.path === path && it.method === 'GET');
  const [answer] = reading?.answers ?? [];
  if (answer?.answers === 'list') return `${pascal(answer.of)}List`;
  return answer?.answers === 'resource' ? pascal(answer.of) : undefined;
}

/** What an example is by the schema beside it: nothing, if all is well. */
const wrongIn = (value: unknown, schema: object): unknown =>
  ajv.validate(byName(schema), value) ? undefined : { value, errors: ajv.errors };

/** Its media types with the values of their examples. */
const examplesIn = (given: z.infer<typeof content> = {}) =>
  Object.values(given).map(({ schema, example, examples = {} }) => ({
    schema,
    values: [
      ...(example === undefined ? [] : [example]),
      ...Object.values(examples).map(({ $ref, value }) =>
        $ref === undefined ? value : components.examples[$ref.split('/').at(-1) ?? '']?.value,
      ),
    ],
  }));

describe('docs/openapi.json', () => {
  it('is what npm run openapi makes of routes, answers, resources and DTO classes', () => {
    expect(textOf('docs/openapi.json')).toBe(openApiText(document));
  });

  it('pleases the linter, which needs no network', async () => {
    // Examples are checked below: this rule takes no body whose fields depend on each other. A browser may only be sent on.
    const rules = { 'no-invalid-media-type-examples': 'off', 'operation-2xx-response': 'off' } as const;
    const config = await createConfig({ extends: ['recommended'], rules });
    const problems = await lintFromString({
      source: textOf('docs/openapi.json'),
      absoluteRef: '/openapi.json',
      config,
    });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  it.each(names)('has %s, with its scope and its answers', (name) => {
    const { access }: Route = publicRoutes[name];
    const found = documented(name);
    const scopes = found?.security.flatMap(({ token }) => (token ? [token] : []));
    const wanted = access === 'token' ? [[]] : [[access]];
    expect(scopes).toEqual(access === 'anyone' || access === 'linking' ? [] : wanted);
    expect(found?.security.some(({ linking }) => linking !== undefined)).toBe(access === 'linking');
    expect(Object.keys(found?.responses ?? {})).toEqual(
      expect.arrayContaining(answersOf(name).map(({ status }) => String(status))),
    );
  });

  it('has the body of every route whose controller takes one, and every form', () => {
    const isForm = ({ takes = [] }: Route): boolean => takes.length > 0;
    const taking = names.filter((name) => bodyOf(name) !== undefined || isForm(publicRoutes[name]));
    expect(names.filter((name) => documented(name)?.requestBody !== undefined)).toEqual(taking);
    expect(taking).toEqual(expect.arrayContaining(['createCustomer', 'createTransfer', 'skipWebhooksParkedMessage']));
  });

  it('has a query for every list with pages', () => {
    const paged = names.filter((name) => answersOf(name).some((it) => it.answers === 'list' && it.isPaged));
    expect(paged.filter((name) => !('limit' in (queryOf(name)?.schemas ?? {})))).toEqual([]);
  });

  it.each(names)('describes %s, with examples that its schemas allow', (name) => {
    const { description = '', requestBody, responses = {} } = documented(name) ?? {};
    expect(description).toMatch(/^[A-Z].*\.$/);
    const answers = answersOf(name).flatMap(({ status }) => examplesIn(responses[String(status)]?.content));
    const shown = [...examplesIn(requestBody?.content), ...answers.filter(({ schema }) => schema['type'] !== 'string')];
    // The descriptions of the API are their own example.
    const isBare = name === 'getOpenApi' || name === 'getAsyncApi';
    expect(shown.filter(({ values }) => values.length === 0 && !isBare)).toEqual([]);
    expect(shown.flatMap(({ schema, values }) => values.flatMap((value) => wrongIn(value, schema) ?? []))).toEqual([]);
  });

  it('shows an example of each refusal that its schema allows', () => {
    const shown = Object.values(components.responses).flatMap(({ content: given }) => examplesIn(given));
    expect(shown.filter(({ values }) => values.length === 0)).toEqual([]);
    expect(shown.flatMap(({ schema, values }) => values.flatMap((value) => wrongIn(value, schema) ?? []))).toEqual([]);
  });

  it.each([
    ['createTransfer', true],
    ['createCustomer', true],
    ['updateCustomer', true],
    ['createCustomerFundingSource', true],
    ['createToken', true],
    ['uploadCustomerDocument', true],
    // Without amounts the deposits are sent; without bounds everything is replayed.
    ['startOrVerifyMicroDeposits', false],
    ['createReplay', false],
    ['openLinkingSession', false],
  ] as const)('says whether the body of %s may be left out: it must be there is %j', (name, isRequired) => {
    expect(documented(name)?.requestBody?.required).toBe(isRequired);
  });

  it.each([
    ['getOpenApi', ['400', '406', '429', '500', '503']],
    ['getCustomer', ['304', '400', '401', '403', '404', '406', '429', '500', '503']],
    ['listEvents', ['304', '400', '401', '403', '406', '429', '500', '503']],
    ['streamEvents', ['400', '401', '403', '406', '410', '429', '500', '503']],
    ['createTransfer', ['400', '401', '403', '406', '409', '413', '415', '422', '429', '500', '503']],
    ['liftLegalHold', ['400', '401', '403', '404', '406', '429', '500', '503']],
    ['openLinkingSession', ['400', '401', '403', '404', '406', '409', '413', '415', '429', '500', '503']],
    ['startOrVerifyMicroDeposits', [202, 400, 401, 403, 404, 406, 409, 413, 415, 422, 429, 500, 503].map(String)],
  ] as const)('says what %s can be refused with', (name, statuses) => {
    const answers = answersOf(name).map(({ status }) => String(status));
    const refused = Object.keys(documented(name)?.responses ?? {}).filter((status) => !answers.includes(status));
    expect(refused.sort()).toEqual(statuses);
  });

  it('names embedded lists as answers do', () => {
    const list = JSON.stringify(documented('listWebhookRetries')?.responses['200']);
    expect(list).toContain('#/components/schemas/WebhookRetryList');
    expect(components.schemas['WebhookRetryList']).toMatchObject({
      properties: { _embedded: { required: ['retries'] } },
    });
  });

  it.each([
    ['listPeople', { 'x-category': 'reads', 'x-roles': ['owner'] }],
    ['getTransfer', { 'x-category': 'reads', 'x-roles': ['viewer', 'member', 'treasurer', 'owner', 'operator'] }],
    ['updateCustomer', { 'x-category': 'writes', 'x-roles': ['member', 'treasurer', 'owner'] }],
    ['createTransfer', { 'x-category': 'moves money', 'x-roles': ['treasurer', 'owner'] }],
    ['approveDocument', { 'x-category': 'writes', 'x-roles': ['operator'], 'x-operator': true }],
    [
      'simulateBankProcessing',
      {
        'x-category': 'moves money',
        'x-roles': ['treasurer', 'owner'],
        'x-sandbox-only': true,
      },
    ],
    ['getOpenApi', {}],
    ['openLinkingSession', {}],
  ] as const)('marks %s by what it does and who may call it', (name, marks) => {
    const found = Object.entries(documented(name) ?? {}).filter(([field]) => field.startsWith('x-'));
    expect(Object.fromEntries(found)).toEqual(marks);
  });

  const linked = z.looseObject({
    properties: z.looseObject({
      _links: z
        .object({
          properties: z.record(
            z.string(),
            z.looseObject({ 'x-resource': z.union([z.string(), z.array(z.string())]).optional() }),
          ),
        })
        .optional(),
    }),
  });
  const linksOf = (schema: string) => {
    const found = linked.safeParse(components.schemas[schema]).data?.properties._links?.properties ?? {};
    return Object.fromEntries(Object.entries(found).map(([relation, link]) => [relation, link['x-resource']]));
  };

  it('says of each link what is read there', () => {
    expect(linksOf('Transfer')).toMatchObject({
      self: 'Transfer',
      source: ['Account', 'Customer', 'FundingSource'],
      payment: 'Payment',
      fees: 'TransferList',
    });
    expect(linksOf('TransferList')).toMatchObject({ self: 'TransferList', next: 'TransferList' });
    const named = Object.keys(components.schemas).flatMap((schema) => Object.values(linksOf(schema)).flat());
    expect(named.filter((schema) => schema !== undefined && !(schema in components.schemas))).toEqual([]);
  });

  it('says of the links in examples what their addresses answer', () => {
    const wrong = Object.entries<ResourceRow>(resources).flatMap(([kind, { example }]) =>
      Object.entries(example.links ?? {}).flatMap(([relation, target]) => {
        const expected = target && readAt(target.kind);
        const said = [linksOf(pascal(kind))[relation]].flat();
        return expected === undefined || said.includes(expected) ? [] : `${kind}.${relation}: ${String(said)}`;
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('has nothing over which generators of clients stumble', () => {
    const stumbling: string[] = [];
    const walk = (value: unknown, place: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const { allOf, anyOf, properties, type, ...rest } = value as {
        allOf?: object[];
        anyOf?: { format?: unknown; const?: unknown; type?: unknown }[];
        properties?: Record<string, { type?: unknown }>;
        type?: unknown;
      };
      if (allOf?.some((part) => Object.keys(part).join() === 'pattern')) stumbling.push(`${place}: several patterns`);
      if (type === 'boolean' && ('const' in rest || 'enum' in rest)) stumbling.push(`${place}: one boolean`);
      if (anyOf?.every(({ format }) => format !== undefined)) stumbling.push(`${place}: either format`);
      if (anyOf?.some((part) => 'const' in part && !('type' in part))) stumbling.push(`${place}: of no type`);
      const nulls = Object.entries(properties ?? {}).filter(([, member]) => member.type === 'null');
      stumbling.push(...nulls.map(([name]) => `${place}/${name}: only null`));
      for (const [name, inner] of Object.entries(value)) walk(inner, `${place}/${name}`);
    };
    const written = JSON.parse(textOf('docs/openapi.json')) as { paths: object; components: { schemas: object } };
    walk({ paths: written.paths, schemas: written.components.schemas }, '');
    expect(stumbling).toEqual([]);
  });

  it.each(names.filter((name) => documented(name)?.requestBody))('names JSON first of what %s takes', (name) => {
    const types = Object.keys(documented(name)?.requestBody?.content ?? {});
    const isJson = (type: string): boolean => type.endsWith('json');
    expect(isJson(types[0] ?? '')).toBe(types.some(isJson));
  });

  it.each([
    ['CreateCustomerRequest', 'oneOf'],
    ['UpdateCustomerRequest', 'anyOf'],
  ])('says of the classes of %s by %s whether a body may be of several', (schema, word) => {
    expect(Object.keys(components.schemas[schema] ?? {})).toEqual([word]);
  });

  it.each([
    [{ const: true }, [true]],
    [{ const: false }, [false]],
    [{ enum: ['USD', 'usd', null] }, [null, 'USD', 'usd']],
    [
      { anyOf: ['date', 'date-time'].map((format) => ({ type: 'string', format })) },
      ['2026-01-31', '2026-01-31T12:00:00Z'],
    ],
  ])('allows by %j what it allows in the words of generators', (schema, allowed) => {
    const formats = { date: /^\d{4}-\d\d-\d\d$/, 'date-time': /^\d{4}-\d\d-\d\dT/ };
    const isAllowed = new Ajv2020({ strict: false, formats }).compile(forGenerators(schema));
    const given = [true, false, null, 1, 'true', 'USD', 'usd', 'Usd', '2026-01-31', '2026-01-31T12:00:00Z', '2026'];
    expect(given.filter((each) => isAllowed(each))).toEqual(allowed);
  });

  it('says of a text that it is not blank, beside what else it may not be', () => {
    const text = { type: 'string', pattern: '^[^!]{1,5}$', allOf: [{ pattern: '\\S' }] };
    const isText = ajv.compile(forGenerators(text));
    const isOther = ajv.compile(forGenerators({ ...text, not: { type: 'string', pattern: 'box' } }));
    const given = ['a', ' a ', '', ' ', '\u00a0 ', 'a!', 'abcdef', 'box'];
    expect(given.filter((each) => isText(each))).toEqual(['a', ' a ', 'box']);
    expect(given.filter((each) => isOther(each))).toEqual(['a', ' a ']);
    expect(ajv.compile(forGenerators({ ...text, type: ['string', 'null'] }))(null)).toBe(true);
  });

  it('lists values once, and names the list where several schemas have them', () => {
    const texts = [...textOf('docs/openapi.json').matchAll(/"enum": (\[[^\]]*\])/g)].map(
      ([, text = '']) => JSON.parse(text) as unknown[],
    );
    const long = texts.filter(({ length }) => length > 2).map((values) => JSON.stringify(values));
    expect(long.length).toBeGreaterThan(40);
    expect(long.filter((values, at) => long.indexOf(values) < at)).toEqual([]);
  });

  it('gives the constants of named lists names of their own', () => {
    const lists = Object.values(components.schemas).flatMap(({ enum: values, 'x-enum-varnames': names }) =>
      Array.isArray(values) ? [(names ?? values) as readonly string[]] : [],
    );
    const constants = lists.flat().map((name) => (name.match(/\w+/g) ?? []).join('_').toUpperCase());
    expect(constants.filter((name, at) => constants.indexOf(name) < at)).toEqual([]);
  });

  it('has no pattern that only some dialects know', () => {
    const patterns = [...textOf('docs/openapi.json').matchAll(/"pattern": ("(?:[^"\\]|\\.)*")/g)].map(
      ([, text = '']) => JSON.parse(text) as string,
    );
    expect(patterns.length).toBeGreaterThan(100);
    expect(patterns.filter((pattern) => /\\p\{|\(\?[!<=]/.test(pattern))).toEqual([]);
    expect(() => patterns.map((pattern) => new RegExp(pattern))).not.toThrow();
  });
});
