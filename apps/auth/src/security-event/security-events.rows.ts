import type { SecurityEventType } from '@halyard/contracts/security-events';
import { NumberedList } from '@halyard/lists';
import type { EntityManager } from 'typeorm';

/** The id of the operators' list, which has all events. */
export const OPERATORS_LIST = '00000000-0000-0000-0000-000000000000';

interface NewSecurityEvent {
  readonly id: string;
  readonly type: SecurityEventType;
  readonly createdAt: Date;
  readonly personId: string | null;
  readonly applicationId: string | null;
  readonly method: string | null;
  readonly sealedOrigin: Buffer | null;
}

export interface SecurityEventRow {
  readonly id: string;
  readonly type: SecurityEventType;
  readonly created_at: Date;
  readonly person_id: string | null;
  readonly application_id: string | null;
  readonly method: string | null;
  readonly sealed_origin: Buffer | null;
}

interface Filters {
  readonly type?: readonly SecurityEventType[];
  readonly personId?: string;
  readonly applicationId?: string;
  readonly startDate?: Date;
  readonly endDate?: Date;
}

/**
 * Gives the event the next number of each list.
 *
 * @param ownerIds owners of the lists, operators first, so that all writers lock the lists in the same order
 */
export async function addToLists(
  tx: EntityManager,
  ownerIds: readonly string[],
  { id, type, createdAt, personId, applicationId, method, sealedOrigin }: NewSecurityEvent,
): Promise<void> {
  await tx.query(
    `WITH numbered AS (
       INSERT INTO security_event_lists (owner_id, newest) SELECT owner_id, 1 FROM unnest($1::uuid[]) AS owner_id
       ON CONFLICT (owner_id) DO UPDATE SET newest = security_event_lists.newest + 1
       RETURNING owner_id, newest
     )
     INSERT INTO security_events
       (owner_id, number, id, type, created_at, person_id, application_id, method, sealed_origin)
     SELECT owner_id, newest, $2, $3, $4, $5, $6, $7, $8 FROM numbered`,
    [ownerIds, id, type, createdAt.toISOString(), personId, applicationId, method, sealedOrigin],
  );
}

export async function accountsOf(tx: EntityManager, personId: string): Promise<readonly string[]> {
  const rows = await tx.query<{ account_id: string }[]>(
    'SELECT account_id FROM memberships WHERE person_id = $1 ORDER BY account_id',
    [personId],
  );
  return rows.map(({ account_id: accountId }) => accountId);
}

export async function addUnknownName(tx: EntityManager, nameHash: string, at: Date): Promise<void> {
  await tx.query('INSERT INTO unknown_names (name_hash, created_at) VALUES ($1, $2)', [nameHash, at.toISOString()]);
}

export const securityEventList = new NumberedList<SecurityEventRow, Filters>({
  rows: 'security_events',
  owner: 'owner_id',
  number: 'number',
  filters: {
    type: 'type = ANY',
    personId: 'person_id =',
    applicationId: 'application_id =',
    startDate: 'created_at >=',
    endDate: 'created_at <',
  },
  read: (db, ownerId, numbers) =>
    db.query<SecurityEventRow[]>(
      `SELECT id, type, created_at, person_id, application_id, method, sealed_origin FROM security_events
       WHERE owner_id = $1 AND number = ANY ($2) ORDER BY number DESC`,
      [ownerId, numbers],
    ),
});
