import { z } from 'zod';
import { count, id, time } from '../kernel/rows/schemas.js';
import { document, documentMediaTypes, documentTypesOf } from './document-parts.js';
import { answersOf, bytes } from '../kernel/rows/route-answer.js';
import { created, customer, exampleIds, later, to } from '../kernel/rows/example.js';
import { defineResource } from '../kernel/rows/resource.js';
import { routesOf } from '../kernel/rows/route.js';

const managecustomers = routesOf('customers', 'managecustomers');
const operator = routesOf('customers', 'operator');

/** Bytes of a document's file (reference facts, section 3). */
export const DOCUMENT_BYTES_MAX = 10 * 1_024 * 1_024;
/** Bytes of a form besides its file. */
const FORM_BYTES_MAX = 64 * 1_024;

const documentForm = {
  kind: 'stream',
  takes: ['multipart/form-data'],
  limits: { bytesIn: DOCUMENT_BYTES_MAX + FORM_BYTES_MAX, timeMs: 5 * 60_000, inFlightMax: 256 },
  tooLarge: 'FileTooLarge',
} as const;

const ofPerson = { options: { documentType: documentTypesOf.person } } as const;

const ofUploads = ['DuplicateResource', 'MaxNumberOfResources', 'InvalidResourceState'] as const;

const exampleDocument = {
  status: 'reviewed',
  type: 'passport',
  created,
  documentVerificationStatus: 'rejected',
  failureReason: 'ScanNotReadable',
  allFailureReasons: [{ reason: 'ScanNotReadable', description: 'The scan is not readable.' }],
} as const;

export const documentResources = {
  document: defineResource({ attributes: z.object(document), links: {}, example: { attributes: exampleDocument } }),
  'document-review': defineResource({
    attributes: z.object({
      ...document,
      mediaType: z.enum(documentMediaTypes),
      size: count,
      reviewed: time.optional(),
      reviewedBy: id.optional().describe('The application that decided on it; absent when the sandbox did.'),
      personId: id.optional().describe('The person who did so.'),
    }),
    links: {
      customer: 'customer',
      file: 'downloadDocument',
      reads: 'listDocumentReads',
      approve: 'write',
      reject: 'write',
    },
    example: {
      attributes: {
        ...exampleDocument,
        mediaType: 'image/png',
        size: 348_120,
        reviewed: later,
        reviewedBy: exampleIds.application,
        personId: exampleIds.person,
      },
      links: { customer, file: to('downloadDocument', exampleIds.document) },
    },
  }),
  'document-read': defineResource({
    attributes: z.object({
      application: id,
      personId: id.optional().describe('The person who asked for it.'),
      at: time,
    }),
    links: {},
    example: { attributes: { application: exampleIds.application, personId: exampleIds.person, at: later } },
  }),
};

const { made, pages, resource, whole } = answersOf(documentResources);

export const documentRoutes = {
  uploadCustomerDocument: managecustomers.post('/customers/:id/documents', {
    category: 'writes',
    description: 'Uploads a document that the verification of a customer asked for.',
    offeredBy: {
      resources: {
        customer: {
          'verify-with-document': ofPerson,
          'verify-business-with-document': { options: { documentType: documentTypesOf.business } },
          'verify-controller-and-business-with-document': {},
        },
      },
    },
    ...documentForm,
    answers: [made('document')],
    refuses: ofUploads,
  }),
  listCustomerDocuments: managecustomers.get('/customers/:id/documents', {
    description: 'Lists the documents of a customer.',
    answers: [whole('document')],
  }),
  uploadBeneficialOwnerDocument: managecustomers.post('/beneficial-owners/:id/documents', {
    category: 'writes',
    description: 'Uploads a document that the verification of a beneficial owner asked for.',
    offeredBy: {
      resources: { 'beneficial-owner': { 'verify-with-document': ofPerson } },
      lists: { listBeneficialOwnerDocuments: ofPerson },
    },
    ...documentForm,
    answers: [made('document')],
    refuses: ofUploads,
  }),
  listBeneficialOwnerDocuments: managecustomers.get('/beneficial-owners/:id/documents', {
    description: 'Lists the documents of a beneficial owner.',
    answers: [whole('document')],
  }),
  getDocument: managecustomers.get('/documents/:id', {
    description: 'Returns the state of a document, and why it was rejected.',
    answers: [resource('document')],
  }),
  listDocumentReviews: operator.get('/operations/documents', {
    description: 'Lists documents of all accounts for review, the oldest first.',
    answers: [pages('document-review')],
  }),
  getDocumentReview: operator.get('/operations/documents/:id', {
    description: 'Returns a document for review.',
    answers: [resource('document-review')],
  }),
  approveDocument: operator.post('/operations/documents/:id/approvals', {
    category: 'writes',
    description: 'Accepts a document: the verification of the customer or owner continues.',
    offeredBy: { resources: { 'document-review': { approve: {} } } },
    takes: [],
    answers: [resource('document-review')],
    refuses: ['InvalidResourceState'],
  }),
  rejectDocument: operator.post('/operations/documents/:id/rejections', {
    category: 'writes',
    description: 'Rejects a document for one or more reasons, which its customer is told.',
    offeredBy: { resources: { 'document-review': { reject: {} } } },
    answers: [resource('document-review')],
    refuses: ['InvalidResourceState'],
  }),
  downloadDocument: operator.get('/operations/documents/:id/file', {
    description: 'Returns the file of a document. Who read it is recorded.',
    kind: 'stream',
    gives: documentMediaTypes,
    limits: { bytesOut: DOCUMENT_BYTES_MAX },
    answers: [bytes],
    resourceType: 'file',
  }),
  listDocumentReads: operator.get('/operations/documents/:id/reads', {
    description: 'Lists who read the file of a document, and when.',
    answers: [pages('document-read')],
  }),
};

declare module '../kernel/rows/registry.js' {
  interface ResourceRows extends Readonly<typeof documentResources> {}
  interface RouteRows extends Readonly<typeof documentRoutes> {}
}
