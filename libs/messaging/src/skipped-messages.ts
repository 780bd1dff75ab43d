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

export interface SkippedPage {
  readonly limit: number;
  readonly offset: number;
  /** Time in milliseconds that nothing later is shown of; that of the latest, without it. */
  readonly newest?: number | undefined;
}

export interface SkippedMessages {
  readonly skipped: readonly SkippedMessage[];
  readonly total: number;
  readonly newest: number;
}

/** A page of what the operators of a service have skipped, the latest first, and how many there are in all. */
export async function listSkipped(dataSource: DataSource, page: SkippedPage): Promise<SkippedMessages> {
  const { limit, offset, newest = await latestSkip(dataSource) } = page;
  const shown = `FROM inbox_skips WHERE skipped_at <= $1`;
  const [counted] = await dataSource.query<{ total: number }[]>(`SELECT count(*)::int AS total ${shown}`, [
    new Date(newest),
  ]);
  const rows = await dataSource.query<Row[]>(
    `SELECT id, consumer, topic, key, sequence, reason, cause, skipped_by AS by, skipped_at AS at
     ${shown} ORDER BY skipped_at DESC, id DESC LIMIT $2 OFFSET $3`,
    [new Date(newest), limit, offset],
  );
  const skipped = rows.map((row) => ({ ...row, sequence: Number(row.sequence) }));
  return { skipped, total: counted?.total ?? 0, newest };
}

async function latestSkip(dataSource: DataSource): Promise<number> {
  const [row] = await dataSource.query<{ at: Date | null }[]>(`SELECT max(skipped_at) AS at FROM inbox_skips`);
  return row?.at?.getTime() ?? 0;
}
