import { z } from 'zod';
import { text } from './field-contents.js';

/* Schemas that the attributes of several resources share. */

export const id = z.uuid();
export const time = z.iso.datetime();
/** A signed amount with two decimals. */
export const usd = z.object({ value: text('kept').regex(/^-?\d+\.\d{2}$/), currency: z.literal('USD') });
export const count = z.int().min(0);
/** A link that stands within the attributes of a resource. */
export const halLink = z.object({
  href: text('link'),
  type: text('kept').optional(),
  'resource-type': text('kept').optional(),
});

/** Kinds of accounts at banks (reference facts, section 6.1). */
export const bankAccountTypes = ['checking', 'savings', 'general-ledger', 'loan'] as const;
export type BankAccountType = (typeof bankAccountTypes)[number];

/** The address of a person, who may live in any country. */
export const internationalAddress = z.object({
  address1: text('address'),
  address2: text('address').optional(),
  address3: text('address').optional(),
  city: text('address'),
  stateProvinceRegion: text('address'),
  postalCode: text('address').optional(),
  country: text('address'),
});

/** A key of a consumer whose messages wait, as operators see it. */
export const heldKey = {
  consumer: text('kept'),
  topic: text('kept'),
  key: text('kept'),
  cause: text('text').optional(),
  attempts: count.optional(),
  nextAttempt: time.optional(),
  waiting: count,
  waitsFor: count.optional(),
};
export const keyState = z.enum(['waiting', 'retrying', 'parked']);
export const outcome = { ...heldKey, outcome: z.enum(['done', ...keyState.options]) };

export const headers = z.array(z.object({ name: text('kept'), value: text('text') })).readonly();

/** One attempt to deliver. Lists leave the bodies out. The response is absent if none came. */
export const webhookAttempt = z.object({
  id,
  request: z.object({ timestamp: time, url: text('url'), headers, body: text('text').optional() }),
  response: z.object({ timestamp: time, headers, statusCode: count, body: text('text').optional() }).optional(),
  error: text('text').optional(),
  durationMs: count,
});

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

/** Services that hold parts of a person, in the order in which they erase them. */
export const erasingServices = ['customers', 'funding-sources', 'transfers', 'webhooks'] as const;
export type ErasingService = (typeof erasingServices)[number];

/** Reasons that prevent erasing a person. */
export const erasureObstacles = ['MoneyPending', 'BalanceNotZero', 'LegalHold', 'RetentionPeriod'] as const;
export type ErasureObstacle = (typeof erasureObstacles)[number];

/**
 * Why there is no snapshot. `erased`: the person was erased. `unknown`: the owner has nothing of the resource, or
 * nothing any more. `damaged`: the owner's record does not open; operators are told.
 */
export const snapshotMarks = ['erased', 'unknown', 'damaged'] as const;
export type SnapshotMark = (typeof snapshotMarks)[number];

/** Media types that a document's file may have. */
export const documentMediaTypes = ['image/jpeg', 'image/png', 'application/pdf'] as const;

export const linkingToken = z.object({ token: text('token'), expires: time });

/** The texts for which an institution asks, one field each. */
export const fields = z
  .array(z.object({ name: text('name'), label: text('text'), type: z.enum(['text', 'password']) }))
  .readonly();

export const customerStanding = {
  type: z.enum(['unverified', 'receive-only', 'personal', 'business']),
  status: z.enum(['unverified', 'retry', 'document', 'verified', 'suspended', 'deactivated']),
};

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

/** `running`: being carried out. `done`: a repeat gets the outcome. `released`: refused, so a repeat is decided anew. */
export const keyUseStates = ['running', 'done', 'released'] as const;
