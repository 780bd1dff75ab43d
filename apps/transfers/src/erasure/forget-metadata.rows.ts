import type { EntityManager } from 'typeorm';
import { besides, named } from '../projection/rebuild/copy-tables.rows.js';

/**
 * Also forgets the metadata in a copy that is being filled. The list that serves names the transfers, because the list
 * of the copy may lack some that the copy has already.
 */
export async function forgetMetadata(tx: EntityManager, partyId: string): Promise<void> {
  const [{ serving }] = await tx.query<[{ serving: string }]>('SELECT current_schema() AS serving');
  const forget = (): Promise<unknown> =>
    tx.query(
      `UPDATE transfers SET metadata = NULL WHERE metadata IS NOT NULL
       AND id IN (SELECT transfer_id FROM ${named(serving, ['party_transfers'])} WHERE party_id = $1)`,
      [partyId],
    );
  await forget();
  await besides(tx, 'transfers', forget);
}
