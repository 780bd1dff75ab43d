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

/** The formats of a text that may have either of two; undefined for all else. */
function eitherFormat({ anyOf }: Schema): readonly [unknown, unknown] | undefined {
  const parts = Array.isArray(anyOf) ? anyOf.filter(isSchema) : [];
  const [one, other, ...more] = parts.map(({ type, format }) => (type === 'string' ? format : undefined));
  return one !== undefined && other !== undefined && more.length === 0 ? [one, other] : undefined;
}

/** One text, since a text of either format makes a class of two dates. */
function oneText({ anyOf, ...rest }: Schema, [one, other]: readonly [unknown, unknown]): Schema {
  const examples = (anyOf as readonly Schema[]).flatMap((part) => part['examples'] ?? []);
  return {
    ...rest,
    type: 'string',
    if: { not: { format: one } },
    then: { format: other },
    ...(examples.length > 0 && { examples }),
  };
}

/**
 * A schema in words over which no usual generator of clients stumbles: those of apps/e2e/test/support/generators.
 */
function said(schema: Schema): Schema {
  if (JSON.stringify(schema['allOf']) === NOT_BLANK) return said(withoutPatterns(schema));
  const { const: only, enum: values, type: _, ...rest } = schema;
  const { properties } = schema;
  if (isSchema(properties) && Object.values(properties).some((value) => isSchema(value) && value['type'] === 'null'))
    return said({ ...schema, properties: withoutNulls(properties) });
  // In a client for Python the word `True` runs into the next one; in one for Java an enum holds texts.
  if (typeof only === 'boolean') return { ...rest, type: 'boolean', not: { enum: [!only] } };
  if (Array.isArray(values) && isAlikeInCase(values))
    return { ...rest, anyOf: values.map((value: unknown) => ({ type: typeof value, const: value })) };
  const formats = eitherFormat(schema);
  if (formats) return oneText(schema, formats);
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
