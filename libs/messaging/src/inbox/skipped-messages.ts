import type { DataSource } from 'typeorm';

export interface SkippedMessage {
  readonly id: string;
  readonly consumer: string;
  readonly topic: string;
  readonly key: string;
  readonly sequence: number;
  readonly reason: string;
  /** Why the key was held up. */
  readonly cause: string;
  /** The application that the operator used. */
  readonly by: string;
  /** The operator who decided; absent if the application acted for nobody. */
  readonly personId?: string;
  readonly at: Date;
}

interface Row extends Omit<SkippedMessage, 'sequence' | 'personId'> {
  readonly personId: string | null;
  readonly sequence: string;
}

/** Lists skipped messages, the latest first. If `behind` is given, begins after that one. */
export async function listSkipped(
  dataSource: DataSource,
  { limit, behind }: { readonly limit: number; readonly behind?: string | undefined },
): Promise<SkippedMessage[]> {
  const rows = await dataSource.query<Row[]>(
    `SELECT id, consumer, topic, key, sequence, reason, cause, skipped_by AS by, person_id AS "personId", skipped_at AS at
     FROM inbox_skips WHERE $2::uuid IS NULL OR id < $2 ORDER BY id DESC LIMIT $1`,
    [limit, behind],
  );
  return rows.map(({ personId, ...row }) => ({
    ...row,
    sequence: Number(row.sequence),
    ...(personId !== null && { personId }),
  }));
}

export async function countSkipped(dataSource: DataSource): Promise<number> {
  const [row] = await dataSource.query<{ count: number }[]>(`SELECT count(*)::int AS count FROM inbox_skips`);
  return row?.count ?? 0;
}
