/** Generators name each value of an enum by its letters. */
const isAlikeInCase = (values: readonly unknown[]): boolean =>
  new Set(values.map((value) => String(value).toUpperCase())).size < values.length;

type Schema = Readonly<Record<string, unknown>>;

/** A schema in words over which no usual generator of clients stumbles (openapi-python-client 0.29). */
function said(schema: Schema): Schema {
  const { const: only, enum: values, type: _, ...rest } = schema;
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
