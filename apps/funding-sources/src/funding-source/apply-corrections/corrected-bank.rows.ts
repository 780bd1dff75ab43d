import { queryPrepared } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';
import type { FundingSource } from '../funding-source.entity.js';

/**
 * Changes the numbers of a bank, by the rules of `refuseKnownNumbers`: unless another bank of the owner has them, or a
 * return forbids them. Numbers that the bank has already are not forbidden.
 */
const CORRECT = {
  name: 'correct-bank',
  text: `
  UPDATE funding_sources AS source SET bank_account_type = $2, bank_name = $3, routing_number = $4,
    account_number = $5, fingerprint = $6, last_four = $7, version = $8
  WHERE source.id = $1 AND (
    source.fingerprint = $6 OR NOT EXISTS (
      SELECT FROM funding_sources AS other
      WHERE other.owner_id = source.owner_id AND other.fingerprint = $6 AND other.channel = source.channel
        AND other.type = 'bank' AND other.removed_at IS NULL
    ) AND NOT EXISTS (SELECT FROM blocked_banks WHERE account_id = source.account_id AND fingerprint = $6)
  )
  RETURNING source.id`,
};

/**
 * Stores the numbers, type and version of a corrected bank. Call it under the lock of the owner, because another bank
 * of the owner could get the same numbers at the same time.
 *
 * @returns whether the owner may have a bank with these numbers; else nothing is stored
 */
export async function storeCorrected(tx: EntityManager, bank: FundingSource): Promise<boolean> {
  const { id, bankAccountType, bankName, routingNumber, accountNumber, fingerprint, lastFour, version } = bank;
  const values = [id, bankAccountType, bankName, routingNumber, accountNumber, fingerprint, lastFour, version];
  return (await queryPrepared(tx, CORRECT, values)).length > 0;
}
