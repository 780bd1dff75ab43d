import { ref, type ResourceDocument } from '@halyard/contracts';
import type { OfferedAccount } from '../../linking-provider/linking-provider.js';
import type { CurrentSession } from './linking-sessions.js';

const MASK_LENGTH = 4;

/** @param token in the answer that opens the session alone */
export function linkingSessionDocument(
  { row, progress, attemptsLeft, fundingSourceId }: CurrentSession,
  token?: string,
): ResourceDocument<'linking-session'> {
  const isDone = fundingSourceId !== undefined;
  return {
    document: 'resource',
    kind: 'linking-session',
    id: '',
    attributes: {
      token,
      step: isDone ? 'done' : progress.step,
      expires: row.expiresAt.toISOString(),
      attemptsLeft,
      institution: progress.step === 'login' ? undefined : progress.institution,
      fields: progress.step === 'questions' ? progress.fields : undefined,
      accounts: progress.step === 'accounts' && !isDone ? progress.accounts.map(shown) : undefined,
    },
    links: { 'funding-source': isDone ? ref('funding-source', fundingSourceId) : undefined },
  };
}

const shown = ({ id, name, bankAccountType, accountNumber, routingNumber }: OfferedAccount) => ({
  id,
  name,
  bankAccountType,
  mask: accountNumber.slice(-MASK_LENGTH),
  isEligible: routingNumber !== undefined,
});
