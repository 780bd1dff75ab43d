import { DomainError } from '@halyard/core';
import type { BankLink } from '../funding-source/add-bank/new-banks.js';
import type { LinkingCaller } from './linking.guard.js';

/** A browser links a bank by its token, or by the token that opened its session. Each links one bank. */
export const linkOf = ({ token }: LinkingCaller): BankLink => ({
  id: token.id,
  used: () =>
    token.action === 'session'
      ? new DomainError('InvalidResourceState', { message: 'The session has linked its bank already.' })
      : new DomainError('InvalidAccessToken'),
});
