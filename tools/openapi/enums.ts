type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const asSchema = (value: unknown): Schema => (isSchema(value) ? value : {});

/** A list of several values, as text; undefined for everything else. */
const textOfValues = (values: unknown): string | undefined =>
  Array.isArray(values) && values.length > 1 ? JSON.stringify(values) : undefined;

/** Members whose own members have names that a client knows. */
const NAMING = new Set(['schemas', 'properties', 'messages']);

/** The name that a part of a document adds to the path of names which leads to a list of values. */
const nameOf = ({ operationId, in: place, name }: Schema): readonly string[] =>
  typeof operationId === 'string' ? [operationId] : typeof place === 'string' && typeof name === 'string' ? [name] : [];

/** Calls back for each list of values, with the names that lead to it: `Transfer status`, `listRequests route`. */
function eachList(value: unknown, names: readonly string[], seen: (path: string, values: string) => void): void {
  if (Array.isArray(value)) for (const inner of value) eachList(inner, names, seen);
  if (!isSchema(value)) return;
  const here = [...names, ...nameOf(value)];
  const values = textOfValues(value['enum']);
  if (values !== undefined) seen(here.join(' '), values);
  for (const [key, inner] of Object.entries(value))
    if (NAMING.has(key) && isSchema(inner))
      for (const [name, named] of Object.entries(inner)) eachList(named, [...here, name], seen);
    else eachList(inner, here, seen);
}

/** Puts a reference in the place of each list that has a name, beside what else is said there of the value. */
function withReferences(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((inner) => withReferences(inner, names));
  if (!isSchema(value)) return value;
  const name = names.get(textOfValues(value['enum']) ?? '');
  const { type: _, enum: __, ...rest } = value;
  return Object.fromEntries([
    ...(name === undefined ? [] : [['$ref', `#/components/schemas/${name}`]]),
    ...Object.entries(name === undefined ? value : rest).map(([key, inner]) => [key, withReferences(inner, names)]),
  ]);
}

/** The lists that stand several times in a document, by the names that lead to them. */
function repeatedLists(document: Schema): ReadonlyMap<string, string> {
  const paths = new Map<string, string[]>();
  eachList(document, [], (path, values) => void paths.set(values, [...(paths.get(values) ?? []), path]));
  const repeated = [...paths].filter(([, all]) => all.length > 1);
  return new Map(repeated.flatMap(([values, all]) => all.map((path) => [path, values] as const)));
}

/** The name of a constant: `US_STATE`, `NEXT_AVAILABLE`. */
const constantOf = (text: string): string => {
  const words = text.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').match(/\w+/g) ?? [];
  return words.join('_').toUpperCase();
};

/**
 * The schema that lists the values. A generator for Go makes constants of all lists in one package, so a list with a
 * value of an earlier list says names for its constants.
 *
 * @param constants the names that are taken; gets those of this list
 */
function listOf(name: string, values: readonly string[], constants: Set<string>): Schema {
  const plain = values.map(constantOf);
  const isApart = plain.every((constant) => !constants.has(constant));
  const own = isApart ? plain : values.map((value) => constantOf(`${name}_${value === '*' ? 'any' : value}`));
  for (const constant of own) constants.add(constant);
  return { type: 'string', enum: values, ...(!isApart && { 'x-enum-varnames': own }) };
}

/**
 * A document in which a schema of its own lists the values that several others have.
 *
 * @param lists where the values are found in the document, by the name that their schema gets
 * @throws Error for a place without such values, and for a name that another schema has
 */
export function withNamedLists(document: Schema, lists: Readonly<Record<string, string>>): Schema {
  const repeated = repeatedLists(document);
  const schemas = asSchema(asSchema(document['components'])['schemas']);
  const names = new Map<string, string>();
  for (const [name, path] of Object.entries(lists)) {
    const values = repeated.get(path);
    if (values === undefined) throw new Error(`${path} has no values that stand elsewhere too, for ${name}`);
    if (name in schemas) throw new Error(`a schema is named ${name} already`);
    names.set(values, name);
  }
  const { components, ...rest } = asSchema(withReferences(document, names));
  const constants = new Set<string>();
  const listing = [...names].map(
    ([values, name]) => [name, listOf(name, JSON.parse(values) as string[], constants)] as const,
  );
  return {
    ...rest,
    components: {
      ...asSchema(components),
      schemas: { ...asSchema(asSchema(components)['schemas']), ...Object.fromEntries(listing) },
    },
  };
}
