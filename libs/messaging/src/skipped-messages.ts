import type { DataSource } from 'typeorm';

/** A message without which an operator has let a key go on. */
export interface SkippedMessage {
  readonly id: string;
  readonly consumer: string;
  readonly topic: string;
  readonly key: string;
  readonly sequence: number;
  readonly reason: string;
  /** What held the key up. */
  readonly cause: string;
  /** The application that the operator used. */
  readonly by: string;
  readonly at: Date;
}

interface Row extends Omit<SkippedMessage, 'sequence'> {
  readonly sequence: string;
}

/** A page of what the operators of a service have skipped, the latest first, and how many there are in all. */
export async function listSkipped(
  dataSource: DataSource,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly skipped: readonly SkippedMessage[]; readonly total: number }> {
  const [counted] = await dataSource.query<{ total: number }[]>(`SELECT count(*)::int AS total FROM inbox_skips`);
  const rows = await dataSource.query<Row[]>(
    `SELECT id, consumer, topic, key, sequence, reason, cause, skipped_by AS by, skipped_at AS at
     FROM inbox_skips ORDER BY skipped_at DESC, id DESC LIMIT $1 OFFSET $2`,
    [limit, offset],
  );
  return { skipped: rows.map((row) => ({ ...row, sequence: Number(row.sequence) })), total: counted?.total ?? 0 };
}
