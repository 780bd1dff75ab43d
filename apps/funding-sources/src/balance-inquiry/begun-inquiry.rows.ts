import type { EntityManager } from 'typeorm';

/**
 * Begins an inquiry, unless one is under way, or one that ended after `lives` has an answer that is still valid.
 *
 * @returns whether this call began it
 */
export async function insertBegun(
  tx: EntityManager,
  inquiry: { readonly fundingSourceId: string; readonly accountId: string; readonly begun: Date },
  lives: Date,
): Promise<boolean> {
  const rows = await tx.query<unknown[]>(
    `INSERT INTO balance_inquiries AS inquiry (funding_source_id, account_id, begun) VALUES ($1, $2, $3)
     ON CONFLICT (funding_source_id) DO UPDATE SET begun = EXCLUDED.begun, ended = NULL, outcome = NULL
       WHERE inquiry.ended <= $4
     RETURNING begun`,
    [inquiry.fundingSourceId, inquiry.accountId, inquiry.begun, lives],
  );
  return rows.length > 0;
}
