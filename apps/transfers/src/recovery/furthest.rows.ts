import type { Position } from '@halyard/event-store';
import type { DataSource } from 'typeorm';

/** The furthest position in the streams that any read model has reached. */
export async function furthestOf(dataSource: DataSource): Promise<Position> {
  const [row] = await dataSource.query<{ furthest: string }[]>(
    'SELECT coalesce(max(furthest), 0) AS furthest FROM projections',
  );
  return BigInt(row?.furthest ?? 0);
}
