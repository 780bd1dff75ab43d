import type { EntityManager } from 'typeorm';

export async function forgetMetadata(tx: EntityManager, partyId: string): Promise<void> {
  await tx.query(
    `UPDATE transfers SET metadata = NULL
     WHERE metadata IS NOT NULL AND id IN (SELECT transfer_id FROM party_transfers WHERE party_id = $1)`,
    [partyId],
  );
}
