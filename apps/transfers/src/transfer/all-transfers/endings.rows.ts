import type { EntityManager } from 'typeorm';
import type { Transfer } from '../transfer.entity.js';

/** What the row of a transfer does not say. */
export interface Ending {
  /** When it was processed, failed or was cancelled, the latest of these. */
  readonly ended?: Date;
  /** The sum of the fees of its payment; only of the transfer that the payment's request was answered with. */
  readonly feesMinor?: bigint;
}

/** A transfer's last fact is that of its state. */
const READ_ENDINGS = `
  SELECT transfer.id,
    CASE WHEN transfer.status <> 'pending' THEN history.at END AS ended,
    CASE WHEN transfer.id = transfer.payment_id THEN (
      SELECT coalesce(sum(fee.amount_minor), 0)::text FROM transfers AS fee
      WHERE fee.payment_id = transfer.payment_id AND fee.kind = 'fee'
    ) END AS fees
  FROM transfers AS transfer
  LEFT JOIN history ON history.key = transfer.id AND history.sequence = transfer.version
  WHERE transfer.id = ANY ($1::uuid[])`;

export async function readEndings(
  database: EntityManager,
  transfers: readonly Transfer[],
): Promise<ReadonlyMap<string, Ending>> {
  const rows = await database.query<{ id: string; ended: Date | null; fees: string | null }[]>(READ_ENDINGS, [
    transfers.map(({ id }) => id),
  ]);
  return new Map(
    rows.map(({ id, ended, fees }) => [
      id,
      { ...(ended && { ended }), ...(fees !== null && { feesMinor: BigInt(fees) }) },
    ]),
  );
}
