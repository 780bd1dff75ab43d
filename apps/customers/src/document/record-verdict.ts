import type { DocumentFailureReason } from '@halyard/contracts';
import type { Change } from '@halyard/messaging';
import { Document } from './document.entity.js';
import { documentRules } from './document-rules.js';
import type { DocumentParties, DocumentParty } from './party/document-party.js';

/** What someone has found of a document. */
export interface Verdict {
  readonly document: Document;
  /** Whose document it is, locked; nobody where its owner was removed, so that it waits no longer all the same. */
  readonly party: DocumentParty | undefined;
  /** None if it is accepted. */
  readonly failureReasons: readonly DocumentFailureReason[];
  readonly at: Date;
  /** The operator's application; null for the sandbox. */
  readonly by: string | null;
}

/** Writes down what was found of a document that waits for that, and has its party follow. */
export async function recordVerdict(
  change: Change,
  parties: DocumentParties,
  { document, party, failureReasons, at, by }: Verdict,
): Promise<Document> {
  const isAccepted = failureReasons.length === 0;
  const reviewed: Document = {
    ...document,
    verdict: isAccepted ? 'accepted' : 'rejected',
    failureReasons,
    reviewedAt: at,
    reviewedBy: by,
  };
  const { verdict, reviewedAt, reviewedBy } = reviewed;
  await change.tx.update(
    Document,
    { id: document.id },
    { verdict, failureReasons: [...failureReasons], reviewedAt, reviewedBy },
  );
  const { about } = documentRules[document.type];
  const step = isAccepted ? 'approved' : 'failed';
  if (party) await parties.take(change, party, { step, documentId: document.id, about, at });
  return reviewed;
}
