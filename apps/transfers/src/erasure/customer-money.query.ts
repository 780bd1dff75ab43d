import type { EntityManager } from 'typeorm';

export interface TransfersOfParty {
  readonly isPending: boolean;
  readonly lastAt: Date | null;
}

/** Whether something of a party is under way or is to be returned, and when its last transfer was. */
export async function transfersOfParty(manager: EntityManager, partyId: string): Promise<TransfersOfParty> {
  const [row] = await manager.query<[TransfersOfParty]>(
    `SELECT
       EXISTS (SELECT FROM party_transfers WHERE party_id = $1 AND status = 'pending') OR EXISTS (
         SELECT FROM party_transfers AS listed JOIN transfers ON transfers.id = listed.transfer_id
         WHERE listed.party_id = $1 AND transfers.return_due IS NOT NULL
       ) AS "isPending",
       (SELECT max(created) FROM party_transfers WHERE party_id = $1) AS "lastAt"`,
    [partyId],
  );
  return row;
}

/** What callers have noted of transfers of a party. */
export async function forgetMetadata(tx: EntityManager, partyId: string): Promise<void> {
  await tx.query(
    `UPDATE transfers SET metadata = NULL
     WHERE metadata IS NOT NULL AND id IN (SELECT transfer_id FROM party_transfers WHERE party_id = $1)`,
    [partyId],
  );
}
