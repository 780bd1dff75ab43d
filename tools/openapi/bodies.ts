import { documentMediaTypes, documentTypes, type PublicRoute, publicRoutes, type Route } from '@halyard/contracts';
import { classesOf, schemaOf } from '@halyard/input';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { examplesOfBody } from './examples.ts';
import { bodyOf } from './handlers.ts';
import { JSON_TYPES, type JsonObject, refTo, schemaNameOf } from './json.ts';
import { oauthForms } from './oauth.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false });

/** Whether a body may be left out: without one, a request has the empty object. */
const isOptional = (schema: JsonObject): boolean => ajv.validate(schema, {});

/** The parts of the form with a document, which may come in any order. */
export const documentParts = {
  documentType: {
    enum: documentTypes,
    description: 'What a customer or owner may send follows from who it is.',
  },
  file: {
    type: 'string',
    format: 'binary',
    description: 'JPEG or PNG; PDF for `other`. At most 10 MiB. What it is follows from its content.',
  },
};

const documentForm: JsonObject = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: { type: 'object', properties: documentParts, required: Object.keys(documentParts) },
      encoding: { file: { contentType: documentMediaTypes.join(', ') } },
      example: { documentType: 'passport', file: 'the bytes of the image' },
    },
  },
};

const contentOf = (types: readonly string[], schema: string, variants: readonly string[]): JsonObject =>
  Object.fromEntries(types.map((type) => [type, { schema: refTo('schemas', schema), ...examplesOfBody(variants) }]));

/** The body of a route; undefined where it takes none. */
export function requestBody(name: PublicRoute): JsonObject | undefined {
  const { takes = [] }: Route = publicRoutes[name];
  const form = oauthForms[name];
  if (form) return { required: form.required, content: contentOf(takes, form.schema, form.variants) };
  if (takes.length > 0) return documentForm;
  const body = bodyOf(name);
  if (!body) return undefined;
  const content = contentOf(JSON_TYPES, schemaNameOf(body), classesOf(body).map(schemaNameOf));
  return { required: !isOptional(schemaOf(body)), content };
}

/** Schemas of the classes of all bodies, and of the classes that each may have. */
export function bodySchemas(names: readonly PublicRoute[]): JsonObject {
  const schemas: Record<string, JsonObject> = {};
  for (const body of names.map(bodyOf)) {
    if (!body) continue;
    const classes = classesOf(body);
    for (const each of classes) schemas[schemaNameOf(each)] = schemaOf(each);
    if (classes.length > 1) {
      schemas[schemaNameOf(body)] = { anyOf: classes.map((each) => refTo('schemas', schemaNameOf(each))) };
    }
  }
  return schemas;
}
