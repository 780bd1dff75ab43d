import type { Database } from '../bank-file/bank-files.rows.js';
import type { BankStatement } from '../bank-file/nacha/uploaded-file.js';

/** Names what a bank states about a leg. A leg is returned once, and corrected once with each code. */
export const statementName = (legId: string, type: BankStatement['type'], code?: string): string =>
  type === 'return' ? `${legId} return` : `${legId} ${code ?? ''}`;

/** @returns the names of the statements that earlier files have applied to these legs */
export async function appliedStatements(
  db: Database,
  accountId: string,
  legIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db.query<{ readonly legId: string; readonly status: string; readonly code: string }[]>(
    `SELECT leg_id AS "legId", status, code FROM bank_file_entries
     WHERE account_id = $1 AND leg_id = ANY($2::uuid[]) AND outcome = 'applied'`,
    [accountId, legIds],
  );
  return new Set(
    rows.map(({ legId, status, code }) => statementName(legId, status === 'returned' ? 'return' : 'correction', code)),
  );
}
