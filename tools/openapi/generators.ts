/** Generators name each value of an enum by its letters, so values that differ in case alone get the same name. */
const isAlikeInCase = (values: readonly unknown[]): boolean =>
  new Set(values.map((value) => String(value).toUpperCase())).size < values.length;

type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** The rule for a text that is not blank. */
const NOT_BLANK = JSON.stringify([{ pattern: '\\S' }]);
const BLANK = '^\\s*$';

/** Joins two patterns of a text in one `not`: "must not be blank" says the same as "must contain a visible character". */
function withoutPatterns({ allOf: _, not, ...rest }: Schema): Schema {
  const refused = isSchema(not) ? not : {};
  const pattern = [BLANK, refused['pattern']].filter((each) => typeof each === 'string').join('|');
  // A pattern only concerns texts. Without the type, null would be refused as well.
  return { ...rest, not: { ...refused, type: 'string', pattern } };
}

/** Leaves out members that may only be null. A client that sends null means that there is no member. */
const withoutNulls = (properties: Schema): Schema =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => !isSchema(value) || value['type'] !== 'null'));

const isFormatAlone = ({ type, format, examples: _, ...rest }: Schema): boolean =>
  type === 'string' && format !== undefined && Object.keys(rest).length === 0;

/**
 * A text of one of two formats, as one text, because generators make no class of it. Undefined for all other schemas.
 */
function oneText({ anyOf, ...rest }: Schema): Schema | undefined {
  const parts = Array.isArray(anyOf) ? anyOf.filter(isSchema) : [];
  const [one, other, ...more] = parts.map(({ format }) => ({ format }));
  if (!one || !other || more.length > 0 || !parts.every(isFormatAlone)) return undefined;
  const examples = parts.flatMap((part) => part['examples'] ?? []);
  return { ...rest, type: 'string', if: { not: one }, then: other, ...(examples.length > 0 && { examples }) };
}

const constant = (value: unknown): Schema => ({ type: value === null ? 'null' : typeof value, const: value });

/**
 * A schema in a form that the usual generators of clients understand, which are those of
 * apps/e2e/test/support/generators.
 */
function said(schema: Schema): Schema {
  if (JSON.stringify(schema['allOf']) === NOT_BLANK) return said(withoutPatterns(schema));
  const { const: only, enum: values, type: _, ...rest } = schema;
  const { properties } = schema;
  if (isSchema(properties) && Object.values(properties).some((value) => isSchema(value) && value['type'] === 'null'))
    return said({ ...schema, properties: withoutNulls(properties) });
  // In a Python client the word `True` runs into the next word. In a Java client an enum contains texts.
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

/** Rewrites a document with the same meaning and the same order of its members. */
export const forGenerators = (document: Schema): Schema =>
  Object.fromEntries(Object.entries(said(document)).map(([name, value]) => [name, saidEverywhere(value)]));
