import type { EntityManager } from 'typeorm';
import { LIST_HEAD, LIST_HEAD_ROWS } from '../transfer/party-list.rows.js';

interface TransfersOfParty {
  readonly isPending: boolean;
  readonly lastAt: Date | null;
}

/**
 * Whether a party has a transfer under way or a return to come, and when its last transfer was. A return can concern a
 * transfer that the party is no party of (the debit from its sender's bank) and still take from its balance: so the
 * main transfer of the payment decides, which names both parties.
 */
export async function transfersOfParty(manager: EntityManager, partyId: string): Promise<TransfersOfParty> {
  const [row] = await manager.query<[TransfersOfParty]>(
    `SELECT
       EXISTS (SELECT FROM party_transfers WHERE party_id = $1 AND status = 'pending') OR EXISTS (
         SELECT FROM transfers AS due JOIN transfers AS main ON main.id = due.payment_id
         WHERE due.return_due IS NOT NULL AND due.kind <> 'microDeposit'
           AND $1 IN (main.source_owner_id, main.destination_owner_id)
       ) AS "isPending",
       greatest(
         (SELECT max(created) FROM ${LIST_HEAD_ROWS} AS head),
         (SELECT max(created) FROM party_transfers WHERE party_id = $1 AND number > ${LIST_HEAD})
       ) AS "lastAt"`,
    [partyId],
  );
  return row;
}

/** The metadata that callers gave transfers of a party. */
export async function forgetMetadata(tx: EntityManager, partyId: string): Promise<void> {
  await tx.query(
    `UPDATE transfers SET metadata = NULL
     WHERE metadata IS NOT NULL AND id IN (SELECT transfer_id FROM party_transfers WHERE party_id = $1)`,
    [partyId],
  );
}
