import type { EntityManager } from 'typeorm';

/**
 * Begins an inquiry, unless one is under way or ended after `lives`, so that its answer is still valid.
 *
 * @returns whether it was begun; a later caller changes nothing
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
