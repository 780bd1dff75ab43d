import type { EntityManager } from 'typeorm';

/** Documents from before an operator last reinstated the customer do not count: it has to show documents once more. */
const COUNT = `
  SELECT count(*)::int AS count FROM documents
  WHERE party_id = $1 AND id NOT IN (
    SELECT (uploaded.data ->> 'documentId')::uuid FROM history AS uploaded
    WHERE uploaded.key = $1 AND uploaded.type = 'customers.customer-verification-document-uploaded.v1'
      AND uploaded.sequence < (
        SELECT max(sequence) FROM history
        WHERE key = $1 AND type = 'customers.customer-activated.v1' AND data ->> 'from' = 'suspended'
      )
  )`;

/** Counts documents towards the party's limit. */
export async function countDocuments(manager: EntityManager, partyId: string): Promise<number> {
  const [{ count }] = await manager.query<[{ count: number }]>(COUNT, [partyId]);
  return count;
}
