import { type ResourceDocument, ref } from '@halyard/contracts';
import type { Document } from './document.entity.js';
import { failureDescriptions } from './document-failures.js';

/** Reviewed does not mean accepted (reference facts, section 3). */
const attributesOf = ({ type, created, verdict, failureReasons }: Document) => ({
  status: verdict === 'pending' ? ('pending' as const) : ('reviewed' as const),
  type,
  created: created.toISOString(),
  documentVerificationStatus: verdict,
  ...(failureReasons.length > 0 && {
    failureReason: failureReasons[0],
    allFailureReasons: failureReasons.map((reason) => ({ reason, description: failureDescriptions[reason] })),
  }),
});

/** The document as its account sees it. */
export const documentDocument = (document: Document): ResourceDocument<'document'> => ({
  document: 'resource',
  kind: 'document',
  id: document.id,
  attributes: attributesOf(document),
  links: {},
});

/** The document as operators see it. */
export function reviewDocument(document: Document): ResourceDocument<'document-review'> {
  const { id, format, size, reviewedAt, customerId, verdict } = document;
  const isPending = verdict === 'pending';
  return {
    document: 'resource',
    kind: 'document-review',
    id,
    attributes: { ...attributesOf(document), mediaType: format, size, reviewed: reviewedAt?.toISOString() },
    links: {
      customer: ref('customer', customerId),
      file: ref('downloadDocument', id),
      reads: ref('listDocumentReads', id),
      approve: isPending ? ref('approveDocument', id) : undefined,
      reject: isPending ? ref('rejectDocument', id) : undefined,
    },
  };
}
