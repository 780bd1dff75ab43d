import type { EntityManager } from 'typeorm';

/** Locks a name until the transaction ends. It is for rules about rows that don't exist yet. */
export async function holdAlone(tx: EntityManager, name: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
}
