import { z } from 'zod';

export interface Schema {
  readonly $ref?: string | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
  readonly items?: Schema | undefined;
  readonly additionalProperties?: Schema | undefined;
  readonly anyOf?: readonly Schema[] | undefined;
  readonly oneOf?: readonly Schema[] | undefined;
  readonly allOf?: readonly Schema[] | undefined;
}
export type Schemas = Readonly<Record<string, Schema>>;

export const schema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    properties: z.record(z.string(), schema).optional(),
    items: schema.optional().catch(undefined),
    additionalProperties: schema.optional().catch(undefined),
    anyOf: z.array(schema).optional(),
    oneOf: z.array(schema).optional(),
    allOf: z.array(schema).optional(),
  }),
);

export const nameIn = (reference: string): string => reference.replace(/^.*\//, '');

/** Stands for names that a schema leaves open. */
const ANY = '*';

interface Course {
  /** The step from a list to its items; none if the members of items stand in place of the list. */
  readonly itemStep?: string;
  /** Schemas within which any name will do. */
  readonly open?: ReadonlySet<string>;
}

const joined = (name: string, step: string): string => (name === '' ? step : `${name}.${step}`);

/**
 * The members of a schema, with dots between names.
 *
 * @param within the schemas that contain this one: a schema that contains itself is not followed again
 */
export function pathsOf(
  given: Schema,
  schemas: Schemas,
  course: Course,
  name = '',
  within: readonly string[] = [],
): string[] {
  if (given.$ref !== undefined) {
    const reference = nameIn(given.$ref);
    const found = schemas[reference];
    if (course.open?.has(reference)) return [joined(name, ANY)];
    if (!found || within.includes(reference)) return [name];
    return pathsOf(found, schemas, course, name, [...within, reference]);
  }
  const inner = (one: Schema, at: string): string[] => pathsOf(one, schemas, course, at, within);
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = given;
  const { itemStep } = course;
  const paths = [
    ...Object.entries(properties).flatMap(([each, one]) => inner(one, joined(name, each))),
    ...(items ? inner(items, itemStep === undefined ? name : joined(name, itemStep)) : []),
    ...(additionalProperties ? inner(additionalProperties, joined(name, ANY)) : []),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((one) => inner(one, name)),
  ];
  const inside = paths.filter((path) => path !== name);
  return inside.length > 0 || name === '' ? inside : [name];
}
