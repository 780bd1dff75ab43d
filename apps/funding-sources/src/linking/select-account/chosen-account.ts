import { DomainError, type FaultCode, validationError } from '@halyard/core';
import type { OfferedAccount } from '../../linking-provider/linking-provider.js';
import type { CurrentSession } from '../session/linking-sessions.js';

/** An account that can receive money. */
export type ChosenAccount = OfferedAccount & { readonly routingNumber: string };

/**
 * The offered account with that id.
 *
 * @throws DomainError InvalidResourceState when no accounts were offered, ValidationError
 */
export function chosenOf({ progress }: CurrentSession, id: string): ChosenAccount {
  if (progress.step !== 'accounts') {
    throw new DomainError('InvalidResourceState', { message: 'No accounts were offered.' });
  }
  const offered = progress.accounts.find((account) => account.id === id);
  if (!offered) throw refused('Invalid', 'Account invalid.');
  const { routingNumber } = offered;
  if (routingNumber === undefined) throw refused('NotAllowed', 'The account has no routing number.');
  return { ...offered, routingNumber };
}

const refused = (code: FaultCode, message: string): DomainError => validationError({ code, message, path: '/account' });
