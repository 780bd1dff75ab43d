import type { EntityManager } from 'typeorm';
import type { Transfer } from '../transfer.entity.js';

export interface TransferEnding {
  /** When the transfer was last processed, failed or cancelled. */
  readonly ended?: Date;
  /** The sum of the payment's fees. Only set for the transfer that answered the payment's request. */
  readonly feesMinor?: bigint;
}

/** A transfer's last fact describes its current state. */
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
): Promise<ReadonlyMap<string, TransferEnding>> {
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
