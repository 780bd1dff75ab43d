import type { AuthFact } from '@halyard/contracts/accounts';
import type { PartyFact } from '@halyard/contracts/parties';
import { DomainError } from '@halyard/core';
import type { Change } from '@halyard/changes';
import { Account, partyFactOf } from './account.entity.js';

/** The part of the account that every entry of its history repeats. */
export interface StatedAccount {
  readonly accountId: string;
  readonly fact: PartyFact;
}

/**
 * Records something about an account that does not change the account itself. Entries are numbered by account; the
 * account stays locked until the commit.
 *
 * @throws DomainError NotFound
 */
export async function recordOfAccount(
  { tx, record }: Change,
  accountId: string,
  at: Date,
  factOf: (account: StatedAccount) => AuthFact,
): Promise<void> {
  const account = await tx.findOne(Account, { where: { id: accountId }, lock: { mode: 'pessimistic_write' } });
  if (!account) throw new DomainError('NotFound');
  account.version += 1;
  await tx.update(Account, { id: accountId }, { version: account.version });
  await record({ key: accountId, accountId, ...factOf({ accountId, fact: partyFactOf(account) }), at });
}
