import { DomainError, validationError } from '@halyard/core';
import { type EntityManager, IsNull } from 'typeorm';
import { BlockedBank } from './apply-returns/blocked-bank.entity.js';
import { FundingSource } from './funding-source.entity.js';

type NumberedBank = Pick<FundingSource, 'accountId' | 'ownerId' | 'channel'> & { readonly fingerprint: string };

/**
 * Refuses numbers that the owner may not add. Call it under the lock of the owner.
 *
 * @throws DomainError DuplicateResource if the owner has the bank already; ValidationError at /accountNumber if a
 * return forbids it for good to every owner of the account (reference facts, section 7.9)
 */
export async function refuseKnownNumbers(tx: EntityManager, numbered: NumberedBank): Promise<void> {
  const { accountId, ownerId, fingerprint, channel } = numbered;
  const where = { ownerId, fingerprint, channel: channel ?? IsNull(), removedAt: IsNull() };
  const existing = await tx.findOneBy(FundingSource, where);
  if (existing) {
    throw new DomainError('DuplicateResource', {
      message: `Bank already exists: id=${existing.id}`,
      about: { kind: 'funding-source', id: existing.id },
    });
  }
  if (!(await tx.existsBy(BlockedBank, { accountId, fingerprint }))) return;
  throw validationError({ code: 'Restricted', message: 'AccountNumber restricted.', path: '/accountNumber' });
}
