import { type CollectionAnswer, ref } from '@halyard/contracts';
import { DeclaredQuery, keysetPage, terms, type ValuesOf } from '@halyard/input';
import { countUpToMax, totalOf } from '@halyard/lists';
import type { EntityManager } from 'typeorm';
import { Application } from '../application/application.entity.js';
import type { AuthConfig } from '../config.js';
import { applicationReviewAnswer } from './application-review.answer.js';

export const reviewsQuery = new DeclaredQuery({
  limit: terms.page.limit,
  anchor: terms.id,
  status: terms.oneOf(['waiting', 'active', 'rejected', 'suspended']),
});

/** An approved application also waits while it asks for a change. */
const WAITING = `(status = 'waiting' OR pending IS NOT NULL)`;

/** Lists applications of all accounts by id, so that decisions taken meanwhile shift no page. */
export async function listApplicationReviews(
  manager: EntityManager,
  { limit, anchor, status }: ValuesOf<typeof reviewsQuery>,
  config: AuthConfig,
): Promise<CollectionAnswer> {
  const where = status === undefined ? 'true' : status === 'waiting' ? WAITING : `status = '${status}'`;
  const asked = manager.createQueryBuilder(Application, 'application').where(where);
  if (anchor !== undefined) asked.andWhere('application.id > :anchor', { anchor });
  const found = await asked
    .orderBy('application.id')
    .limit(limit + 1)
    .getMany();
  const { items, keyset } = keysetPage(found, limit);
  const [{ count }] = await manager.query<[{ count: number }]>(countUpToMax(`SELECT FROM applications WHERE ${where}`));
  return {
    type: 'collection',
    self: ref('listApplicationReviews'),
    of: 'application-review',
    items: items.map((application) => applicationReviewAnswer(application, config)),
    ...totalOf(count),
    keyset,
  };
}
