import { type CollectionDocument, ref } from '@halyard/contracts';
import { DeclaredQuery, terms, type ValuesOf } from '@halyard/http';
import type { EntityManager } from 'typeorm';
import { reviewDocument } from '../document.document.js';
import { Document } from '../document.entity.js';

/** Pages that begin behind the item that the one before ended with. */
export const keyset = new DeclaredQuery({ limit: terms.page.limit, anchor: terms.id });
export type KeysetQuery = ValuesOf<typeof keyset>;

const COUNT_MAX = 10_000;

/** Documents of all accounts that nobody has decided of, the oldest first: what is decided meanwhile shifts no page. */
export async function listDocumentReviews(
  manager: EntityManager,
  { limit, anchor }: KeysetQuery,
): Promise<CollectionDocument> {
  const pending = manager.createQueryBuilder(Document, 'document').where(`document.verdict = 'pending'`);
  if (anchor !== undefined) pending.andWhere('document.id > :anchor', { anchor });
  const found = await pending
    .orderBy('document.id')
    .limit(limit + 1)
    .getMany();
  const page = found.slice(0, limit);
  const count = await countPending(manager);
  return {
    document: 'collection',
    self: ref('document-reviews'),
    of: 'document-review',
    items: page.map(reviewDocument),
    total: Math.min(count, COUNT_MAX),
    ...(count > COUNT_MAX && { totalIsAtLeast: true as const }),
    keyset: { limit, ...(found.length > limit && { nextAnchor: page.at(-1)?.id }) },
  };
}

async function countPending(manager: EntityManager): Promise<number> {
  const [row] = await manager.query<[{ count: number }]>(
    `SELECT count(*)::int AS count
     FROM (SELECT FROM documents WHERE verdict = 'pending' LIMIT ${COUNT_MAX + 1}) AS pending`,
  );
  return row.count;
}
