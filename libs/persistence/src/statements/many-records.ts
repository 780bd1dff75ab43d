import { type EntityManager, type EntityTarget, type FindOptionsWhere, In, type ObjectLiteral } from 'typeorm';
import { queryPrepared } from './prepared-query.js';

interface IdentifiedRecord extends ObjectLiteral {
  readonly id: string;
}

/**
 * Locks records until the commit. The order is always the same, so that two callers that lock the same records can't
 * deadlock.
 */
export async function lockRecords<Entity extends IdentifiedRecord>(
  tx: EntityManager,
  entity: EntityTarget<Entity>,
  ids: Iterable<string>,
): Promise<Map<string, Entity>> {
  const records = await tx.find(entity, {
    where: { id: In([...new Set(ids)]) } as FindOptionsWhere<Entity>,
    order: { id: 'ASC' } as never,
    lock: { mode: 'pessimistic_write' },
  });
  return new Map(records.map((record) => [record.id, record]));
}

/** An INSERT that leaves existing rows as they are. Its first parameter is the records as JSON. */
export function insertionOf<Entity extends ObjectLiteral>(
  tx: EntityManager,
  entity: EntityTarget<Entity>,
  records: readonly Entity[],
): { readonly text: string; readonly json: string } {
  const { tableName, columns } = tx.connection.getMetadata(entity);
  const written = columns.filter(({ isInsert }) => isInsert);
  const names = written.map(({ databaseName }) => databaseName).join(', ');
  const rows = records.map((record) =>
    Object.fromEntries(written.map((column) => [column.databaseName, inJson(column.getEntityValue(record, true))])),
  );
  return {
    text: `INSERT INTO ${tableName} (${names})
           SELECT ${names} FROM json_populate_recordset(NULL::${tableName}, $1) ON CONFLICT DO NOTHING`,
    json: JSON.stringify(rows),
  };
}

const inJson = (value: unknown): unknown => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value);

/** Inserts those records that don't exist yet, even if others are inserting them too. @returns the new ones */
export async function insertNew<Entity extends ObjectLiteral>(
  tx: EntityManager,
  entity: EntityTarget<Entity>,
  records: readonly Entity[],
): Promise<Entity[]> {
  if (records.length === 0) return [];
  const { tableName, primaryColumns: keys } = tx.connection.getMetadata(entity);
  const { text, json } = insertionOf(tx, entity, records);
  const returned = keys.map(({ databaseName }) => databaseName).join(', ');
  const statement = { name: `insert-new ${tableName}`, text: `${text} RETURNING ${returned}` };
  const inserted = await queryPrepared<Readonly<Record<string, unknown>>>(tx, statement, [json]);
  const news = new Set(inserted.map((row) => JSON.stringify(keys.map(({ databaseName }) => row[databaseName]))));
  return records.filter((record) =>
    news.delete(JSON.stringify(keys.map((key) => key.getEntityValue(record) as unknown))),
  );
}
