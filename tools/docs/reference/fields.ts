import { resourceAddress } from './links.ts';
import { code, tableOf } from './markdown.ts';
import { nameOf, resolved, type Schema } from './openapi.ts';

const DEPTH_MAX = 4;

const isNull = ({ type }: Schema): boolean => type === 'null';

/** The values that a schema allows, in words. */
function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) {
    const address = resourceAddress(nameOf(schema.$ref));
    return address === undefined ? typeOf(resolved(schema)) : `[${nameOf(schema.$ref)}](${address})`;
  }
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum) return schema.enum.map((value) => code(String(value))).join(', ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.filter((one) => !isNull(one)).map(typeOf))].join(' or ');
  if (schema.allOf) return typeOf(schema.allOf[0] ?? {});
  const types = [schema.type ?? 'any'].flat().filter((type) => type !== 'null');
  const listed = types.includes('array') && schema.items ? `list of ${typeOf(schema.items)}` : types.join(' or ');
  return schema.format === undefined ? listed : `${listed} (${schema.format})`;
}

type Row = readonly [name: string, type: string, required: string, description: string];

/** The schema of the value itself, for a field that may also be absent or a list. */
function within(schema: Schema): Schema {
  // A text beside a reference describes this field; a text in the schema describes all fields that refer to it.
  const plain = { ...resolved(schema), ...schema };
  const [only, ...others] = (plain.anyOf ?? plain.oneOf ?? []).filter((one) => !isNull(one));
  if (only && others.length === 0) return within(only);
  return plain.items ? within(plain.items) : plain;
}

function rowsOf(schema: Schema, prefix: string, depth: number): readonly Row[] {
  const { properties = {}, required = [] } = within(schema);
  return Object.entries(properties).flatMap(([name, field]) => {
    const plain = resolved(field);
    const path = `${prefix}${name}${[plain.type].flat().includes('array') ? '[]' : ''}`;
    const description = field.description ?? plain.description ?? within(field).description ?? '';
    const row: Row = [code(path), typeOf(field), required.includes(name) ? 'yes' : '', description];
    const isLinked = field.$ref !== undefined && resourceAddress(nameOf(field.$ref)) !== undefined;
    return [row, ...(depth < DEPTH_MAX && !isLinked ? rowsOf(field, `${path}.`, depth + 1) : [])];
  });
}

/** The fields of an object and of the objects within it, except those in `without`. */
export const fieldsTable = (schema: Schema, without: readonly string[] = []): string =>
  tableOf(
    ['Field', 'Value', 'Required', 'What it is'],
    rowsOf(schema, '', 0).filter(
      ([name]) => !without.some((left) => name === code(left) || name.startsWith(`\`${left}.`)),
    ),
  );
