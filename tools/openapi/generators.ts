/** Generators name each value of an enum by its letters. */
const isAlikeInCase = (values: readonly unknown[]): boolean =>
  new Set(values.map((value) => String(value).toUpperCase())).size < values.length;

type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** What a text must have that is not blank. */
const NOT_BLANK = JSON.stringify([{ pattern: '\\S' }]);
const BLANK = '^\\s*$';

/** Two patterns of a text in one schema: it must not be blank, in place of having something that is not. */
function withoutPatterns({ allOf, not, ...rest }: Schema): Schema {
  const refused = isSchema(not) ? not : {};
  const pattern = [BLANK, refused['pattern']].filter((each) => each !== undefined).join('|');
  // A pattern says nothing about what is no text, so that without its type null would be refused.
  return { ...rest, not: { ...refused, type: 'string', pattern } };
}

/** Members that may only be null are no members: whoever sends them means none. */
const withoutNulls = (properties: Schema): Schema =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => !isSchema(value) || value['type'] !== 'null'));

/**
 * A schema in words over which no usual generator of clients stumbles (openapi-python-client 0.29, openapi-generator
 * 7.26, which has no word for several patterns, and none for a member that may only be null).
 */
function said(schema: Schema): Schema {
  if (JSON.stringify(schema['allOf']) === NOT_BLANK) return said(withoutPatterns(schema));
  const { const: only, enum: values, type: _, ...rest } = schema;
  const { properties } = schema;
  if (isSchema(properties) && Object.values(properties).some((value) => isSchema(value) && value['type'] === 'null'))
    return said({ ...schema, properties: withoutNulls(properties) });
  // Python's `True` runs into the word behind it.
  if (typeof only === 'boolean') return { ...rest, type: 'boolean', enum: [only] };
  if (Array.isArray(values) && isAlikeInCase(values))
    return { ...rest, anyOf: values.map((value: unknown) => ({ const: value })) };
  return schema;
}

const saidEverywhere = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(saidEverywhere)
    : typeof value === 'object' && value !== null
      ? forGenerators({ ...value })
      : value;

/** Says the same as a document, and keeps the order of its members. */
export const forGenerators = (document: Schema): Schema =>
  Object.fromEntries(Object.entries(said(document)).map(([name, value]) => [name, saidEverywhere(value)]));
