import fc from 'fast-check';
import { requestValidator, resolved, type Schema } from './openapi.js';

/**
 * Values for fields that the schema can't describe: links to existing resources, and addresses that nobody has used.
 */
export type ChosenValues = Readonly<Record<string, fc.Arbitrary<unknown>>>;

export type Body = Readonly<Record<string, unknown>>;

function texts({ pattern, format, examples }: Schema): fc.Arbitrary<unknown> {
  const known = examples && examples.length > 0 ? [fc.constantFrom(...examples)] : [];
  // A format has more rules than its pattern.
  const canBeMade = pattern !== undefined && format === undefined;
  const made = canBeMade ? [fc.stringMatching(new RegExp(pattern, 'u'))] : [];
  const all = [...known, ...made];
  return all.length > 0 ? fc.oneof(...all) : fc.string({ minLength: 1, maxLength: 9 });
}

const numbers = ({ minimum = 0, maximum = 1_000_000 }: Schema): fc.Arbitrary<number> =>
  fc.integer({ min: Math.ceil(minimum * 100), max: Math.min(maximum * 100, 1_000_000) }).map((cents) => cents / 100);

/** All schemas of each property, from any place in the schema. */
function propertiesOf({ properties = {}, allOf = [] }: Schema): Map<string, Schema[]> {
  const found = new Map(Object.entries(properties).map(([name, schema]) => [name, [schema]]));
  for (const part of allOf) {
    for (const branch of [part.then, part.else]) {
      for (const [name, schema] of Object.entries(branch?.properties ?? {})) {
        found.set(name, [schema, ...(found.get(name) ?? []).filter((other) => Object.keys(other).length > 0)]);
      }
    }
  }
  return found;
}

function objects(schema: Schema, chosen: ChosenValues): fc.Arbitrary<unknown> {
  const { required = [] } = schema;
  const fields: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [name, schemas] of propertiesOf(schema)) {
    const value = chosen[name] ?? fc.oneof(...schemas.map((each) => values(each, chosen)));
    fields[name] = required.includes(name) ? value : fc.oneof({ weight: 2, arbitrary: value }, fc.constant(undefined));
  }
  return fc.record(fields).map((made) => Object.fromEntries(Object.entries(made).filter(([, it]) => it !== undefined)));
}

/** Values that a schema allows, for the most part. A filter has to check rules that span several parts. */
export function values(given: Schema, chosen: ChosenValues): fc.Arbitrary<unknown> {
  const schema = resolved(given);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts) return fc.oneof(...parts.map((part) => values(part, chosen)));
  if (Array.isArray(schema.type)) {
    return fc.oneof(...(schema.type as string[]).map((type) => values({ ...schema, type }, chosen)));
  }
  switch (schema.type) {
    case 'object':
      if (schema.examples) return fc.constantFrom(...schema.examples);
      return objects(schema, chosen);
    case 'array':
      return fc.array(values(schema.items ?? {}, chosen), { maxLength: schema.maxItems ?? 3 });
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return numbers(schema);
    case 'null':
      return fc.constant(null);
    default:
      return texts(schema);
  }
}

/** Bodies that a schema allows. */
export function allowedBodies(schema: Schema, chosen: ChosenValues): fc.Arbitrary<Body> {
  const isAllowed = requestValidator(schema);
  return values(schema, chosen).filter((body) => isAllowed(body)) as fc.Arbitrary<Body>;
}

const JUNK: readonly unknown[] = [
  ...[undefined, null, '', ' ', 'x', '!', 'a\u0007b', 'x'.repeat(3_000), 0, -1, 1.234, 1e12, true, false, [], {}],
  ...[['x'], [{}], { a: 1 }, { href: '/x' }, '0', '1.234', '2026-02-30', '12345', '/events/1', 'ftp://a', 'POBox 1'],
];

/** Pointers to all fields that a body has or may have. */
function pointersIn(body: Body, schema: Schema, at = ''): string[] {
  const { anyOf, oneOf = [], ...rest } = resolved(schema);
  const properties = propertiesOf(rest);
  const parts = (anyOf ?? oneOf).flatMap((part) => pointersIn(body, part, at));
  const own = [...properties].flatMap(([name, schemas]) => {
    const value = body[name];
    const isNested = typeof value === 'object' && value !== null && !Array.isArray(value);
    const inner = isNested ? schemas.flatMap((each) => pointersIn(value as Body, each, `${at}/${name}`)) : [];
    return [`${at}/${name}`, ...inner];
  });
  return [...new Set([...parts, ...own])];
}

function withValue(body: Body, [name = '', ...rest]: readonly string[], value: unknown): Body {
  const inner = body[name];
  const next = rest.length > 0 ? withValue((inner ?? {}) as Body, rest, value) : value;
  const { [name]: _, ...others } = body;
  return next === undefined ? others : { ...others, [name]: next };
}

interface ForbiddenBody {
  readonly body: Body;
  /**
   * The field that was made wrong, and fields that are now missing: some may only be missing beside the former value.
   */
  readonly pointers: readonly string[];
}

/** Bodies that a schema forbids because of one field. */
export function forbiddenBodies(schema: Schema, chosen: ChosenValues): fc.Arbitrary<ForbiddenBody> {
  const isAllowed = requestValidator(schema);
  return allowedBodies(schema, chosen)
    .chain((body) =>
      fc.record({
        body: fc.constant(body),
        pointer: fc.constantFrom(...pointersIn(body, schema)),
        junk: fc.constantFrom(...JUNK),
      }),
    )
    .map(({ body, pointer, junk }) => {
      const wrong = withValue(body, pointer.slice(1).split('/'), junk);
      const faults = isAllowed(wrong) ? undefined : (isAllowed.errors ?? []);
      const lacking = (faults ?? [])
        .filter(({ schemaPath }) => /\/(?:then|else)\//.test(schemaPath))
        .map(({ keyword, instancePath, params }) =>
          keyword === 'required' ? `${instancePath}/${String(params['missingProperty'])}` : instancePath,
        );
      return { body: wrong, pointers: [pointer, ...lacking], isWrong: faults !== undefined };
    })
    .filter(({ isWrong }) => isWrong);
}
