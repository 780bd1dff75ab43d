import type { Operation } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { accountOf } from '@halyard/http';
import type { EntityManager } from 'typeorm';
import { FundingSource } from '../funding-source/funding-source.entity.js';
import { lockActive, type Owner } from '../funding-source/party/source-owners.js';
import { isAllowed, type SourceState, stateOf } from '../funding-source/source-states.js';

/** @throws DomainError NotFound */
export async function ownerOf(manager: EntityManager, operation: Operation, id: string): Promise<Owner> {
  const source = await manager.findOneBy(FundingSource, { id, accountId: accountOf(operation) });
  if (!source) throw new DomainError('NotFound');
  return { kind: source.ownerKind, id: source.ownerId };
}

/**
 * Locks a bank to be verified, after its owner. Call it inside `SourceOwners.decide`.
 *
 * @throws DomainError InvalidResourceState if the owner is not active, or the source is removed, takes wires, is
 * verified already (as balances are from the start), has used up its attempts, or returned its deposits
 */
export async function lockUnverified(
  tx: EntityManager,
  accountId: string,
  owner: Owner,
  id: string,
): Promise<FundingSource> {
  await lockActive(tx, accountId, owner);
  const source = await tx.findOneOrFail(FundingSource, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (isAllowed('initiate-micro-deposits', source) || isAllowed('verify-micro-deposits', source)) return source;
  throw new DomainError('InvalidResourceState', { message: refusals[stateOf(source)] });
}

const refusals: Readonly<Partial<Record<SourceState, string>>> = {
  wire: 'Wires need no verification. Send to it as it is.',
  verified: 'Bank already verified. It can send and receive.',
  balance: 'Bank already verified. A balance needs no micro-deposits.',
  'attempts used up': 'Too many attempts. Remove the bank, and add it again.',
  'deposits returned': 'The micro-deposits were returned. Correct the numbers of the bank, or add another.',
  'deposits returned after a wrong attempt':
    'The micro-deposits were returned. Correct the numbers of the bank, or add another.',
};
