import { ref, type ResourceAnswer } from '@halyard/contracts';
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

export const documentAnswer = (document: Document): ResourceAnswer<'document'> => ({
  type: 'resource',
  kind: 'document',
  id: document.id,
  attributes: attributesOf(document),
  links: {},
});

export function reviewAnswer(document: Document): ResourceAnswer<'document-review'> {
  const { id, format, size, reviewedAt, reviewedBy, reviewerId, customerId, verdict } = document;
  const isPending = verdict === 'pending';
  return {
    type: 'resource',
    kind: 'document-review',
    id,
    attributes: {
      ...attributesOf(document),
      mediaType: format,
      size,
      reviewed: reviewedAt?.toISOString(),
      reviewedBy: reviewedBy ?? undefined,
      personId: reviewerId ?? undefined,
    },
    links: {
      customer: ref('customer', customerId),
      file: ref('downloadDocument', id),
      reads: ref('listDocumentReads', id),
      approve: isPending ? ref('approveDocument', id) : undefined,
      reject: isPending ? ref('rejectDocument', id) : undefined,
    },
  };
}
