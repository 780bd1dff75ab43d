/** Generators name each value of an enum by its letters. */
const isAlikeInCase = (values: readonly unknown[]): boolean =>
  new Set(values.map((value) => String(value).toUpperCase())).size < values.length;

type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** What a text must have that is not blank. */
const NOT_BLANK = JSON.stringify([{ pattern: '\\S' }]);
const BLANK = '^\\s*$';

/** Two patterns of a text in one schema: it must not be blank, in place of having something that is not. */
function withoutPatterns({ allOf: _, not, ...rest }: Schema): Schema {
  const refused = isSchema(not) ? not : {};
  const pattern = [BLANK, refused['pattern']].filter((each) => typeof each === 'string').join('|');
  // A pattern says nothing about what is no text, so that without its type null would be refused.
  return { ...rest, not: { ...refused, type: 'string', pattern } };
}

/** Members that may only be null are no members: whoever sends them means none. */
const withoutNulls = (properties: Schema): Schema =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => !isSchema(value) || value['type'] !== 'null'));

const isFormatAlone = ({ type, format, examples: _, ...rest }: Schema): boolean =>
  type === 'string' && format !== undefined && Object.keys(rest).length === 0;

/** A text of either of two formats as one text, of which generators make no class. Undefined for all else. */
function oneText({ anyOf, ...rest }: Schema): Schema | undefined {
  const parts = Array.isArray(anyOf) ? anyOf.filter(isSchema) : [];
  const [one, other, ...more] = parts.map(({ format }) => ({ format }));
  if (!one || !other || more.length > 0 || !parts.every(isFormatAlone)) return undefined;
  const examples = parts.flatMap((part) => part['examples'] ?? []);
  return { ...rest, type: 'string', if: { not: one }, then: other, ...(examples.length > 0 && { examples }) };
}

const constant = (value: unknown): Schema => ({ type: value === null ? 'null' : typeof value, const: value });

/** A schema in words over which no usual generator of clients stumbles: those of apps/e2e/test/support/generators. */
function said(schema: Schema): Schema {
  if (JSON.stringify(schema['allOf']) === NOT_BLANK) return said(withoutPatterns(schema));
  const { const: only, enum: values, type: _, ...rest } = schema;
  const { properties } = schema;
  if (isSchema(properties) && Object.values(properties).some((value) => isSchema(value) && value['type'] === 'null'))
    return said({ ...schema, properties: withoutNulls(properties) });
  // In a client for Python the word `True` runs into the next one; in one for Java an enum holds texts.
  if (typeof only === 'boolean') return { ...rest, type: 'boolean', not: { enum: [!only] } };
  if (Array.isArray(values) && isAlikeInCase(values)) return { ...rest, anyOf: values.map(constant) };
  return oneText(schema) ?? schema;
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
