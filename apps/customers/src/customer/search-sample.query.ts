import type { EntityManager } from 'typeorm';
import { folded } from '@halyard/lists';
import type { Sample } from './search-parts.js';

/** A shorter list is searched quickly in any case. */
export const SAMPLED_MIN = 50_000;

/** Neighbours share pages, so a few places with many customers each are read quickly. */
const PLACES = 8;
const CUSTOMERS_PER_PLACE = 64;

/**
 * Samples customers at some places of an account's list, up to a position, and tells which parts of a search each of
 * them contains.
 */
export async function sampleList(
  manager: EntityManager,
  { accountId, through }: { accountId: string; through: number },
  { search, parts }: { search: string; parts: readonly string[] },
): Promise<readonly Sample[]> {
  const texts = [folded(search), ...parts];
  const contained = texts.map((_, at) => `strpos(search_text, $${at + 3}) > 0`);
  const rows = await manager.query<{ contained: boolean[]; customers: number }[]>(
    `SELECT ARRAY[${contained.join(', ')}] AS contained, count(*)::int AS customers
     FROM generate_series(0, ${PLACES - 1}) AS place CROSS JOIN LATERAL (
       SELECT search_text FROM listed_customers
       WHERE account_id = $1 AND position > place * $2::bigint / ${PLACES}
         AND position <= place * $2::bigint / ${PLACES} + ${CUSTOMERS_PER_PLACE}
     ) AS customer
     GROUP BY contained`,
    [accountId, through, ...texts],
  );
  return rows.map(({ contained: [isMatch = false, ...contains], customers }) => ({ customers, isMatch, contains }));
}
