import type { DataSource } from 'typeorm';
import { RELAY_GROUP } from '../tail/group-offsets.js';

/**
 * Makes a restored service publish its history from the first event on, because the topics of its new epoch are empty.
 * A logical dump has transaction ids of another server: rows that seem to be of the future would never be read. They
 * get the present one, and whoever reads histories begins again. May be repeated, before the service serves.
 */
export function publishAnew(dataSource: DataSource): Promise<void> {
  return dataSource.transaction(async (tx) => {
    await tx.query('UPDATE history SET xid = pg_current_xact_id() WHERE xid > pg_current_xact_id()');
    await tx.query(`DELETE FROM checkpoints WHERE consumer_group = $1 OR xid > pg_current_xact_id()`, [RELAY_GROUP]);
  });
}
