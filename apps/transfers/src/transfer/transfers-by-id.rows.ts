import { queryPrepared, type PreparedStatement } from '@halyard/persistence';
import type { DataSource } from 'typeorm';
import { Transfer } from './transfer.entity.js';

/** Reads transfers by id in one statement, with a plan that stays good while the table grows. */
export class TransfersById {
  private readonly statement: PreparedStatement;
  private readonly converted: readonly [property: keyof Transfer, from: (stored: unknown) => unknown][];

  constructor(private readonly dataSource: DataSource) {
    const { columns } = dataSource.getMetadata(Transfer);
    const selected = columns.map(({ databaseName, propertyName }) => `stored.${databaseName} AS "${propertyName}"`);
    this.statement = {
      name: 'transfers-by-id',
      text: `SELECT stored.*
             FROM unnest($1::uuid[]) AS wanted (id)
             CROSS JOIN LATERAL (
               SELECT ${selected.join(', ')} FROM transfers AS stored WHERE stored.id = wanted.id OFFSET 0
             ) AS stored`,
    };
    this.converted = columns.flatMap(({ propertyName, transformer }) =>
      transformer && !Array.isArray(transformer)
        ? [[propertyName as keyof Transfer, (stored: unknown): unknown => transformer.from(stored)]]
        : [],
    );
  }

  /** @returns the transfers in the order of the ids; undefined for ids that do not exist */
  async read(ids: readonly string[]): Promise<readonly (Transfer | undefined)[]> {
    const rows = await queryPrepared<Record<keyof Transfer, unknown>>(this.dataSource, this.statement, [
      [...new Set(ids)],
    ]);
    const byId = new Map<unknown, Transfer>();
    for (const row of rows) {
      for (const [property, from] of this.converted) row[property] = from(row[property]);
      byId.set(row.id, Object.assign(new Transfer(), row));
    }
    return ids.map((id) => byId.get(id));
  }
}
