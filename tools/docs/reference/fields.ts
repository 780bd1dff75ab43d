import { resourceAddress } from './links.ts';
import { code, escapedText, wrapped } from './markdown.ts';
import { nameOf, resolved, type Schema } from './openapi.ts';

const DEPTH_MAX = 5;
/** Longer lists of values, like those of countries, are cut. */
const VALUES_MAX = 24;

const isNull = ({ type }: Schema): boolean => type === 'null';
const choicesOf = ({ anyOf, oneOf }: Schema): readonly Schema[] => (anyOf ?? oneOf ?? []).filter((one) => !isNull(one));

/** The type that a schema allows, in words. */
function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) {
    const address = resourceAddress(nameOf(schema.$ref));
    return address === undefined ? typeOf(resolved(schema)) : `[${nameOf(schema.$ref)}](${address})`;
  }
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  const choices = choicesOf(schema);
  if (choices.length > 0) return [...new Set(choices.map(typeOf))].join(' or ');
  if (schema.allOf) return typeOf(schema.allOf[0] ?? {});
  const types = [schema.type ?? (schema.enum ? 'string' : 'any')].flat().filter((type) => type !== 'null');
  const listed = types.includes('array') && schema.items ? `list of ${typeOf(schema.items)}` : types.join(' or ');
  return schema.format === undefined ? listed : `${listed} (${schema.format})`;
}

/** The values of an enumeration, also of the items of a list, as a sentence. */
function valuesOf(schema: Schema): string {
  const values = (within(schema).enum ?? []).filter((value) => value !== null);
  if (values.length === 0) return '';
  const shown = values.slice(0, VALUES_MAX).map((value) => code(String(value)));
  const more = values.length - shown.length;
  return `${values.length === 1 ? 'Only' : 'One of'} ${[...shown, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')}.`;
}

/** The schema of the value itself, for a field that may also be absent or a list. */
function within(schema: Schema): Schema {
  // A text beside a reference describes this field; a text in the schema describes all fields that refer to it.
  const plain = { ...resolved(schema), ...schema };
  const [only, ...others] = choicesOf(plain);
  if (only && others.length === 0) return within(only);
  return plain.items ? within(plain.items) : plain;
}

const bounds = (least: number | undefined, most: number | undefined, unit: string): readonly string[] => {
  if (least !== undefined && most !== undefined) return [`${least} to ${most}${unit}`];
  if (most !== undefined) return [`at most ${most}${unit}`];
  return least === undefined ? [] : [`at least ${least}${unit}`];
};

/** Addresses, ids and amounts have patterns that their descriptions say in words. */
const PATTERN_LENGTH_MAX = 40;

/** Whether a description has the numbers of a rule. */
const isTold = (rule: string, description: string): boolean =>
  (rule.match(/\d+/g) ?? []).every((figure) => description.replaceAll(',', '').includes(figure));

/** Rules for the values of a field, in words, without those that its description has. */
function rulesOf(field: Schema, description: string): readonly string[] {
  const list = resolved(field);
  const value = within(field);
  const { pattern = '' } = value;
  const rules = [
    ...bounds(list.minItems, list.maxItems, ' items'),
    ...bounds(value.minLength, value.maxLength, ' characters'),
    ...bounds(value.minimum, value.maximum, ''),
  ];
  return [
    ...rules.filter((rule) => !isTold(rule, description)),
    ...(description === '' && pattern !== '' && pattern.length <= PATTERN_LENGTH_MAX
      ? [`pattern ${code(pattern)}`]
      : []),
  ];
}

/** Description, values and rules of a field. */
export function toldOf(field: Schema): string {
  const description = field.description ?? resolved(field).description ?? within(field).description ?? '';
  const rules = rulesOf(field, description).join(', ');
  return [escapedText(description), valuesOf(field), rules === '' ? '' : `*${rules}*`]
    .filter((text) => text !== '')
    .join(' ');
}

function itemOf(name: string, field: Schema, isRequired: boolean, depth: number): readonly string[] {
  const marks = `${typeOf(field)}${isRequired ? ', **required**' : ''}`;
  const line = `${'  '.repeat(depth)}- ${code(name)} *${marks}* ${toldOf(field)}`.trimEnd();
  const isLinked = field.$ref !== undefined && resourceAddress(nameOf(field.$ref)) !== undefined;
  return [line, ...(depth < DEPTH_MAX && !isLinked ? linesOf(field, depth + 1) : [])];
}

function linesOf(schema: Schema, depth: number, without: readonly string[] = []): readonly string[] {
  const { properties = {}, required = [] } = within(schema);
  return Object.entries(properties)
    .filter(([name]) => !without.includes(name))
    .flatMap(([name, field]) => itemOf(name, field, required.includes(name), depth));
}

/** The fields of an object and of the objects within it as a tree, except the top ones in `without`. */
export function fieldsTree(schema: Schema, without: readonly string[] = []): string {
  const lines = linesOf(schema, 0, without);
  return lines.length === 0 ? '' : wrapped('fields', lines.join('\n'));
}
