import type { KeyRecordName } from '@halyard/contracts';
import type { DataSource } from 'typeorm';
import { operationsLifetime } from './idempotency-records.migration.js';

/** A key that an operation's effect names. After a restore, the database may have no record of it. */
export interface RecalledKey extends KeyRecordName {
  readonly operationId: string;
  /** ISO 8601, by the account's clock. */
  readonly accountTime: string;
  readonly firstUsed: Date;
}

/** Whether a record of the key would not have expired yet. */
export const isKeptKey = ({ firstUsed }: Pick<RecalledKey, 'firstUsed'>, now: Date): boolean =>
  firstUsed.getTime() > now.getTime() - operationsLifetime.keptMs;

/**
 * Makes the records of keys that a restored database does not have. A record of another operation under the same key
 * may stay: that operation was refused, or the key would not have been used again. The content of the requests is not
 * known, so a request that differs is refused without a word about how. May be repeated, but never while the service
 * serves.
 *
 * @param keys in the order of their use
 */
export async function recallKeys(dataSource: Pick<DataSource, 'query'>, keys: readonly RecalledKey[]): Promise<void> {
  const last = [...new Map(keys.map((key) => [key.id, key])).values()];
  if (last.length === 0) return;
  const values = [
    last.map(({ id }) => id),
    last.map(({ operationId }) => operationId),
    last.map(({ firstUsed }) => firstUsed),
    last.map(({ accountTime }) => accountTime),
    last.map(({ fingerprint }) => fingerprint),
  ];
  await dataSource.query(
    `INSERT INTO operations (id, operation_id, first_used_at, account_time, fingerprint)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::timestamptz[], $5::uuid[])
       AS key (id, operation_id, first_used_at, account_time, fingerprint)
     WHERE NOT EXISTS (
       SELECT FROM operations AS record WHERE record.id = key.id AND record.operation_id = key.operation_id
     )`,
    values,
  );
}
