import type { FormField, Route } from '@halyard/contracts';
import { documentMediaTypes, documentTypes } from '@halyard/contracts/documents';
import type { FieldRule } from '@halyard/contracts/redaction';
import { type PublicRoute, publicRoutes } from '@halyard/public-api';
import { wordsOf } from '@halyard/input';
import type { JsonObject } from './json.ts';

export const MULTIPART = 'multipart/form-data';
const TEXT = 'text/plain';

/** A form with a file. Its owner reads it without a DTO class. */
export interface Upload {
  /** The parts of the form, which may come in any order. */
  readonly parts: JsonObject;
  /** The media types of the file. */
  readonly mediaTypes: readonly string[];
  /** An example of each part. `@` comes before the name of a file. */
  readonly example: Readonly<Record<string, string>>;
  readonly fields: readonly FormField[];
  /** How the log of requests shows the form. */
  readonly rule: FieldRule;
}

const fileField: FormField = { name: 'file', path: '/file', type: 'file', label: 'File', isRequired: true };

const bytesOf = (description: string): JsonObject => ({ type: 'string', format: 'binary', description });

const document: Upload = {
  parts: {
    documentType: {
      enum: documentTypes,
      description: 'What a customer or owner may send follows from who it is.',
    },
    file: bytesOf('JPEG or PNG; PDF for `other`. At most 10 MiB. What it is follows from its content.'),
  },
  mediaTypes: documentMediaTypes,
  example: { documentType: 'passport', file: '@passport.png' },
  fields: [
    {
      name: 'documentType',
      path: '/documentType',
      type: 'string',
      label: 'Document type',
      isRequired: true,
      options: documentTypes.map((key) => ({ key, label: wordsOf(key) })),
    },
    fileField,
  ],
  rule: { fields: { documentType: { forms: [{ words: documentTypes }] }, file: 'file' } },
};

const bankFile: Upload = {
  parts: { file: bytesOf('Returns or corrections in the Nacha format. At most 1 MiB.') },
  mediaTypes: [TEXT],
  example: { file: '@returns.ach' },
  fields: [fileField],
  rule: { fields: { file: 'file' } },
};

const uploads: { readonly [Name in PublicRoute]?: Upload } = {
  uploadCustomerDocument: document,
  uploadBeneficialOwnerDocument: document,
  uploadBankFile: bankFile,
};

/** @returns undefined for a route that takes no file */
export const uploadOf = (name: PublicRoute): Upload | undefined => uploads[name];

/** The body of an upload: its form, and the file alone where the route takes text as well. */
export function uploadBody(name: PublicRoute, { parts, mediaTypes, example }: Upload): JsonObject {
  const { takes = [] }: Route = publicRoutes[name];
  return {
    required: true,
    content: {
      [MULTIPART]: {
        schema: { type: 'object', properties: parts, required: Object.keys(parts) },
        encoding: { file: { contentType: mediaTypes.join(', ') } },
        example: { ...example, file: 'the bytes of the file' },
      },
      ...(takes.includes(TEXT) && { [TEXT]: { schema: { type: 'string' }, example: 'the text of the file' } }),
    },
  };
}
