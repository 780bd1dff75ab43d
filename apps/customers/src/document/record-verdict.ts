import type { DocumentFailureReason } from '@halyard/contracts/documents';
import type { Change } from '@halyard/changes';
import type { Actor } from '@halyard/http';
import { Document } from './document.entity.js';
import { documentRules } from './document-rules.js';
import type { DocumentParties, DocumentParty } from './party/document-party.js';

export interface ReviewVerdict {
  readonly document: Document;
  /** The party that sent the document, locked; undefined for a removed owner, whose document is closed all the same. */
  readonly party: DocumentParty | undefined;
  /** Empty if the document is accepted. */
  readonly failureReasons: readonly DocumentFailureReason[];
  readonly at: Date;
  /** The operator; null for the sandbox. */
  readonly by: Actor | null;
}

export async function recordVerdict(
  change: Change,
  parties: DocumentParties,
  { document, party, failureReasons, at, by }: ReviewVerdict,
): Promise<Document> {
  const isAccepted = failureReasons.length === 0;
  const reviewed: Document = {
    ...document,
    verdict: isAccepted ? 'accepted' : 'rejected',
    failureReasons,
    reviewedAt: at,
    reviewedBy: by?.applicationId ?? null,
    reviewerId: by?.personId ?? null,
  };
  const { verdict, reviewedAt, reviewedBy, reviewerId } = reviewed;
  await change.tx.update(
    Document,
    { id: document.id },
    { verdict, failureReasons: [...failureReasons], reviewedAt, reviewedBy, reviewerId },
  );
  const { about } = documentRules[document.type];
  const step = isAccepted ? 'approved' : 'failed';
  if (party) await parties.apply(change, party, { step, documentId: document.id, about, at });
  return reviewed;
}
