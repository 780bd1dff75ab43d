import { type EntityManager, type EntityTarget, type FindOptionsWhere, In, type ObjectLiteral } from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';

interface Identified extends ObjectLiteral {
  readonly id: string;
}

/**
 * Records that are locked until the commit, as far as they are there. In one order, so that two who lock some of the same
 * wait for each other and never both.
 */
export async function lockRecords<Entity extends Identified>(
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

/**
 * Inserts records, each once, whoever else does.
 *
 * @returns those that were not there
 */
export async function insertNew<Entity extends ObjectLiteral>(
  tx: EntityManager,
  entity: EntityTarget<Entity>,
  records: readonly Entity[],
): Promise<Entity[]> {
  const [key] = tx.connection.getMetadata(entity).primaryColumns;
  if (!key || records.length === 0) return [];
  const values = [...records] as QueryDeepPartialEntity<Entity>[];
  const inserting = tx.createQueryBuilder().insert().into(entity).values(values).orIgnore().returning(key.databaseName);
  const inserted = (await inserting.execute()).raw as readonly Readonly<Record<string, unknown>>[];
  const news = new Set(inserted.map((row) => row[key.databaseName]));
  return records.filter((record) => news.delete(key.getEntityValue(record)));
}
