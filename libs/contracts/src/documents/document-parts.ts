import { z } from 'zod';
import { id, time } from '../kernel/rows/schemas.js';
import { text } from '../kernel/rows/field-contents.js';

/** Reasons for which a document can be rejected (reference facts, section 3). */
export const documentFailureReasons = [
  'ScanNotReadable',
  'ScanNotUploaded',
  'ScanIdTypeNotSupported',
  'ScanNameMismatch',
  'ScanDobMismatch',
  'ScanFailedOther',
  'FailedOther',
  'ScanIdExpired',
  'ScanIdUnrecognized',
  'BusinessDocNotSupported',
  'BusinessNameMismatch',
  'BusinessTypeMismatch',
  'ForeignPassportNotAllowed',
] as const;

export type DocumentFailureReason = (typeof documentFailureReasons)[number];

export const documentTypesOf = { person: ['passport', 'license', 'idCard'], business: ['other'] } as const;

export type DocumentSubject = keyof typeof documentTypesOf;

export const documentTypes = [...documentTypesOf.person, ...documentTypesOf.business] as const;

export type DocumentType = (typeof documentTypes)[number];

/** Media types that a document's file may have. */
export const documentMediaTypes = ['image/jpeg', 'image/png', 'application/pdf'] as const;

export const document = {
  id,
  status: z.enum(['pending', 'reviewed']),
  type: z.enum(documentTypes),
  created: time,
  documentVerificationStatus: z.enum(['pending', 'accepted', 'rejected']),
  failureReason: z.enum(documentFailureReasons).optional(),
  allFailureReasons: z
    .array(z.object({ reason: z.enum(documentFailureReasons), description: text('kept') }))
    .readonly()
    .optional(),
};
