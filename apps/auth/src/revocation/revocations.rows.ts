import type { Revocation, RevocationQuestion } from '@halyard/contracts/authorization';
import { queryPrepared } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';

export const REVOCATIONS_CHANNEL = 'halyard_revocations';

/** Takes revocations as one array per column. A revocation that exists already is updated, and gets a new number. */
const ADD = {
  name: 'add-revocations',
  text: `
    WITH added AS (
      INSERT INTO revocations (kind, id, before, expires_at)
      SELECT * FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::timestamptz[])
      ORDER BY 1, 2
      ON CONFLICT (kind, id) DO UPDATE SET
        before = CASE
          WHEN $5 THEN excluded.before
          WHEN excluded.before IS NOT NULL AND revocations.before IS NOT NULL
            THEN greatest(revocations.before, excluded.before)
        END,
        expires_at = greatest(revocations.expires_at, excluded.expires_at),
        number = NULL
      RETURNING kind
    )
    SELECT pg_notify('${REVOCATIONS_CHANNEL}', '') FROM added LIMIT 1`,
};

/** @param mayRevive whether a permanent revocation may end: tokens issued from now on are then valid again */
export async function addRevocations(
  tx: EntityManager,
  revocations: readonly Revocation[],
  mayRevive: boolean,
): Promise<void> {
  const dateOf = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(ms));
  await queryPrepared(tx, ADD, [
    revocations.map(({ kind }) => kind),
    revocations.map(({ id }) => id),
    revocations.map(({ beforeMs }) => dateOf(beforeMs)),
    revocations.map(({ untilMs }) => new Date(untilMs)),
    mayRevive,
  ]);
}

export async function hasUnnumbered(manager: EntityManager): Promise<boolean> {
  const [row] = await manager.query<[{ found: boolean }]>(
    'SELECT EXISTS (SELECT FROM revocations WHERE number IS NULL) AS found',
  );
  return row.found;
}

/** Numbers new revocations. The caller holds a lock that keeps other processes from doing the same. */
export async function numberRevocations(tx: EntityManager): Promise<void> {
  await tx.query(`UPDATE revocations SET number = nextval('revocation_numbers') WHERE number IS NULL`);
}

interface NumberedRevocation {
  readonly kind: Revocation['kind'];
  readonly id: string;
  readonly before: Date | null;
  readonly expires_at: Date;
  readonly number: string;
}

/** Revocations after this number that have not expired, oldest first. */
export async function revocationsAfter(
  manager: EntityManager,
  after: number,
  now: Date,
  limit: number,
): Promise<{ readonly number: number; readonly revocations: Revocation[] }> {
  const rows = await manager.query<NumberedRevocation[]>(
    'SELECT * FROM revocations WHERE number > $1 AND expires_at > $2 ORDER BY number LIMIT $3',
    [after, now, limit],
  );
  const revocations = rows.map(({ kind, id, before, expires_at }) => ({
    kind,
    id,
    ...(before && { beforeMs: before.getTime() }),
    untilMs: expires_at.getTime(),
  }));
  return { number: Number(rows.at(-1)?.number ?? after), revocations };
}

/** Whether the list has ever reached this number. It has not if the database was restored from an older backup. */
export async function hasNumber(manager: EntityManager, number: number): Promise<boolean> {
  const [row] = await manager.query<[{ last_value: string }]>('SELECT last_value FROM revocation_numbers');
  return number <= Number(row.last_value);
}

/** Returns the first of these names that was revoked. */
export async function endedOf(
  manager: EntityManager,
  { names, issuedAtMs }: RevocationQuestion,
): Promise<Revocation['kind'] | undefined> {
  const rows = await manager.query<{ kind: Revocation['kind'] }[]>(
    `SELECT kind FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (kind, id, place)
     JOIN revocations USING (kind, id) WHERE before IS NULL OR before > $3 ORDER BY place LIMIT 1`,
    [names.map(({ kind }) => kind), names.map(({ id }) => id), new Date(issuedAtMs)],
  );
  return rows[0]?.kind;
}
