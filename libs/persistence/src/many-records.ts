import { type EntityManager, type EntityTarget, type FindOptionsWhere, In, type ObjectLiteral } from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';

interface Identified extends ObjectLiteral {
  readonly id: string;
}

/**
 * Locks records until the commit, as far as they exist. In a fixed order, so that two callers that lock some of the
 * same can't deadlock.
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

/** Inserts records, each once, whoever else does too. @returns those that did not exist */
export async function insertNew<Entity extends ObjectLiteral>(
  tx: EntityManager,
  entity: EntityTarget<Entity>,
  records: readonly Entity[],
): Promise<Entity[]> {
  if (records.length === 0) return [];
  const keys = tx.connection.getMetadata(entity).primaryColumns;
  const values = [...records] as QueryDeepPartialEntity<Entity>[];
  const returned = keys.map(({ databaseName }) => databaseName).join(', ');
  const inserting = tx.createQueryBuilder().insert().into(entity).values(values).orIgnore().returning(returned);
  // Otherwise TypeORM would copy returned values into the first records, which need not be the inserted ones.
  inserting.updateEntity(false);
  const inserted = (await inserting.execute()).raw as readonly Readonly<Record<string, unknown>>[];
  const news = new Set(inserted.map((row) => JSON.stringify(keys.map(({ databaseName }) => row[databaseName]))));
  return records.filter((record) =>
    news.delete(JSON.stringify(keys.map((key) => key.getEntityValue(record) as unknown))),
  );
}
