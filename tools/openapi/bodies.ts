import type { Route } from '@halyard/contracts';
import { type PublicRoute, publicRoutes } from '@halyard/public-api';
import { classesOf, schemaOf } from '@halyard/input';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { examplesOfBody } from './examples.ts';
import { bodyOf } from './handlers.ts';
import { JSON_TYPES, type JsonObject, refTo, schemaNameOf } from './json.ts';
import { oauthForms } from './oauth.ts';
import { uploadBody, uploadOf } from './uploads.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false });

/** Whether a body may be left out. A request without a body has the empty object. */
const isOptional = (schema: JsonObject): boolean => ajv.validate(schema, {});

const contentOf = (types: readonly string[], schema: string, variants: readonly string[]): JsonObject =>
  Object.fromEntries(types.map((type) => [type, { schema: refTo('schemas', schema), ...examplesOfBody(variants) }]));

/** openapi-generator writes a body in the first media type, and declares it as JSON if any of the types is JSON. */
const jsonFirst = (types: readonly string[]): readonly string[] => {
  const isJson = (type: string): boolean => type.endsWith('json');
  return [...types.filter(isJson), ...types.filter((type) => !isJson(type))];
};

/** The body of a route; undefined if it takes none. */
export function requestBody(name: PublicRoute): JsonObject | undefined {
  const { takes = [] }: Route = publicRoutes[name];
  const form = oauthForms[name];
  if (form) return { required: form.required, content: contentOf(jsonFirst(takes), form.schema, form.variants) };
  const upload = uploadOf(name);
  if (upload) return uploadBody(name, upload);
  const body = bodyOf(name);
  if (!body) return undefined;
  const content = contentOf(JSON_TYPES, schemaNameOf(body), classesOf(body).map(schemaNameOf));
  return { required: !isOptional(schemaOf(body)), content };
}

/** The values that a field may have; undefined if it may have others. */
function choicesOf({ enum: values, anyOf }: ChosenField): readonly unknown[] | undefined {
  if (!anyOf) return values;
  const choices = anyOf.map(choicesOf);
  return choices.some((each) => each === undefined) ? undefined : choices.flatMap((each) => each ?? []);
}

interface ChosenField {
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly ChosenField[];
}
interface ClassSchema {
  readonly properties?: Readonly<Record<string, ChosenField>>;
  readonly required?: readonly string[];
}

/** Whether no body fits both classes, because a field that one of them requires has other values in each class. */
function areApart(one: ClassSchema, other: ClassSchema): boolean {
  return [one, other]
    .flatMap(({ required = [] }) => required)
    .some((name) => {
      const [here, there] = [one, other].map(({ properties }) => choicesOf(properties?.[name] ?? {}));
      return here !== undefined && there !== undefined && !here.some((value) => there.includes(value));
    });
}

/** A body of any of these classes. Generators make one class of an `anyOf`, but a union of a `oneOf`. */
function bodyOfAny(classes: ReturnType<typeof classesOf>): JsonObject {
  const schemas: readonly ClassSchema[] = classes.map(schemaOf);
  const isOneOf = schemas.every((one, at) => schemas.slice(at + 1).every((other) => areApart(one, other)));
  return { [isOneOf ? 'oneOf' : 'anyOf']: classes.map((each) => refTo('schemas', schemaNameOf(each))) };
}

/** Schemas of the classes of all bodies, and of the classes that each may have. */
export function bodySchemas(names: readonly PublicRoute[]): JsonObject {
  const schemas: Record<string, JsonObject> = {};
  for (const body of names.map(bodyOf)) {
    if (!body) continue;
    const classes = classesOf(body);
    for (const each of classes) schemas[schemaNameOf(each)] = schemaOf(each);
    if (classes.length > 1) schemas[schemaNameOf(body)] = bodyOfAny(classes);
  }
  return schemas;
}
