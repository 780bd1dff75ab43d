import { type CollectionAnswer, ref } from '@halyard/contracts';
import { keysetPage, type KeysetQuery } from '@halyard/input';
import { countUpToMax, totalOf } from '@halyard/lists';
import type { EntityManager } from 'typeorm';
import { reviewAnswer } from '../document.answer.js';
import { Document } from '../document.entity.js';

/** All accounts' open documents, oldest first, so that decisions made in the meantime shift no page. */
export async function listDocumentReviews(
  manager: EntityManager,
  { limit, anchor }: KeysetQuery,
): Promise<CollectionAnswer> {
  const pending = manager.createQueryBuilder(Document, 'document').where(`document.verdict = 'pending'`);
  if (anchor !== undefined) pending.andWhere('document.id > :anchor', { anchor });
  const found = await pending
    .orderBy('document.id')
    .limit(limit + 1)
    .getMany();
  const { items, keyset } = keysetPage(found, limit);
  const [{ count }] = await manager.query<[{ count: number }]>(
    countUpToMax(`SELECT FROM documents WHERE verdict = 'pending'`),
  );
  return {
    type: 'collection',
    self: ref('listDocumentReviews'),
    of: 'document-review',
    items: items.map(reviewAnswer),
    ...totalOf(count),
    keyset,
  };
}
