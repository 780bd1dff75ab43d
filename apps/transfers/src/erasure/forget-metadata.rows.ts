import type { EntityManager } from 'typeorm';
import { besides } from '../projection/rebuild/copy-tables.rows.js';

const FORGET = 'UPDATE transfers SET metadata = NULL WHERE metadata IS NOT NULL AND id = ANY($1)';

/**
 * Also forgets the metadata in a copy that is being filled. The list that serves names the transfers, because the list
 * of the copy may lack some that the copy has already.
 */
export async function forgetMetadata(tx: EntityManager, partyId: string): Promise<void> {
  const listed = await tx.query<{ id: string }[]>('SELECT transfer_id AS id FROM party_transfers WHERE party_id = $1', [
    partyId,
  ]);
  const ids = listed.map(({ id }) => id);
  await tx.query(FORGET, [ids]);
  await besides(tx, 'transfers', () => tx.query(FORGET, [ids]));
}
