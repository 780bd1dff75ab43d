import type { EntityManager } from 'typeorm';

/** Until the transaction ends, nobody else holds what is called so: for rules over rows that are not there yet. */
export async function holdAlone(tx: EntityManager, name: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
}
