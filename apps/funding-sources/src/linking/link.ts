import { DomainError } from '@halyard/core';
import type { BankLink } from '../funding-source/add-bank/new-banks.js';
import type { LinkingCaller } from './linking.guard.js';

/**
 * The link by which a browser adds a bank: its token, or the token that opened its session. Each token links one bank.
 */
export const linkOf = ({ token }: LinkingCaller): BankLink => ({
  id: token.id,
  used: () =>
    token.action === 'session'
      ? new DomainError('InvalidResourceState', { message: 'The session has linked its bank already.' })
      : new DomainError('InvalidAccessToken'),
});
