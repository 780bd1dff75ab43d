import { type AttributesOf, ref, type ResourceAnswer } from '@halyard/contracts';
import type { OfferedAccount } from '../../linking-provider/linking-provider.js';
import type { CurrentSession } from './linking-sessions.js';

const MASK_LENGTH = 4;

/** Told only once: the session's token when it is opened, and the result of a provider's session. */
type OneTimeFields = Pick<AttributesOf<'linking-session'>, 'token' | 'publicToken' | 'accountId'>;

export function linkingSessionAnswer(
  { row, progress, attemptsLeft, fundingSourceId }: CurrentSession,
  told: OneTimeFields = {},
): ResourceAnswer<'linking-session'> {
  const isDone = fundingSourceId !== undefined || told.publicToken !== undefined;
  return {
    type: 'resource',
    kind: 'linking-session',
    id: '',
    attributes: {
      ...told,
      step: isDone ? 'done' : progress.step,
      expires: row.expiresAt.toISOString(),
      attemptsLeft,
      institution: progress.step === 'login' ? undefined : progress.institution,
      fields: progress.step === 'questions' ? progress.fields : undefined,
      accounts: progress.step === 'accounts' && !isDone ? progress.accounts.map(shown) : undefined,
    },
    links: { 'funding-source': fundingSourceId === undefined ? undefined : ref('funding-source', fundingSourceId) },
  };
}

const shown = ({ id, name, bankAccountType, accountNumber, routingNumber }: OfferedAccount) => ({
  id,
  name,
  bankAccountType,
  mask: accountNumber.slice(-MASK_LENGTH),
  isEligible: routingNumber !== undefined,
});
