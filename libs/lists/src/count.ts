import type { CollectionAnswer } from '@halyard/contracts';
import { validationError } from '@halyard/core';
import { usualFault } from '@halyard/input';

/** The number up to which matches are counted. */
export const COUNT_MAX = 10_000;

/** Makes the SQL that counts rows, as `count`, up to one more than `COUNT_MAX`. @param rows a SELECT without a limit */
export const countUpToMax = (rows: string): string =>
  `SELECT count(*)::int AS count FROM (${rows} LIMIT ${COUNT_MAX + 1}) AS matches`;

/**
 * The total that an answer shows. @param count the number of all matches, or a number above `COUNT_MAX` if there are
 * more
 */
export const totalOf = (count: number): Pick<CollectionAnswer, 'total' | 'totalIsAtLeast'> =>
  count > COUNT_MAX ? { total: COUNT_MAX, totalIsAtLeast: true } : { total: count };

/** Refuses a page that begins beyond the matches that are counted. @throws DomainError ValidationError */
export function refuseUncounted(offset: number): void {
  if (offset > COUNT_MAX) throw validationError(usualFault('InvalidFormat', '/query/offset'));
}
