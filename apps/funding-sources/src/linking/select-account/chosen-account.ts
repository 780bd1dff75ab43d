import { DomainError, validationError } from '@halyard/core';
import { usualFault } from '@halyard/input';
import type { OfferedAccount } from '../../linking-provider/linking-provider.js';
import type { CurrentSession } from '../session/linking-sessions.js';

export type ChosenAccount = OfferedAccount & { readonly routingNumber: string };

/** @throws DomainError InvalidResourceState if no accounts were offered, ValidationError */
export function chosenOf({ progress }: CurrentSession, id: string): ChosenAccount {
  if (progress.step !== 'accounts') {
    throw new DomainError('InvalidResourceState', { message: 'No accounts were offered.' });
  }
  const offered = progress.accounts.find((account) => account.id === id);
  if (!offered) throw validationError(usualFault('Invalid', '/account'));
  const { routingNumber } = offered;
  if (routingNumber === undefined) {
    throw validationError({ code: 'NotAllowed', message: 'The account has no routing number.', path: '/account' });
  }
  return { ...offered, routingNumber };
}
