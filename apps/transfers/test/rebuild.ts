import type { RebuildableModel } from '@halyard/messaging';
import type { TestService } from '@halyard/testing';

/** Begins a rebuild, as an operator's request does. */
export async function rebuild({ dataSource }: TestService, model: RebuildableModel): Promise<void> {
  await dataSource.transaction((tx) => model.clear(tx));
  model.refill?.();
}

export const contentOf = ({ dataSource }: TestService, tables: readonly string[]): Promise<unknown[]> =>
  Promise.all(
    tables.map((table) =>
      dataSource.query<unknown[]>(`SELECT * FROM ${table} AS entry ORDER BY entry::text COLLATE "C"`),
    ),
  );
